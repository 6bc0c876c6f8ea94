/** Ranges of IP addresses (`10.0.0.0/8`, `2001:db8::/32`), and those that nobody outside may name. */
import { must } from './assert.ts';
import { type IpAddress, parseIpAddress } from './ip-address.ts';
import type { Sentence } from './words.ts';

export type AddressRange = {
  readonly family: 4 | 6;
  /** The network's bits, without the host's. */
  readonly network: bigint;
  readonly hostBits: bigint;
};

const written = /^(?<address>[0-9a-f:.]+)(?:\/(?<length>\d{1,3}))?$/i;

/** Reads a range, or one address as a range of itself; bits behind the prefix must be zero. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const { address, length } = written.exec(text)?.groups ?? {};
  const parsed = address === undefined ? undefined : parseIpAddress(address);
  if (parsed === undefined) return undefined;
  const width = parsed.family === 4 ? 32 : 128;
  const prefix = length === undefined ? width : Number(length);
  if (prefix > width) return undefined;
  const hostBits = BigInt(width - prefix);
  const network = parsed.bits >> hostBits;
  return network << hostBits === parsed.bits
    ? { family: parsed.family, network, hostBits }
    : undefined;
}

export function isInRange(address: IpAddress, range: AddressRange): boolean {
  return address.family === range.family && address.bits >> range.hostBits === range.network;
}

/** Whether the range is one address and no more. */
export function isSingle(range: AddressRange): boolean {
  return range.hostBits === 0n;
}

function rangeOf(text: string): AddressRange {
  return must(parseAddressRange(text), `range ${text}`);
}

type NamedRange = readonly [range: AddressRange, kind: Sentence];

/** What a refused address is. */
const kinds = {
  thisNetwork: { en: 'this network', fr: 'ce réseau' },
  private: { en: 'a private address', fr: 'une adresse privée' },
  carrier: { en: 'a carrier’s shared address', fr: 'une adresse partagée d’opérateur' },
  loopback: { en: 'a loopback address', fr: 'une adresse de bouclage' },
  linkLocal: { en: 'a link-local address', fr: 'une adresse de lien local' },
  protocol: { en: 'a protocol’s address', fr: 'une adresse de protocole' },
  documentation: { en: 'a documentation address', fr: 'une adresse de documentation' },
  relay: { en: 'a 6to4 relay', fr: 'un relais 6to4' },
  benchmark: { en: 'a benchmark address', fr: 'une adresse de banc d’essai' },
  multicast: { en: 'a multicast or reserved address', fr: 'une adresse multicast ou réservée' },
  sixToFour: { en: 'a 6to4 address', fr: 'une adresse 6to4' },
  mapped: { en: 'an IPv4-mapped address', fr: 'une adresse IPv4 dans IPv6' },
} satisfies Record<string, Sentence>;

const metadataFour = ['169.254.169.254', '100.100.100.200', '168.63.129.16'];

/** Hosts that answer every program on a cloud's machine, with credentials among other things. */
export const metadataAddresses: readonly AddressRange[] = [
  ...metadataFour,
  ...metadataFour.map((four) => `::ffff:${four}`),
  'fd00:ec2::254',
].map(rangeOf);

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), and what is not unicast. */
export const refusedFour: readonly NamedRange[] = [
  [rangeOf('0.0.0.0/8'), kinds.thisNetwork],
  [rangeOf('10.0.0.0/8'), kinds.private],
  [rangeOf('100.64.0.0/10'), kinds.carrier],
  [rangeOf('127.0.0.0/8'), kinds.loopback],
  [rangeOf('169.254.0.0/16'), kinds.linkLocal],
  [rangeOf('172.16.0.0/12'), kinds.private],
  [rangeOf('192.0.0.0/24'), kinds.protocol],
  [rangeOf('192.0.2.0/24'), kinds.documentation],
  [rangeOf('192.88.99.0/24'), kinds.relay],
  [rangeOf('192.168.0.0/16'), kinds.private],
  [rangeOf('198.18.0.0/15'), kinds.benchmark],
  [rangeOf('198.51.100.0/24'), kinds.documentation],
  [rangeOf('203.0.113.0/24'), kinds.documentation],
  [rangeOf('224.0.0.0/3'), kinds.multicast],
];

/** Inside 2000::/3, the only global unicast space (RFC 4291 §2.4). */
export const refusedSix: readonly NamedRange[] = [
  [rangeOf('2001::/23'), kinds.protocol],
  [rangeOf('2001:db8::/32'), kinds.documentation],
  [rangeOf('2002::/16'), kinds.sixToFour],
  [rangeOf('3fff::/20'), kinds.documentation],
];

/** Outside 2000::/3 everything is refused; these are named, the rest is not global. */
export const namedSix: readonly NamedRange[] = [
  [rangeOf('::1'), kinds.loopback],
  [rangeOf('::ffff:0:0/96'), kinds.mapped],
  [rangeOf('fc00::/7'), kinds.private],
  [rangeOf('fe80::/10'), kinds.linkLocal],
];

export const globalUnicastSix: AddressRange = rangeOf('2000::/3');

const translatedSix = rangeOf('64:ff9b::/96');

/** RFC 6052 §2.1: under the translators' prefix the last 32 bits are the IPv4 address that is meant. */
export function meantAddress(address: IpAddress): IpAddress {
  return isInRange(address, translatedSix)
    ? { family: 4, bits: address.bits & 0xffff_ffffn }
    : address;
}
