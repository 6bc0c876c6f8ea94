/** Sending domains and senders as commands show them to people. */
import type { z } from 'zod';
import { fields, table } from '#cli/text-table.ts';
import type { checkDomain, listDomains, showDomain } from '#mail/domains/domain-operations.ts';
import type { addSender, listSenders } from '#mail/domains/sender-operations.ts';

type Listed = z.output<(typeof listDomains)['output']>;
type Shown = z.output<(typeof showDomain)['output']>;
type Checked = z.output<(typeof checkDomain)['output']>;
type Senders = z.output<(typeof listSenders)['output']>;
type Added = z.output<(typeof addSender)['output']>;
type Kept = { readonly domain: string; readonly staysHere: boolean };

export const domainTexts = {
  'domain list': listText,
  'domain all': listText,
  'domain add': shownText,
  'domain show': shownText,
  'domain rotate': shownText,
  'domain check': (checked: Checked) =>
    `${recordsText(checked)}\n${checked.sentence}\n${proofText(checked)}\n`,
  'domain keep': ({ domain, staysHere }: Kept) =>
    `Mail from ${domain} ${
      staysHere ? 'stays in the mail catcher' : 'leaves as the mode of this server has it'
    }.\n`,
  'domain remove': ({ removed }: { readonly removed: string }) =>
    `The domain ${removed} is removed.\n`,
  'sender list': sendersText,
  'sender all': sendersText,
  'sender add': ({ sender }: Added) => sendersText({ senders: [sender] }),
  'sender default': (answer: { readonly default: string }) =>
    `What names no sender is sent as ${answer.default}.\n`,
  'sender remove': ({ removed }: { readonly removed: string }) =>
    `The sender ${removed} is removed.\n`,
};

function listText({ domains }: Listed): string {
  const rows = domains.map(({ name, account, verifiedAt, keys }) => [
    name,
    String(account),
    verifiedAt ?? 'no',
    keys
      .filter(({ role }) => role === 'current')
      .map(({ selector }) => selector)
      .join(', '),
  ]);
  return table(['domain', 'account', 'proved', 'signs with'], rows);
}

/** As they are pasted into a DNS editor: a long line is not cut. */
function shownText({ domain, server }: Shown): string {
  const { name, account, verifiedAt, staysHere, records } = domain;
  const about = fields([
    ['domain', name],
    ['account', String(account)],
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
  if (isTaken) return `$Another account has verified {domain}.`;
  return proved
    ? `${domain} is proved: account ${account} sends from it.`
    : `${domain} is not proved: nothing is sent from it but to the catcher.`;
}

function recordsText({ records }: Checked): string {
  const rows = records.map(({ verdict, purpose, type, name, why }) => [
    verdict,
    purpose,
    type,
    name,
    why,
  ]);
  const wanted = records
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ name, type, expected, found }) => {
      const has = found.length === 0 ? '' : `  has   ${found.join('\n        ')}\n`;
      return `\n${name}  ${type}\n  wants ${expected}\n${has}`;
    });
  return table(['verdict', 'for', 'type', 'name', ''], rows) + wanted.join('');
}

function sendersText({ senders }: Senders): string {
  const rows = senders.map((sender) => [
    sender.address,
    sender.name,
    String(sender.account),
    sender.default ? 'yes' : 'no',
  ]);
  return table(['address', 'name', 'account', 'default'], rows);
}
