/** Emails and the queues that they leave by, as commands show them to people. */
import { columns, fields } from '#cli/text-table.ts';
import { type AnswerOf, rowTables, type Texts } from './shown-value.ts';

type Email = AnswerOf<'mail show'>;
type Story = AnswerOf<'mail story'>;
type Sent = AnswerOf<'mail send'>;

export const mailTexts = {
  'mail preview': ({ sender, mails, cost, balance, currency, ...one }) =>
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
  'mail queue': ({ lanes }) =>
    columns(lanes, 'lane', 'urgent', 'normal', 'accounts', [
      'what keeps it',
      ({ why }) => why.map(({ says }) => says.en).join('; ') || '-',
    ]),
  'mail hold': ({ lane }) => `${lane} is held.\n`,
  'mail resume': ({ lane }) => `${lane} sends again.\n`,
  'mail limit': ({ lane, limits }) => {
    const words = Object.entries(limits).map(([name, value]) => `${name} ${String(value)}`);
    return `${lane}: ${words.join(', ')}.\n`;
  },
  'mail list': ({ emails }) =>
    columns(
      emails,
      'email',
      ['accepted', 'acceptedAt'],
      ['leaves', (one) => one.scheduledAt ?? 'at once'],
      ['from', 'sender'],
      'to',
      ['subject', (one) => inShort(one.subject)],
      ['mails', (one) => one.states.map(({ state, mails }) => `${mails} ${state}`).join(', ')],
      'kind',
    ),
  'mail all': ({ emails }) =>
    columns(
      emails,
      'email',
      'account',
      ['accepted', 'acceptedAt'],
      ['leaves', (one) => one.scheduledAt ?? 'at once'],
      ['from', 'sender'],
      ['subject', (one) => inShort(one.subject)],
      'mails',
      'kind',
    ),
  'mail statistics': ({ total, steps, providers, errors }) =>
    rowTables([...steps, { from: 'all', ...total }], providers, errors),
  'mail show': (shown) => `${emailText(shown)}\n${mailTable(shown)}`,
  'mail story': (story) => storyText(story),
  'mail cancel': ({ email, mails }) => `${mails} mails of email ${email} are cancelled.\n`,
} satisfies Texts;

function emailText({ email }: Email): string {
  return fields([
    ['account', email.account],
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
  return columns(mails, ['mail', 'id'], ['to', 'address'], 'state', 'why', 'since', 'cost');
}

function storyText({ facts, attempts }: Story): string {
  const story = columns(
    facts,
    'at',
    ['what', 'kind'],
    ['more', ({ detail }) => (detail === null ? '' : JSON.stringify(detail))],
  );
  if (attempts.length === 0) return story;
  const talks = columns(
    attempts,
    ['tried at', 'at'],
    'host',
    'outcome',
    ['said', ({ code, enhanced, text }) => inShort(`${code} ${enhanced} ${text}`)],
    ['steps', ({ steps }) => steps.map(({ stage, ms }) => `${stage} ${ms} ms`).join(', ')],
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
