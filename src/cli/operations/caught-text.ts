/** Caught mails as commands show them to people. */
import type { z } from 'zod';
import { columns, fields, printableText } from '#cli/text-table.ts';
import type { listCaughtMails } from '#mail/catcher/caught-operations.ts';
import type { showOwnCaught } from '#mail/catcher/own-caught-operations.ts';
import type { Texts } from './shown-value.ts';

/** Characters of a text that are shown; `source` has all. */
const textMax = 20_000;

const listText = ({ mails }: z.output<(typeof listCaughtMails)['output']>) =>
  columns(
    mails,
    'id',
    ['caught at', 'caughtAt'],
    'from',
    ['to', ({ recipients }) => recipients.join(', ')],
    'subject',
    ['bytes', 'size'],
  );

const mailText = ({ mail }: z.output<(typeof showOwnCaught)['output']>) => {
  const pairs: (readonly [string, string])[] = [
    ['envelope', `${mail.sender === '' ? '<>' : mail.sender} → ${mail.recipients.join(', ')}`],
    ['caught at', mail.caughtAt],
    ...mail.header.map(({ name, value }) => [name, value] as const),
    ...mail.attachments.map(({ name, size }) => ['attachment', `${name}, ${size} bytes`] as const),
  ];
  const checks = columns(mail.checks, ['check', 'about'], 'verdict', ['', ({ why }) => why.en]);
  const shown = printableText(mail.text.slice(0, textMax));
  return `${fields(pairs)}\n${checks}\n${printableText(mail.dialogue)}\n\n${shown}\n`;
};

export const caughtTexts = {
  'simulator mails': listText,
  'simulator mails show': mailText,
  'simulator mails clear': ({ cleared }) => `${cleared} forgotten.\n`,
  'mail caught': listText,
  'mail caught show': mailText,
} satisfies Texts;
