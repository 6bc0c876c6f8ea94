/** What accounts and administrators do with sending domains: add, check, rotate. */
import type { Author } from '#core/author.ts';
import type { DomainName } from '#core/email-address.ts';
import type { Sealer } from '#core/sealed.ts';
import { checkDomain, type DomainReport, type MailServerName } from './domain-check.ts';
import { makeKeys, rotatedKeys } from './domain-keys.ts';
import type { DomainStore } from './domain-store.ts';
import { domainsMax, type MailDomain } from './mail-domain.ts';
import { isMailboxProvider } from './mailbox-providers.ts';

export type DomainServicePorts = MailServerName & {
  readonly store: Pick<
    DomainStore,
    'createDomain' | 'listDomains' | 'whoProved' | 'verifyDomain' | 'noteReturnPath' | 'rotateKeys'
  >;
  readonly sealer: Pick<Sealer, 'seal'>;
};

export type DomainRefusal =
  | 'domain is there'
  | 'domain is a mailbox provider'
  | 'domain is of another account'
  | 'too many domains';

type Added =
  | { readonly ok: true; readonly domain: MailDomain }
  | { readonly ok: false; readonly refusal: DomainRefusal };

export async function addDomain(
  accountId: number,
  name: DomainName,
  { store, sealer }: Pick<DomainServicePorts, 'store' | 'sealer'>,
  author: Author,
): Promise<Added> {
  if (isMailboxProvider(name)) return { ok: false, refusal: 'domain is a mailbox provider' };
  const provedBy = await store.whoProved(name);
  if (provedBy !== undefined && provedBy !== accountId) {
    return { ok: false, refusal: 'domain is of another account' };
  }
  const own = await store.listDomains(accountId);
  if (own.some((each) => each.name === name)) return { ok: false, refusal: 'domain is there' };
  if (own.length >= domainsMax) return { ok: false, refusal: 'too many domains' };
  const keys = await makeKeys({ accountId, name }, sealer);
  const domain = await store.createDomain({ accountId, name, keys }, author);
  return domain === undefined ? { ok: false, refusal: 'domain is there' } : { ok: true, domain };
}

type DomainStanding = {
  readonly report: DomainReport;
  /** Proved now or before; a domain once proved stays its account's while the DNS has a key of it. */
  readonly isVerified: boolean;
  /** Another account has proved it. */
  readonly isTaken: boolean;
};

/** Looks at the DNS; a domain that is proved by that is its account's from now on. */
export async function examineDomain(
  domain: MailDomain,
  ports: DomainServicePorts,
  author: Author,
): Promise<DomainStanding> {
  const report = await checkDomain(domain, ports, author.atMs);
  const back = report.records.find(({ purpose }) => purpose === 'return path');
  // A DNS that fails has changed nothing.
  if (back !== undefined && back.verdict !== 'unknown') {
    await ports.store.noteReturnPath(domain.id, back.verdict === 'ok', author);
  }
  if (domain.verifiedAtMs !== null) return { report, isVerified: true, isTaken: false };
  if (!report.isProved) return { report, isVerified: false, isTaken: false };
  const isVerified = await ports.store.verifyDomain(domain.id, author);
  return { report, isVerified, isTaken: !isVerified };
}

type Rotated = 'rotated' | 'next key is not in the DNS' | 'rotated by another';

/** The next key signs only what receivers can verify, unless an administrator knows better. */
export async function rotateDomain(
  domain: MailDomain,
  { force }: { readonly force: boolean },
  ports: DomainServicePorts,
  author: Author,
): Promise<Rotated> {
  const { records } = await checkDomain(domain, ports, author.atMs);
  const next = records.find(({ purpose }) => purpose === 'next signature');
  if (!force && next?.verdict !== 'ok') return 'next key is not in the DNS';
  const keys = await rotatedKeys(domain, ports.sealer, author.atMs);
  return (await ports.store.rotateKeys(domain, keys, author)) ? 'rotated' : 'rotated by another';
}
