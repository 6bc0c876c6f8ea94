/** `parley domain …`: the domains that emails are sent from, their keys, and what the DNS says of them. */
import { openDns } from '#core/dns.ts';
import type { DomainName } from '#core/email-address.ts';
import type { CheckedRecord } from '#mail/domains/checked-record.ts';
import type { DomainReport } from '#mail/domains/domain-check.ts';
import {
  addDomain,
  type DomainRefusal,
  type DomainServicePorts,
  examineDomain,
  rotateDomain,
} from '#mail/domains/domain-service.ts';
import { keyRecordName, keyRecordText, type MailDomain } from '#mail/domains/mail-domain.ts';
import { neededRecords, type ServerInDns } from '#mail/domains/needed-records.ts';
import { noAccount } from './account-view.ts';
import { authorNow } from './author.ts';
import { type CommandContext, command, done, failed, type Outcome } from './command.ts';
import type { Installation } from './installation.ts';
import { maybe, needed, toggle } from './option.ts';
import { fields, formatTime, table } from './text-table.ts';
import { id, mailDomain } from './written-values.ts';

const domain = needed(mailDomain, 'DOMAIN', 'Such as example.com.');
const ofAccount = maybe(id, 'ID', 'Whose, where several accounts have it.');

const domainAdd = command({
  name: 'domain add',
  sentence: 'Adds a domain that an account sends emails from, and says what its DNS needs.',
  takes: { domain },
  options: { account: needed(id, 'ID', 'Whose it is.') },
  async run({ domain: name, account }, context) {
    await using installation = await context.open();
    if ((await installation.storage.accounts.findAccount(account)) === undefined) {
      return noAccount(account);
    }
    const ports = portsOf(installation, context);
    const added = await addDomain(account, name, ports, authorNow(context.clock));
    if (!added.ok) return failed(`${name} ${refusals[added.refusal]}`);
    return shown(added.domain, context);
  },
});

const refusals: Readonly<Record<DomainRefusal, string>> = {
  'domain is there': 'is a domain of that account already',
  'domain is a mailbox provider': 'has mailboxes of everybody: nobody sends for all of them',
  'domain is of another account': 'was proved by another account',
  'too many domains': 'is one domain too many for that account',
};

const domainList = command({
  name: 'domain list',
  sentence: 'Lists the domains that accounts send from.',
  takes: {},
  options: { account: maybe(id, 'ID', 'Only those of this account.') },
  async run({ account }, { open }) {
    await using installation = await open();
    const views = (await installation.storage.domains.listDomains(account)).map(viewOf);
    const text = table(
      ['domain', 'account', 'proved', 'signs with'],
      views.map((view) => [
        view.name,
        String(view.account),
        view.verifiedAt ?? 'no',
        view.keys
          .filter(({ role }) => role === 'current')
          .map(({ selector }) => selector)
          .join(', '),
      ]),
    );
    return done(text, { domains: views });
  },
});

const domainShow = command({
  name: 'domain show',
  sentence: 'Shows a domain and the DNS records that it needs.',
  takes: { domain },
  options: { account: ofAccount },
  async run({ domain: name, account }, context) {
    await using installation = await context.open();
    const found = await findDomain(name, account, installation);
    return found.ok ? shown(found.domain, context) : found.outcome;
  },
});

const domainCheck = command({
  name: 'domain check',
  sentence: 'Asks the DNS for what a domain needs; the first account that proves a domain has it.',
  takes: { domain },
  options: { account: ofAccount },
  async run({ domain: name, account }, context) {
    await using installation = await context.open();
    const found = await findDomain(name, account, installation);
    if (!found.ok) return found.outcome;
    const ports = portsOf(installation, context);
    const standing = await examineDomain(found.domain, ports, authorNow(context.clock));
    const { report, isVerified, isTaken } = standing;
    const proof = isTaken
      ? `${name} was proved by another account.`
      : isVerified
        ? `${name} is proved: account ${found.domain.accountId} sends from it.`
        : `${name} is not proved: nothing is sent from it but to the catcher.`;
    const json = { domain: name, proved: isVerified, ...viewOfReport(report) };
    return done(`${describe(report)}\n${report.sentence}\n${proof}\n`, json);
  },
});

const domainRotate = command({
  name: 'domain rotate',
  sentence: 'Signs with the next RSA key of a domain from now on, and makes the one behind it.',
  takes: { domain },
  options: {
    account: ofAccount,
    force: toggle('Also if the DNS does not have the next key yet.'),
  },
  async run({ domain: name, account, force }, context) {
    await using installation = await context.open();
    const found = await findDomain(name, account, installation);
    if (!found.ok) return found.outcome;
    const ports = portsOf(installation, context);
    const rotated = await rotateDomain(found.domain, { force }, ports, authorNow(context.clock));
    if (rotated !== 'rotated') return failed(notRotated[rotated]);
    const now = await findDomain(name, found.domain.accountId, installation);
    return now.ok ? shown(now.domain, context) : now.outcome;
  },
});

const notRotated = {
  'next key is not in the DNS':
    'The DNS does not have the next key: receivers could verify nothing. See parley domain check; --force does it all the same',
  'rotated by another': 'Its keys have just been rotated by somebody else',
};

const domainRemove = command({
  name: 'domain remove',
  sentence: 'Removes a domain with its keys; nothing is sent from it any more.',
  takes: { domain },
  options: { account: ofAccount },
  async run({ domain: name, account }, { open, clock }) {
    await using installation = await open();
    const found = await findDomain(name, account, installation);
    if (!found.ok) return found.outcome;
    const { accountId } = found.domain;
    await installation.storage.domains.removeDomain(accountId, name, authorNow(clock));
    return done(`The domain ${name} is removed.\n`, { removed: name });
  },
});

const domainKeep = command({
  name: 'domain keep',
  sentence:
    'Keeps what is sent from a domain in the mail catcher, whatever PARLEY_MAIL_MODE says; what was accepted before still leaves.',
  takes: { domain },
  options: { account: ofAccount, off: toggle('Lets it leave again.') },
  async run({ domain: name, account, off }, { open, clock }) {
    await using installation = await open();
    const found = await findDomain(name, account, installation);
    if (!found.ok) return found.outcome;
    const { domains } = installation.storage;
    await domains.keepHere(found.domain, !off, authorNow(clock));
    const where = off ? 'leaves as the mode of this server has it' : 'stays in the mail catcher';
    return done(`Mail from ${name} ${where}.\n`, { domain: name, staysHere: !off });
  },
});

type Found =
  | { readonly ok: true; readonly domain: MailDomain }
  | { readonly ok: false; readonly outcome: Outcome };

async function findDomain(
  name: DomainName,
  account: number | undefined,
  { storage }: Installation,
): Promise<Found> {
  const all = await storage.domains.listDomains(account);
  const [found, ...others] = all.filter((each) => each.name === name);
  if (found === undefined) return { ok: false, outcome: failed(`There is no domain ${name}`) };
  if (others.length === 0) return { ok: true, domain: found };
  return { ok: false, outcome: failed(`Several accounts have ${name}: say which by --account`) };
}

function portsOf(
  { storage, sealer }: Installation,
  { config }: CommandContext,
): DomainServicePorts {
  const dns = openDns(config.nameServers);
  return { store: storage.domains, sealer, dns, ...serverOf(config) };
}

function serverOf({ mail: { helloName, mode } }: CommandContext['config']): ServerInDns {
  const serverName = helloName === '' ? undefined : helloName;
  return { serverName, sendsItself: mode === 'direct' };
}

/** As they are pasted into a DNS editor: a long line is not cut. */
function shown(its: MailDomain, { config }: CommandContext): Outcome {
  const server = serverOf(config);
  const records = neededRecords(its, server);
  const text = records.map(
    ({ purpose, type, name, expected }) => `\n${name}  ${type}  (${purpose})\n${expected}\n`,
  );
  const json = records.map(({ expected, ...record }) => ({ ...record, text: expected }));
  return done(about(its) + text.join('') + lacks(its.name, server), {
    domain: { ...viewOf(its), records: json },
  });
}

/** What cannot be said yet of where bounces come back, and of SPF, which is that of the return path. */
function lacks(name: string, { serverName, sendsItself }: ServerInDns): string {
  if (serverName === undefined) {
    return `\nb.${name}  MX and TXT  (return path and its SPF)\nSet PARLEY_MAIL_HELLO to the name of this server in the DNS: parley domain show then says them.\n`;
  }
  return sendsItself
    ? ''
    : `\nb.${name}  TXT  (return path SPF)\nWhat lets your relay send: in mode direct it is v=spf1 a:${serverName} -all\n`;
}

function viewOf({ name, accountId, keys, verifiedAtMs, createdAtMs, staysHere }: MailDomain) {
  return {
    name,
    account: accountId,
    createdAt: formatTime(createdAtMs),
    verifiedAt: verifiedAtMs === null ? null : formatTime(verifiedAtMs),
    staysHere,
    keys: keys.map((key) => ({
      selector: key.selector,
      role: key.role,
      record: { type: 'TXT', name: keyRecordName(key, name), text: keyRecordText(key) },
    })),
  };
}

function about(its: MailDomain): string {
  const { name, account, verifiedAt, staysHere } = viewOf(its);
  return fields([
    ['domain', name],
    ['account', String(account)],
    ['proved', verifiedAt ?? 'no: parley domain check looks once the records are there'],
    ...(staysHere ? [['mail', 'stays in the mail catcher'] as const] : []),
  ]);
}

function viewOfReport({ verdict, records }: DomainReport) {
  return { verdict, records };
}

function describe({ records }: DomainReport): string {
  const rows = records.map(({ verdict, purpose, type, name, why }: CheckedRecord) => [
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

export const domainCommands = [
  domainAdd,
  domainList,
  domainShow,
  domainCheck,
  domainRotate,
  domainKeep,
  domainRemove,
];
