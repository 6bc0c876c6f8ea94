/** Host names to addresses, with a time limit, remembered for as long as the records allow. */
import { lookup, Resolver } from 'node:dns/promises';
import { BoundedMap } from './bounded-map.ts';
import type { Clock } from './clock.ts';

export type Resolved = { readonly addresses: readonly string[]; readonly ttlS: number };

export interface NameResolver {
  /** Both families, IPv4 first; no addresses if the name has none or nobody answered in time. */
  resolve(name: string): Promise<Resolved>;
}

/** Names remembered at once. */
const namesMax = 10_000;
/** Of one name: an answer over TCP has room for four thousand. */
const addressesMax = 64;
/** A shorter TTL would let a hostile zone make us ask for every connection, a longer one delays a move. */
const ttlS = { min: 5, max: 60 };

/**
 * Asks the name servers on sockets of its own. The system's `getaddrinfo` runs on the four threads
 * that files and ciphers share, so a slow zone would stall them. `servers` stand in for the machine's.
 */
export function dnsResolver(servers?: readonly string[]): NameResolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    async resolve(name) {
      const found = await Promise.allSettled([
        resolver.resolve4(name, { ttl: true }),
        resolver.resolve6(name, { ttl: true }),
      ]);
      const records = found.flatMap((answer) =>
        answer.status === 'fulfilled' ? answer.value : [],
      );
      return {
        addresses: records.slice(0, addressesMax).map(({ address }) => address),
        ttlS: Math.min(...records.map(({ ttl }) => ttl)),
      };
    },
  };
}

/** As the machine itself resolves names, its hosts file included; for names an administrator listed. */
export function systemResolver(): NameResolver {
  return {
    async resolve(name) {
      try {
        const found = await lookup(name, { all: true, order: 'ipv4first' });
        return { addresses: found.map(({ address }) => address), ttlS: ttlS.min };
      } catch {
        return { addresses: [], ttlS: ttlS.min };
      }
    },
  };
}

type Remembered = { readonly found: Promise<Resolved>; untilMs: number };

/** Remembers answers; callers who ask for a name at the same time share one question. */
export class RememberingResolver implements NameResolver {
  readonly #inner: NameResolver;
  readonly #clock: Clock;
  readonly #names = new BoundedMap<string, Remembered>(namesMax);

  constructor(inner: NameResolver, clock: Clock) {
    this.#inner = inner;
    this.#clock = clock;
  }

  resolve(name: string): Promise<Resolved> {
    const known = this.#names.get(name);
    if (known !== undefined && known.untilMs > this.#clock.monotonicMs()) return known.found;
    const remembered = { found: this.#inner.resolve(name), untilMs: Infinity };
    this.#names.set(name, remembered);
    void this.#keep(name, remembered);
    return remembered.found;
  }

  async #keep(name: string, remembered: Remembered): Promise<void> {
    try {
      const { addresses, ttlS: recordTtlS } = await remembered.found;
      const keptS = addresses.length === 0 ? ttlS.min : recordTtlS;
      const boundedS = Math.min(Math.max(keptS, ttlS.min), ttlS.max);
      remembered.untilMs = this.#clock.monotonicMs() + boundedS * 1_000;
    } catch {
      this.#names.delete(name);
    }
  }
}
