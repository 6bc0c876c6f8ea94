/** `domain/add`, `list`, `check`, `delete`: the domains that the account sends from. */
import type { Language } from '#api/language.ts';
import { Fields } from '#api/parameters/fields.ts';
import { startOf } from '#api/parameters/value.ts';
import { type Answer, refuse, succeed } from '#api/reply.ts';
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import { type DomainName, parseDomainName } from '#core/email-address.ts';
import type { CheckedRecord } from '#mail/domains/checked-record.ts';
import { addDomain, type DomainServicePorts, examineDomain } from '#mail/domains/domain-service.ts';
import type { DomainStore } from '#mail/domains/domain-store.ts';
import type { MailDomain } from '#mail/domains/mail-domain.ts';
import { neededRecords, type ServerInDns } from '#mail/domains/needed-records.ts';
import { formatLocalTime } from '../account-time.ts';
import { type Call, type Command, command, type Run } from '../command.ts';

export type DomainPorts = {
  readonly mailDomains: DomainServicePorts & { readonly store: DomainStore };
  readonly clock: Clock;
};

export function domainCommands(ports: DomainPorts): readonly Command[] {
  return [
    command('POST /mail/v1/domain/add', { scope: 'account', run: add(ports) }),
    command('GET POST /mail/v1/domain/list', { scope: 'read', run: list(ports) }),
    command('GET POST /mail/v1/domain/check', { scope: 'account', run: check(ports) }),
    command('GET POST DELETE /mail/v1/domain/delete', { scope: 'account', run: remove(ports) }),
  ];
}

function add({ mailDomains, clock }: DomainPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const name = readDomain(fields);
    if (fields.refusal !== undefined || name === undefined) return refusalOf(fields);
    const { id } = call.caller.account;
    const added = await addDomain(id, name, mailDomains, authorOf(call, clock));
    if (!added.ok) return refuse(added.refusal, { field: 'domain', details: { domain: name } });
    return succeed(toDomainJson(added.domain, mailDomains));
  };
}

function list({ mailDomains }: DomainPorts): Run {
  return async ({ caller }) => {
    const domains = await mailDomains.store.listDomains(caller.account.id);
    return succeed({
      nbData: domains.length,
      data: domains.map((each) => toDomainJson(each, mailDomains)),
    });
  };
}

function check({ mailDomains, clock }: DomainPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const domain = await findDomain(fields, call, mailDomains.store);
    if (domain === undefined) return refusalOf(fields);
    const standing = await examineDomain(domain, mailDomains, authorOf(call, clock));
    const { report, isVerified, isTaken } = standing;
    return succeed({
      domain: domain.name,
      verified: isVerified,
      takenByAnother: isTaken,
      verdict: report.verdict,
      summary: report.sentence[call.language],
      records: report.records.map((record) => toRecordJson(record, call.language)),
    });
  };
}

function remove({ mailDomains: { store }, clock }: DomainPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const domain = await findDomain(fields, call, store);
    if (domain === undefined) return refusalOf(fields);
    await store.removeDomain(domain.accountId, domain.name, authorOf(call, clock));
    return succeed({});
  };
}

/** What was told while reading; without a word of it the domain is not the account's. */
function refusalOf(fields: Fields): Answer {
  return fields.refusal ?? refuse('domain is unknown', { field: 'domain' });
}

function readDomain(fields: Fields): DomainName | undefined {
  const text = fields.requiredText('domain', 'domain is missing');
  if (text === undefined) return undefined;
  const details = { domain: startOf(text) };
  return parseDomainName(text) ?? fields.refuse('domain is malformed', 'domain', details);
}

async function findDomain(
  fields: Fields,
  { caller }: Call,
  store: Pick<DomainStore, 'listDomains'>,
): Promise<MailDomain | undefined> {
  const name = readDomain(fields);
  if (name === undefined) return undefined;
  return (await store.listDomains(caller.account.id)).find((each) => each.name === name);
}

export function authorOf({ caller }: Call, clock: Clock): Author {
  return { actor: `key ${caller.key.id}`, atMs: clock.nowMs() };
}

function toDomainJson(domain: MailDomain, server: ServerInDns) {
  const { name, createdAtMs, verifiedAtMs } = domain;
  return {
    domain: name,
    verified: verifiedAtMs !== null,
    createdAt: formatLocalTime(createdAtMs),
    records: neededRecords(domain, server).map(({ purpose, type, name: at, expected }) => ({
      purpose,
      type,
      name: at,
      value: expected,
    })),
  };
}

function toRecordJson(record: CheckedRecord, language: Language) {
  const { purpose, type, name, expected, found, verdict, isRequired } = record;
  const why = record.why[language];
  return { purpose, type, name, expected, found, verdict, why, required: isRequired };
}
