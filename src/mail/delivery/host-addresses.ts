/** The addresses of mail servers that may be connected to: the recipient's zone names them, so they are vetted. */

import type { AddressGuard } from '#core/address-guard.ts';
import type { FaultText } from '#core/attempt-fault.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import type { Dns, DnsAnswer } from '#core/dns.ts';

export type HostAddresses =
  | { readonly kind: 'addresses'; readonly addresses: readonly string[] }
  /** It has none that we may use, for sure. */
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export type IpChoice = 'both' | '4' | '6';

export type HostAddressPorts = {
  readonly dns: Pick<Dns, 'findA' | 'findAaaa'>;
  readonly guard: Pick<AddressGuard, 'vet'>;
  readonly ip: IpChoice;
  readonly clock: Clock;
};

type Remembered = { readonly untilMs: number; readonly found: Promise<HostAddresses> };

const hostsMax = 20_000;
const rememberedMs = 60_000;

export class HostAddressCache {
  readonly #ports: HostAddressPorts;
  readonly #hosts = new BoundedMap<string, Remembered>(hostsMax);

  constructor(ports: HostAddressPorts) {
    this.#ports = ports;
  }

  /** IPv4 first: fewer receivers refuse it. */
  find(name: string): Promise<HostAddresses> {
    const nowMs = this.#ports.clock.monotonicMs();
    const known = this.#hosts.get(name);
    if (known !== undefined && known.untilMs > nowMs) return known.found;
    const found = this.#find(name);
    this.#hosts.set(name, { untilMs: nowMs + rememberedMs, found });
    return found;
  }

  async #find(name: string): Promise<HostAddresses> {
    const { dns, ip } = this.#ports;
    const answers = await Promise.all([
      ip === '6' ? none : dns.findA(name),
      ip === '4' ? none : dns.findAaaa(name),
    ]);
    const all = answers.flatMap((answer) => (answer.found === 'records' ? answer.records : []));
    const vetted = await Promise.all(all.map((address) => this.#ports.guard.vet(address)));
    const addresses = all.filter((_, n) => vetted[n]?.ok === true);
    if (addresses.length > 0) return { kind: 'addresses', addresses };
    const unknown = answers.find((answer) => answer.found === 'unknown');
    if (unknown?.found === 'unknown')
      return { kind: 'unknown', reason: `${name}: ${unknown.why.en}` };
    const refused = vetted.find((one) => !one.ok);
    const reason =
      refused?.ok === false ? refused.reason.en : ('has no address' satisfies FaultText);
    return { kind: 'none', reason: `${name} ${reason}` };
  }
}

const none: DnsAnswer<string> = { found: 'no record' };
