/** Sending domains as people name and see them. */
import { z } from 'zod';
import type { DomainName } from '#core/email-address.ts';
import { parseDomainName } from '#core/email-address.ts';
import { textOf } from '#core/input-form.ts';
import { instantText } from '#core/instant-text.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import type { DomainServicePorts } from './domain-service.ts';
import type { DomainStore } from './domain-store.ts';
import { keyRecordName, keyRecordText, type MailDomain } from './mail-domain.ts';
import { neededRecords } from './needed-records.ts';
import { domainForms } from './words.ts';

export type DomainPorts = {
  readonly mailDomains: DomainServicePorts & { readonly store: DomainStore };
};

export const domainInput = textOf(
  { read: (text) => parseDomainName(text.trim()) },
  domainForms.domain,
);

const instant = z.iso.datetime();

export const domainView = z.object({
  name: z.string(),
  account: z.int(),
  createdAt: instant,
  verifiedAt: instant.nullable(),
  /** Since when the DNS has had none of its keys. */
  proofMissingAt: instant.nullable(),
  /** What is sent from it stays in the mail catcher. */
  staysHere: z.boolean(),
  keys: z.array(
    z.object({
      selector: z.string(),
      kind: z.enum(['rsa', 'ed25519']),
      role: z.enum(['current', 'next', 'old']),
      record: z.object({ type: z.literal('TXT'), name: z.string(), text: z.string() }),
    }),
  ),
});

export const neededView = z.object({
  domain: domainView.extend({
    records: z.array(
      z.object({ purpose: z.string(), type: z.string(), name: z.string(), text: z.string() }),
    ),
  }),
  /** Without its name the return path cannot be said; one that sends by a relay does not know its SPF. */
  server: z.object({ name: z.string().nullable(), sendsItself: z.boolean() }),
});

export function viewDomain(domain: MailDomain): z.input<typeof domainView> {
  const { name, verifiedAtMs, proofMissingAtMs } = domain;
  return {
    name,
    account: domain.accountId,
    createdAt: instantText(domain.createdAtMs),
    verifiedAt: verifiedAtMs === null ? null : instantText(verifiedAtMs),
    proofMissingAt: proofMissingAtMs === null ? null : instantText(proofMissingAtMs),
    staysHere: domain.staysHere,
    keys: domain.keys.map((key) => ({
      selector: key.selector,
      kind: key.kind,
      role: key.role,
      record: { type: 'TXT', name: keyRecordName(key, name), text: keyRecordText(key) },
    })),
  };
}

export function viewNeeded(
  domain: MailDomain,
  { mailDomains: { serverName, sendsItself } }: DomainPorts,
): z.input<typeof neededView> {
  const records = neededRecords(domain, { serverName, sendsItself }).map(
    ({ purpose, type, name, expected }) => ({ purpose, type, name, text: expected }),
  );
  return {
    domain: { ...viewDomain(domain), records },
    server: { name: serverName ?? null, sendsItself },
  };
}

type Named = { readonly domain: DomainName };
type NotFound = Refusal<'domain is not there' | 'several accounts have the domain'>;

/** Of the account that is named, or else of the only one that has it. */
export async function findDomain(
  { mailDomains: { store } }: DomainPorts,
  { domain: name }: Named,
  accountId: number | undefined,
): Promise<MailDomain | NotFound> {
  const all = await store.listDomains(accountId);
  const [found, ...others] = all.filter((each) => each.name === name);
  const about = { field: 'domain', params: { domain: name } } as const;
  if (found === undefined) return refuse('domain is not there', about);
  return others.length === 0 ? found : refuse('several accounts have the domain', about);
}

/** Whose it is, for commands, which name the domain alone. */
export async function accountOfDomain(
  ports: DomainPorts,
  named: Named,
): Promise<number | NotFound> {
  const found = await findDomain(ports, named, undefined);
  return 'accountId' in found ? found.accountId : found;
}
