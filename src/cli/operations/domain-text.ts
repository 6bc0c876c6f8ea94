/** Sending domains and senders as commands show them to people. */
import { columns, fields } from '#cli/text-table.ts';
import type { AnswerOf, Texts } from './shown-value.ts';

type Listed = AnswerOf<'domain list'>;
type Shown = AnswerOf<'domain show'>;
type Checked = AnswerOf<'domain check'>;
type Senders = AnswerOf<'sender list'>;

export const domainTexts = {
  'domain list': listText,
  'domain all': listText,
  'domain add': shownText,
  'domain show': shownText,
  'domain rotate': shownText,
  'domain check': (checked) =>
    `${recordsText(checked)}\n${checked.sentence.en}\n${proofText(checked)}\n`,
  'domain keep': ({ domain, staysHere }) =>
    `Mail from ${domain} ${
      staysHere ? 'stays in the mail catcher' : 'leaves as the mode of this server has it'
    }.\n`,
  'domain remove': ({ removed }) => `The domain ${removed} is removed.\n`,
  'sender list': sendersText,
  'sender all': sendersText,
  'sender add': ({ sender }) => sendersText({ senders: [sender] }),
  'sender default': (answer) => `What names no sender is sent as ${answer.default}.\n`,
  'sender remove': ({ removed }) => `The sender ${removed} is removed.\n`,
} satisfies Texts;

function listText({ domains }: Listed): string {
  return columns(
    domains,
    ['domain', 'name'],
    'account',
    ['proved', ({ verifiedAt }) => verifiedAt ?? 'no'],
    ['signs with', ({ keys }) => selectorsOf(keys.filter(({ role }) => role === 'current'))],
  );
}

function selectorsOf(keys: readonly { readonly selector: string }[]): string {
  return keys.map(({ selector }) => selector).join(', ');
}

/** As they are pasted into a DNS editor: a long line is not cut. */
function shownText({ domain, server }: Shown): string {
  const { name, account, verifiedAt, staysHere, records } = domain;
  const about = fields([
    ['domain', name],
    ['account', account],
    ['proved', verifiedAt ?? 'no: parley domain check looks once the records are there'],
    ...(staysHere ? [['mail', 'stays in the mail catcher'] as const] : []),
  ]);
  const told = records.map(
    (record) => `\n${record.name}  ${record.type}  (${record.purpose})\n${record.text}\n`,
  );
  return about + told.join('') + lacks(name, server);
}

/** What cannot be said yet of where bounces come back, and of SPF, which is that of the return path. */
function lacks(name: string, server: Shown['server']): string {
  if (server.name === null) {
    return `\nb.${name}  MX and TXT  (return path and its SPF)\nSet PARLEY_MAIL_HELLO to the name of this server in the DNS: parley domain show then says them.\n`;
  }
  return server.sendsItself
    ? ''
    : `\nb.${name}  TXT  (return path SPF)\nWhat lets your relay send: in mode direct it is v=spf1 a:${server.name} -all\n`;
}

function proofText({ domain, account, proved, isTaken }: Checked): string {
  if (isTaken) return `Another account has verified ${domain}.`;
  return proved
    ? `${domain} is proved: account ${account} sends from it.`
    : `${domain} is not proved: nothing is sent from it but to the catcher.`;
}

function recordsText({ records }: Checked): string {
  const wanted = records
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ name, type, expected, found }) => {
      const has = found.length === 0 ? '' : `  has   ${found.join('\n        ')}\n`;
      return `\n${name}  ${type}\n  wants ${expected}\n${has}`;
    });
  return (
    columns(records, 'verdict', ['for', 'purpose'], 'type', 'name', ['', ({ why }) => why.en]) +
    wanted.join('')
  );
}

function sendersText({ senders }: Senders): string {
  return columns(senders, 'address', 'name', 'account', 'default');
}
