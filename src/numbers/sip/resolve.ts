/** Names to hops (RFC 3263): NAPTR says by which transport, SRV at which port, A and AAAA where. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { must } from '#core/assert.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { keptKey } from '#core/kept-key.ts';
import { type NameResolver, systemResolver } from '#core/name-resolver.ts';
import type { Hop, TransportName, Where } from './user-agent.ts';

export type SrvRecord = {
  readonly name: string;
  readonly port: number;
  readonly priority: number;
  readonly weight: number;
};

export type NaptrRecord = {
  readonly flags: string;
  readonly service: string;
  readonly replacement: string;
  readonly order: number;
  readonly preference: number;
};

/** The questions that are asked. No answer is an empty list. */
export interface SipNames {
  naptr(name: string): Promise<readonly NaptrRecord[]>;
  srv(name: string): Promise<readonly SrvRecord[]>;
  addresses(name: string): Promise<readonly string[]>;
}

const questionMs = 2_000;
const rememberedMs = 60_000;
const namesMax = 1_000;
const hopsMax = 16;
const namesPerQuestionMax = 8;

const transports: readonly TransportName[] = ['udp', 'tcp', 'tls'];
const services: Readonly<Record<string, TransportName>> = {
  'SIP+D2U': 'udp',
  'SIP+D2T': 'tcp',
  'SIPS+D2T': 'tls',
};

/** The machine's name servers; addresses also as the machine itself knows them, its hosts file included. */
export function dnsNames(system: NameResolver = systemResolver()): SipNames {
  const resolver = new Resolver({ timeout: questionMs, tries: 1 });
  return {
    naptr: (name) => orNone(resolver.resolveNaptr(name)),
    srv: (name) => orNone(resolver.resolveSrv(name)),
    addresses: async (name) => {
      const found = await Promise.all([
        orNone(resolver.resolve4(name)),
        orNone(resolver.resolve6(name)),
      ]);
      const addresses = found.flat();
      return addresses.length > 0 ? addresses : (await system.resolve(name)).addresses;
    },
  };
}

function orNone<Value>(asked: Promise<Value[]>): Promise<Value[]> {
  return asked.catch(() => []);
}

/** RFC 1035 §2.3.4, written with dots: no longer name has an address. */
const hostCharactersMax = 253;

export type ResolverPorts = {
  readonly clock: Clock;
  /** Draws among equals by weight. */
  readonly random: () => number;
  readonly names: SipNames;
};

export class HopResolver {
  readonly #ports: ResolverPorts;
  readonly #known = new BoundedMap<
    string,
    { readonly hops: Promise<readonly Hop[]>; readonly untilMs: number }
  >(namesMax);

  constructor(ports: ResolverPorts) {
    this.#ports = ports;
  }

  async resolve(where: Where): Promise<readonly Hop[]> {
    const { certificates } = where;
    const hops = await this.#resolve(where);
    return certificates === undefined ? hops : hops.map((hop) => ({ ...hop, certificates }));
  }

  #resolve(where: Where): Promise<readonly Hop[]> {
    const { host, port, transport } = where;
    if (isIP(host) !== 0) return Promise.resolve([hopAt(host, where)]);
    if (host.length > hostCharactersMax) return Promise.resolve([]);
    const key = keptKey(`${host.toLowerCase()} ${port ?? ''} ${transport ?? ''}`);
    const known = this.#known.get(key);
    const nowMs = this.#ports.clock.monotonicMs();
    if (known !== undefined && known.untilMs > nowMs) return known.hops;
    const hops = this.#ask(where);
    this.#known.set(key, { hops, untilMs: nowMs + rememberedMs });
    return hops;
  }

  async #ask(where: Where): Promise<readonly Hop[]> {
    // §4.2: a port that is named leaves nothing to SRV records.
    const found = where.port === undefined ? await this.#askServices(where) : [];
    const hops = found.length > 0 ? found : await this.#addressesOf(where.host, where);
    return hops.slice(0, hopsMax);
  }

  async #askServices({ host, transport }: Where): Promise<Hop[]> {
    const names = transport === undefined ? await this.#askNaptr(host) : [];
    const asked =
      names.length > 0
        ? names
        : transports
            .filter((each) => transport === undefined || each === transport)
            .map((each) => ({ transport: each, name: serviceName(each, host) }));
    const found = await Promise.all(asked.map((each) => this.#askSrv(each, host)));
    return found.flat();
  }

  /** §4.1, in the order that the domain prefers. */
  async #askNaptr(host: string): Promise<{ transport: TransportName; name: string }[]> {
    const records = await this.#ports.names.naptr(host);
    return records
      .filter(({ flags }) => flags.toLowerCase() === 's')
      .toSorted((a, b) => a.order - b.order || a.preference - b.preference)
      .flatMap(({ service, replacement }) => {
        const transport = services[service.toUpperCase()];
        return transport === undefined ? [] : [{ transport, name: replacement }];
      })
      .slice(0, namesPerQuestionMax);
  }

  async #askSrv({ transport, name }: { transport: TransportName; name: string }, host: string) {
    const records = orderSrv(await this.#ports.names.srv(name), this.#ports.random);
    const found = await Promise.all(
      records.slice(0, namesPerQuestionMax).map((record) =>
        // RFC 5922 §4: a certificate speaks for the domain that was asked for, not for the target.
        this.#addressesOf(record.name, { host, port: record.port, transport }),
      ),
    );
    return found.flat();
  }

  async #addressesOf(name: string, where: Where): Promise<Hop[]> {
    const addresses = isIP(name) === 0 ? await this.#ports.names.addresses(name) : [name];
    return addresses.map((address) => hopAt(address, where));
  }
}

function serviceName(transport: TransportName, host: string): string {
  return transport === 'tls' ? `_sips._tcp.${host}` : `_sip._${transport}.${host}`;
}

function hopAt(address: string, { host, port, transport = 'udp' }: Where): Hop {
  const hop = { transport, address, port: port ?? (transport === 'tls' ? 5_061 : 5_060) };
  return transport === 'tls' && isIP(host) === 0 ? { ...hop, serverName: host } : hop;
}

/** RFC 2782: by priority; among equals each place is drawn by weight. */
function orderSrv(records: readonly SrvRecord[], random: () => number): SrvRecord[] {
  const left = records.filter(({ name }) => name !== '' && name !== '.');
  const ordered: SrvRecord[] = [];
  while (left.length > 0) {
    const first = Math.min(...left.map(({ priority }) => priority));
    const chosen = drawByWeight(
      left.filter(({ priority }) => priority === first),
      random,
    );
    ordered.push(chosen);
    left.splice(left.indexOf(chosen), 1);
  }
  return ordered;
}

function drawByWeight(equals: readonly SrvRecord[], random: () => number): SrvRecord {
  let left = random() * equals.reduce((sum, { weight }) => sum + weight, 0);
  for (const each of equals) {
    left -= each.weight;
    if (left < 0) return each;
  }
  return must(equals[0], 'record of the first priority');
}
