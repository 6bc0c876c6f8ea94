/** Whether mail could leave: the relay takes us, or the servers of recipients answer at their port. */
import { hostname } from 'node:os';
import type { Config } from '#config.ts';
import { AddressGuard } from '#core/address-guard.ts';
import { must, unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Dns } from '#core/dns.ts';
import { dnsResolver, systemResolver } from '#core/name-resolver.ts';
import { HostBook } from '#mail/delivery/host-addresses.ts';
import { findServers } from '#mail/delivery/mail-servers.ts';
import { connectSmtp, type ServerTls } from '#mail/smtp/connect.ts';
import type { Login } from '#mail/smtp/opening.ts';
import type { Installation } from '../installation.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Domains whose servers are tried until one answers. */
const domainsMax = 3;
const hostsMax = 3;
/** A server that is well answers at once; some greet late on purpose. */
const timeOuts = {
  connectMs: 10_000,
  replyMs: 15_000,
  dataMs: 10_000,
  bodyMs: 10_000,
  stallMs: 10_000,
  tlsMs: 10_000,
  quitMs: 2_000,
};

type Look = { readonly config: Config; readonly clock: Clock; readonly dns: Dns };

type Tried =
  | { readonly ok: true; readonly host: string; readonly security: string }
  | { readonly ok: false; readonly why: string };

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
  attempt: (name: string) => Promise<Tried>,
): Promise<Tried> {
  let last: Tried = { ok: false, why: 'there is none' };
  for (const name of names) {
    last = await attempt(name);
    if (last.ok) return last;
  }
  return last;
}

/** Only what mail may go to is connected to. */
function openHosts({ config: { mail, nameServers }, clock, dns }: Look): HostBook {
  const resolver = nameServers.length === 0 ? undefined : dnsResolver(nameServers);
  const guard = new AddressGuard({ allow: mail.allow, clock, ownAddresses: () => [], resolver });
  return new HostBook({ dns, guard, ip: mail.ip, clock });
}

async function tryDomain(domain: string, hosts: HostBook, look: Look): Promise<Tried> {
  const servers = await findServers(look.dns, domain);
  if (servers.kind === 'none') return { ok: false, why: servers.reason.text };
  if (servers.kind === 'unknown') return { ok: false, why: servers.why };
  const names = servers.hosts.slice(0, hostsMax).map(({ name }) => name);
  return firstThatAnswers(names, (name) => tryHost(name, hosts, look));
}

async function tryHost(name: string, hosts: HostBook, look: Look): Promise<Tried> {
  const found = await hosts.find(name);
  if (found.kind !== 'addresses') return { ok: false, why: found.reason };
  const address = must(found.addresses[0], 'address of a host that has some');
  const tls = { implicit: false, verify: false, name };
  const server = { address, port: look.config.mail.directPort, tls, login: undefined };
  return trySmtp({ ...server, startTls: 'offered' }, look);
}

async function tryRelay(
  { host, port, implicitTls, tls, user, password }: Config['mail']['relays'][number],
  look: Look,
): Promise<Finding> {
  const of = `relay ${host}`;
  const fix = 'See that it runs at that port and takes this user and password: --mail-relay.';
  const [address] = (await systemResolver().resolve(host)).addresses;
  if (address === undefined) return fail(of, `${host} has no address.`, fix);
  const tried = await trySmtp(
    {
      address,
      port,
      tls: { implicit: implicitTls, verify: tls === 'verified', name: host },
      startTls: tls === 'never' ? 'never' : tls === 'opportunistic' ? 'offered' : 'required',
      login: user === undefined ? undefined : { user, password },
    },
    look,
  );
  return tried.ok ? ok(of, `It takes us, ${tried.security}.`) : fail(of, `${tried.why}.`, fix);
}

type SmtpServer = {
  readonly address: string;
  readonly port: number;
  readonly tls: ServerTls;
  readonly startTls: 'never' | 'offered' | 'required';
  readonly login: Login | undefined;
};

/** As far as the first mail would be sent. */
async function trySmtp(server: SmtpServer, { config, clock }: Look): Promise<Tried> {
  const { helloName, sourceAddress } = config.mail;
  const host = server.tls.name;
  const connected = await connectSmtp({
    ...server,
    from: sourceAddress,
    helloName: helloName === '' ? hostname() : helloName,
    windowMax: 1,
    plain: true,
    mailsMax: 1,
    timeOuts,
    clock,
    room: () => undefined,
    ended: () => undefined,
  });
  if (!connected.ok) return { ok: false, why: `${host}: ${connected.fault.reason}` };
  connected.session.quit();
  return { ok: true, host, security: connected.security };
}
