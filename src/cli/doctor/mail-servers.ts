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
import type { Installation } from '../installation.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Domains whose servers are tried until one answers. */
const domainsMax = 3;
const hostsMax = 3;

type Look = { readonly config: Config; readonly clock: Clock; readonly dns: Dns };

/** In mode `catcher` nothing leaves, and nothing is tried. */
export async function tryMailServers(
  { storage }: Pick<Installation, 'storage'>,
  look: Look,
): Promise<readonly Finding[]> {
  const { mode, relays } = look.config.mail;
  switch (mode) {
    case 'catcher':
      return [];
    case 'relay':
      return Promise.all(relays.map((relay) => tryRelay(relay, look)));
    case 'direct':
      return [await tryDirect(await provedDomains(storage), look)];
    default:
      return unreachable(mode);
  }
}

async function provedDomains({ domains }: Installation['storage']): Promise<readonly string[]> {
  const proved = (await domains.listDomains()).filter(({ verifiedAtMs }) => verifiedAtMs !== null);
  return proved.slice(0, domainsMax).map(({ name }) => name);
}

async function tryDirect(domains: readonly string[], look: Look): Promise<Finding> {
  const of = `port ${look.config.mail.directPort}`;
  if (domains.length === 0) {
    const fix = 'Prove a domain, whose servers can then be tried: parley domain check DOMAIN.';
    return warn(of, 'There is no proved domain whose mail servers could be tried.', fix);
  }
  const hosts = openHosts(look);
  const tried = await firstThatAnswers(domains, (domain) => tryDomain(domain, hosts, look));
  if (tried.ok) return ok(of, `${tried.host} answers, ${tried.security}.`);
  const fix =
    'Have your provider open this port for what leaves this machine, or send by a relay: --mail-mode relay.';
  return fail(of, `No mail server of a proved domain could be reached: ${tried.why}.`, fix);
}

async function firstThatAnswers(
  names: readonly string[],
  attempt: (name: string) => Promise<ServerTrial>,
): Promise<ServerTrial> {
  let last: ServerTrial = { ok: false, why: 'there is none' };
  for (const name of names) {
    last = await attempt(name);
    if (last.ok) return last;
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
): Promise<ServerTrial> {
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
  const of = `relay ${host}`;
  const fix = 'See that it runs at that port and takes this user and password: --mail-relay.';
  const [address] = (await systemResolver().resolve(host)).addresses;
  if (address === undefined) return fail(of, `${host} has no address.`, fix);
  const login = user === undefined ? undefined : { user, password };
  const tried = await tryServer(
    { ...relay, name: host, address, login },
    { ...config.mail, clock },
  );
  return tried.ok ? ok(of, `It takes us, ${tried.security}.`) : fail(of, `${tried.why}.`, fix);
}
