/** Whether mail could leave: the relay takes us, or the servers of recipients answer at their port. */
import type { Config } from '#config.ts';
import { AddressGuard } from '#core/address-guard.ts';
import { must, unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Dns } from '#core/dns.ts';
import { dnsResolver, systemResolver } from '#core/name-resolver.ts';
import { HostAddressCache } from '#mail/delivery/host-addresses.ts';
import { findServers } from '#mail/delivery/mail-servers.ts';
import { type ServerTrial, tryServer } from '#mail/delivery/try-server.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { findingParts } from './finding-words.ts';
import type { DoctorStores } from './stores.ts';

/** Domains whose servers are tried until one answers. */
const domainsMax = 3;
const hostsMax = 3;

type Look = { readonly config: Config; readonly clock: Clock; readonly dns: Dns };

/** In mode `catcher` nothing leaves, and nothing is tried. */
export async function tryMailServers(
  domains: DoctorStores['domains'],
  look: Look,
): Promise<readonly Finding[]> {
  const { mode, relays } = look.config.mail;
  switch (mode) {
    case 'catcher':
      return [];
    case 'relay':
      return Promise.all(relays.map((relay) => tryRelay(relay, look)));
    case 'direct':
      return [await tryDirect(await provedDomains(domains), look)];
    default:
      return unreachable(mode);
  }
}

async function provedDomains(domains: DoctorStores['domains']): Promise<readonly string[]> {
  const proved = (await domains.listDomains()).filter(({ verifiedAtMs }) => verifiedAtMs !== null);
  return proved.slice(0, domainsMax).map(({ name }) => name);
}

async function tryDirect(domains: readonly string[], look: Look): Promise<Finding> {
  const port = look.config.mail.directPort;
  if (domains.length === 0) return warn('no domain is proved', { port });
  const hosts = openHosts(look);
  const tried = await firstThatAnswers(domains, (domain) => tryDomain(domain, hosts, look));
  if (tried === undefined) {
    return fail('no mail server answers', { port, why: findingParts.none });
  }
  if (!tried.ok) return fail('no mail server answers', { port, why: tried.why });
  return ok('mail server answers', { port, host: tried.host, security: tried.security });
}

async function firstThatAnswers(
  names: readonly string[],
  attempt: (name: string) => Promise<ServerTrial | undefined>,
): Promise<ServerTrial | undefined> {
  let last: ServerTrial | undefined;
  for (const name of names) {
    last = await attempt(name);
    if (last?.ok === true) return last;
  }
  return last;
}

/** Only what mail may go to is connected to. */
function openHosts({ config: { mail, nameServers }, clock, dns }: Look): HostAddressCache {
  const resolver = nameServers.length === 0 ? undefined : dnsResolver(nameServers);
  const guard = new AddressGuard({ allow: mail.allow, clock, ownAddresses: () => [], resolver });
  return new HostAddressCache({ dns, guard, ip: mail.ip, clock });
}

async function tryDomain(
  domain: string,
  hosts: HostAddressCache,
  look: Look,
): Promise<ServerTrial | undefined> {
  const servers = await findServers(look.dns, domain);
  if (servers.kind === 'none') return { ok: false, why: servers.reason.text };
  if (servers.kind === 'unknown') return { ok: false, why: servers.why };
  const names = servers.hosts.slice(0, hostsMax).map(({ name }) => name);
  return firstThatAnswers(names, (name) => tryHost(name, hosts, look));
}

async function tryHost(name: string, hosts: HostAddressCache, look: Look): Promise<ServerTrial> {
  const found = await hosts.find(name);
  if (found.kind !== 'addresses') return { ok: false, why: found.reason };
  const address = must(found.addresses[0], 'address of a host that has some');
  const { mail } = look.config;
  const server = { name, address, port: mail.directPort, implicitTls: false } as const;
  return tryServer({ ...server, tls: 'opportunistic' }, { ...mail, clock: look.clock });
}

async function tryRelay(
  { host, user, password, ...relay }: Config['mail']['relays'][number],
  { config, clock }: Look,
): Promise<Finding> {
  const [address] = (await systemResolver().resolve(host)).addresses;
  if (address === undefined) return fail('relay has no address', { host });
  const login = user === undefined ? undefined : { user, password };
  const tried = await tryServer(
    { ...relay, name: host, address, login },
    { ...config.mail, clock },
  );
  return tried.ok
    ? ok('relay takes mails', { host, security: tried.security })
    : fail('relay does not answer well', { host, why: tried.why });
}
