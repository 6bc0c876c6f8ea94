/** Which servers take a domain's mail, as its zone says. RFC 5321 §5.1. */
import { unreachable } from '#core/assert.ts';
import type { Dns, MxRecord } from '#core/dns.ts';
import { isHostName } from '#core/value-kind.ts';
import type { MailReason } from '../mail-fact.ts';
import type { MxHost } from './site.ts';

export type Servers =
  | { readonly kind: 'hosts'; readonly hosts: readonly MxHost[] }
  /** It takes no mail, and says so. */
  | { readonly kind: 'none'; readonly reason: MailReason }
  | { readonly kind: 'unknown'; readonly why: string };

const hostsMax = 10;

export async function findServers(
  dns: Pick<Dns, 'findMx' | 'findA' | 'findAaaa'>,
  domain: string,
): Promise<Servers> {
  const answer = await dns.findMx(domain);
  switch (answer.found) {
    case 'records':
      return readRecords(domain, answer.records);
    case 'no record':
      return findImplicit(dns, domain);
    case 'no name':
      return nowhere('5.1.2', `${domain} does not exist`);
    case 'unknown':
      return { kind: 'unknown', why: `${domain}: ${answer.why.en}` };
    default:
      return unreachable(answer);
  }
}

function readRecords(domain: string, records: readonly MxRecord[]): Servers {
  const named = records
    .map(({ exchange, preference }) => ({ name: exchange.replace(/\.$/, ''), preference }))
    .filter(({ name }) => name !== '');
  // RFC 7505: a single record that names the root.
  if (named.length === 0) return nowhere('5.1.10', `${domain} takes no mail (null MX)`);
  // The DNS carries any octets; a site is called after its hosts, and lanes end such a name at a colon.
  const hosts = named
    .filter(({ name }) => isHostName(name))
    .toSorted((a, b) => a.preference - b.preference)
    .slice(0, hostsMax);
  if (hosts.length > 0) return { kind: 'hosts', hosts };
  return nowhere('5.4.4', `no MX record of ${domain} names a host`);
}

/** RFC 5321 §5.1: without MX the domain itself is the server. */
async function findImplicit(
  dns: Pick<Dns, 'findA' | 'findAaaa'>,
  domain: string,
): Promise<Servers> {
  const answers = await Promise.all([dns.findA(domain), dns.findAaaa(domain)]);
  if (answers.some(({ found }) => found === 'records')) {
    return { kind: 'hosts', hosts: [{ name: domain, preference: 0 }] };
  }
  const unknown = answers.find((answer) => answer.found === 'unknown');
  if (unknown?.found === 'unknown') return { kind: 'unknown', why: `${domain}: ${unknown.why.en}` };
  return nowhere('5.4.4', `${domain} has neither mail server nor address`);
}

/** As a server of ours would refuse it. */
export function nowhere(
  enhanced: string,
  text: string,
): Extract<Servers, { readonly kind: 'none' }> {
  const reason: MailReason = { class: 'domain-unknown', code: 0, enhanced, text, host: '' };
  return { kind: 'none', reason };
}
