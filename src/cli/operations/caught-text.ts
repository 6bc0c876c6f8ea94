/** Caught mails as commands show them to people. */
import type { z } from 'zod';
import { fields, printableText, table } from '#cli/text-table.ts';
import type { clearCaughtMails, listCaughtMails } from '#mail/catcher/caught-operations.ts';
import type { showOwnCaught } from '#mail/catcher/own-caught-operations.ts';

/** Characters of a text that are shown; `source` has all. */
const textMax = 20_000;

const listText = ({ mails }: z.output<(typeof listCaughtMails)['output']>) =>
  table(
    ['id', 'caught at', 'from', 'to', 'subject', 'octets'],
    mails.map(({ id, caughtAt, from, recipients, subject, size }) => [
      String(id),
      caughtAt,
      from,
      recipients.join(', '),
      subject,
      String(size),
    ]),
  );

const mailText = ({ mail }: z.output<(typeof showOwnCaught)['output']>) => {
  const pairs: (readonly [string, string])[] = [
    ['envelope', `${mail.sender === '' ? '<>' : mail.sender} → ${mail.recipients.join(', ')}`],
    ['caught at', mail.caughtAt],
    ...mail.header.map(({ name, value }) => [name, value] as const),
    ...mail.attachments.map(({ name, size }) => ['attachment', `${name}, ${size} octets`] as const),
  ];
  const checks = table(
    ['check', 'verdict', ''],
    mail.checks.map(({ about, verdict, why }) => [about, verdict, why]),
  );
  const shown = printableText(mail.text.slice(0, textMax));
  return `${fields(pairs)}\n${checks}\n${printableText(mail.dialogue)}\n\n${shown}\n`;
};

export const caughtTexts = {
  'simulator mails': listText,
  'simulator mails show': mailText,
  'simulator mails clear': ({ cleared }: z.output<(typeof clearCaughtMails)['output']>) =>
    `${cleared} forgotten.\n`,
  'mail caught': listText,
  'mail caught show': mailText,
};
