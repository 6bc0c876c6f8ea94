/** Emails and the queues that they leave by, as commands show them to people. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type { holdMails, limitMails, mailQueue } from '#mail/delivery/queue-operations.ts';
import type { mailStatistics } from '#mail/figures/mail-statistics.ts';
import type {
  cancelEmail,
  listAllEmails,
  showEmail,
  tellMail,
} from '#mail/sending/email-operations.ts';
import type { listEmails } from '#mail/sending/email-records.ts';
import type { previewMail, sendMail } from '#mail/sending/send-operations.ts';
import { rowTables } from './shown-value.ts';

type Queue = z.output<(typeof mailQueue)['output']>;
type Statistics = z.output<(typeof mailStatistics)['output']>;
type Emails = z.output<(typeof listAllEmails)['output']>;
type Records = z.output<(typeof listEmails)['output']>;
type Email = z.output<(typeof showEmail)['output']>;
type Story = z.output<(typeof tellMail)['output']>;
type Verdict = z.output<(typeof previewMail)['output']>;
type Sent = z.output<(typeof sendMail)['output']>;
type Cancelled = z.output<(typeof cancelEmail)['output']>;
type Held = z.output<(typeof holdMails)['output']>;
type Limited = z.output<(typeof limitMails)['output']>;

export const mailTexts = {
  'mail preview': ({ sender, mails, cost, balance, currency, ...one }: Verdict) =>
    [
      `${mails} mails from ${sender.address}, ${cost} ${currency}; the balance is ${balance} ${currency}.\n`,
      one.staysHere ? 'The email is caught on this machine and reaches no recipient.\n' : '',
      one.isPayable ? '' : 'It would be refused: the balance is too low.\n',
      one.scheduledAt === null ? '' : `It leaves at ${one.scheduledAt}.\n`,
      one.heldBecause === null ? '' : `It would be held: ${one.heldBecause}.\n`,
      one.unfilled.length === 0 ? '' : `Nothing fills ${one.unfilled.join(', ')}.\n`,
      ...one.suppressed.map(leftOut),
    ].join(''),
  'mail send': sentText,
  'mail resend': sentText,
  'mail queue': ({ lanes }: Queue) =>
    table(
      ['lane', 'urgent', 'normal', 'accounts', 'what keeps it'],
      lanes.map(({ lane, urgent, normal, accounts, why }) => [
        lane,
        String(urgent),
        String(normal),
        String(accounts),
        why.map(({ says }) => says.en).join('; ') || '-',
      ]),
    ),
  'mail hold': ({ lane }: Held) => `${lane} is held.\n`,
  'mail resume': ({ lane }: Held) => `${lane} sends again.\n`,
  'mail limit': ({ lane, limits }: Limited) => {
    const words = Object.entries(limits).map(([name, value]) => `${name} ${String(value)}`);
    return `${lane}: ${words.join(', ')}.\n`;
  },
  'mail list': ({ emails }: Records) =>
    table(
      ['email', 'accepted', 'leaves', 'from', 'to', 'subject', 'mails', 'kind'],
      emails.map((one) => [
        String(one.email),
        one.acceptedAt,
        one.scheduledAt ?? 'at once',
        one.sender,
        one.to,
        inShort(one.subject),
        one.states.map(({ state, mails }) => `${mails} ${state}`).join(', '),
        one.kind,
      ]),
    ),
  'mail all': ({ emails }: Emails) =>
    table(
      ['email', 'account', 'accepted', 'leaves', 'from', 'subject', 'mails', 'kind'],
      emails.map((one) => [
        String(one.email),
        String(one.account),
        one.acceptedAt,
        one.scheduledAt ?? 'at once',
        one.sender,
        inShort(one.subject),
        String(one.mails),
        one.kind,
      ]),
    ),
  'mail statistics': ({ total, steps, providers, errors }: Statistics) =>
    rowTables([...steps, { from: 'all', ...total }], providers, errors),
  'mail show': (shown: Email) => `${emailText(shown)}\n${mailTable(shown)}`,
  'mail story': (story: Story) => storyText(story),
  'mail cancel': ({ email, mails }: Cancelled) =>
    `${mails} mails of email ${email} are cancelled.\n`,
};

function emailText({ email }: Email): string {
  return fields([
    ['account', String(email.account)],
    ['from', email.sender],
    ['subject', inShort(email.subject)],
    ['accepted', email.acceptedAt],
    ...(email.scheduledAt === null ? [] : [['leaves', email.scheduledAt] as const]),
    ['given up', email.validUntil],
    ...(email.tag === '' ? [] : [['tag', email.tag] as const]),
    ...email.attachments.map(({ filename }) => ['attached', filename] as const),
  ]);
}

function mailTable({ mails }: Email): string {
  return table(
    ['mail', 'to', 'state', 'why', 'since', 'cost'],
    mails.map(({ id, address, state, why, since, cost }) => [
      String(id),
      address,
      state,
      why === '' ? '-' : why,
      since,
      cost,
    ]),
  );
}

function storyText({ facts, attempts }: Story): string {
  const story = table(
    ['at', 'what', 'more'],
    facts.map(({ at, kind, detail }) => [at, kind, detail === null ? '' : JSON.stringify(detail)]),
  );
  if (attempts.length === 0) return story;
  const talks = table(
    ['tried at', 'host', 'outcome', 'said', 'steps'],
    attempts.map(({ at, host, outcome, code, enhanced, text, steps }) => [
      at,
      host,
      outcome,
      inShort(`${code} ${enhanced} ${text}`),
      steps.map(({ stage, ms }) => `${stage} ${ms} ms`).join(', '),
    ]),
  );
  return `${story}\n${talks}`;
}

function inShort(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function sentText({ email, mails, cost, currency, ...sent }: Sent): string {
  return [
    `Email ${email}: ${mails} mails, ${cost} ${currency}.\n`,
    sent.caught ? 'All of it is caught on this machine.\n' : '',
    sent.scheduledAt === null ? '' : `It leaves at ${sent.scheduledAt}.\n`,
    sent.held ? 'It is held until an administrator releases it.\n' : '',
    ...sent.suppressed.map(leftOut),
  ].join('');
}

const leftOut = (address: string): string =>
  `${address} is on the suppression list and gets nothing.\n`;
