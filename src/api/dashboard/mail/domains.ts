/** Domains and addresses that the account sends from, and what the DNS should say of them. */
import { authorOf } from '#api/dashboard/author.ts';
import type { Reply } from '#api/dashboard/definition.ts';
import { give, type Handler, handle } from '#api/dashboard/handler.ts';
import { startOf } from '#api/parameters/value.ts';
import { refuse } from '#api/reply.ts';
import { domainOf, parseDomainName, parseEmailAddress } from '#core/email-address.ts';
import { addDomain, examineDomain, rotateDomain } from '#mail/domains/domain-service.ts';
import { keyRecordName, keyRecordText, type MailDomain } from '#mail/domains/mail-domain.ts';
import * as definitions from './definitions.ts';
import type { MailPagePorts } from './ports.ts';

const nothingThere = refuse('nothing is there');

export function domainHandlers(ports: MailPagePorts): readonly Handler[] {
  const { mailDomains, clock } = ports;
  return [
    handle(definitions.listDomains, async ({ accountId }) => {
      const domains = await mailDomains.store.listDomains(accountId);
      return give({ domains: domains.map(showDomain) });
    }),
    handle(definitions.addDomain, async (call) => {
      const name = parseDomainName(call.body.name.trim());
      if (name === undefined) {
        const details = { domain: startOf(call.body.name) };
        return refuse('domain is malformed', { field: 'name', details });
      }
      const added = await addDomain(call.accountId, name, mailDomains, authorOf(call, clock));
      return added.ok
        ? give({ domain: showDomain(added.domain) })
        : refuse(added.refusal, { field: 'name', details: { domain: name } });
    }),
    handle(definitions.checkDomain, async (call) => {
      const domain = await findDomain(call.accountId, call.params.domain, ports);
      if (domain === undefined) return nothingThere;
      const standing = await examineDomain(domain, mailDomains, authorOf(call, clock));
      const { report, isVerified, isTaken } = standing;
      const { verdict, sentence, records } = report;
      const shown = records.map(({ found, ...record }) => ({ ...record, found: [...found] }));
      return give({ verdict, sentence, isVerified, isTaken, records: shown });
    }),
    handle(definitions.rotateDomain, async (call) => {
      const domain = await findDomain(call.accountId, call.params.domain, ports);
      if (domain === undefined) return nothingThere;
      const author = authorOf(call, clock);
      const rotated = await rotateDomain(domain, { force: false }, mailDomains, author);
      if (rotated !== 'rotated') return refuse(rotated);
      const now = await findDomain(call.accountId, domain.name, ports);
      return now === undefined ? nothingThere : give({ domain: showDomain(now) });
    }),
    handle(definitions.removeDomain, async (call) => {
      const domain = await findDomain(call.accountId, call.params.domain, ports);
      if (domain === undefined) return nothingThere;
      const author = authorOf(call, clock);
      await mailDomains.store.removeDomain(call.accountId, domain.name, author);
      return give(undefined);
    }),
  ];
}

export function senderHandlers({
  mailDomains: { store },
  clock,
}: MailPagePorts): readonly Handler[] {
  return [
    handle(definitions.listSenders, async ({ accountId }) => {
      const senders = await store.listSenders(accountId);
      return give({
        senders: senders.map(({ address, name, isDefault }) => ({ address, name, isDefault })),
      });
    }),
    handle(definitions.saveSender, async (call) => {
      const { accountId, body } = call;
      const address = parseEmailAddress(body.address.trim());
      if (address === undefined) {
        const details = { address: startOf(body.address) };
        return refuse('recipient address is malformed', { field: 'address', details });
      }
      const known = await store.listSenders(accountId);
      const domains = await store.listDomains(accountId);
      // One of somebody else's domain is an administrator's to add; its name is the account's to choose.
      const isOwn =
        known.some((each) => each.address === address) ||
        domains.some((each) => each.name === domainOf(address) && each.verifiedAtMs !== null);
      if (!isOwn) {
        const details = { sender: address };
        return refuse('mail sender is not verified', { field: 'address', details });
      }
      const author = authorOf(call, clock);
      const name = body.name ?? known.find((each) => each.address === address)?.name ?? '';
      const saved = await store.saveSender({ accountId, address, name }, author);
      const isDefault = body.isDefault === true;
      if (isDefault) await store.setDefaultSender(accountId, address, author);
      return give({ sender: { address, name, isDefault: saved.isDefault || isDefault } });
    }),
    handle(definitions.removeSender, async (call) => {
      const { accountId, params } = call;
      const isGone = await store.removeSender(accountId, params.address, authorOf(call, clock));
      return isGone ? give(undefined) : nothingThere;
    }),
  ];
}

async function findDomain(
  accountId: number,
  name: string,
  { mailDomains: { store } }: MailPagePorts,
): Promise<MailDomain | undefined> {
  return (await store.listDomains(accountId)).find((each) => each.name === name);
}

function showDomain(domain: MailDomain): Reply<typeof definitions.addDomain>['domain'] {
  const { name, createdAtMs, verifiedAtMs, proofMissingAtMs, keys } = domain;
  return {
    name,
    createdAtMs,
    verifiedAtMs,
    proofMissingAtMs,
    keys: keys.map((key) => ({
      selector: key.selector,
      kind: key.kind,
      role: key.role,
      recordName: keyRecordName(key, name),
      recordText: keyRecordText(key),
    })),
  };
}
