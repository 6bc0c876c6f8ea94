/** Ranges of IP addresses (`10.0.0.0/8`, `2001:db8::/32`), and those that nobody outside may name. */
import { must } from './assert.ts';
import { type IpAddress, parseIpAddress } from './ip-address.ts';

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

type NamedRange = readonly [range: AddressRange, name: string];

const metadataFour = ['169.254.169.254', '100.100.100.200', '168.63.129.16'];

/** Hosts that answer every program on a cloud's machine, with credentials among other things. */
export const metadataAddresses: readonly AddressRange[] = [
  ...metadataFour,
  ...metadataFour.map((four) => `::ffff:${four}`),
  'fd00:ec2::254',
].map(rangeOf);

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), and what is not unicast. */
export const refusedFour: readonly NamedRange[] = [
  [rangeOf('0.0.0.0/8'), 'this network'],
  [rangeOf('10.0.0.0/8'), 'a private address'],
  [rangeOf('100.64.0.0/10'), 'a carrier’s shared address'],
  [rangeOf('127.0.0.0/8'), 'a loopback address'],
  [rangeOf('169.254.0.0/16'), 'a link-local address'],
  [rangeOf('172.16.0.0/12'), 'a private address'],
  [rangeOf('192.0.0.0/24'), 'a protocol’s address'],
  [rangeOf('192.0.2.0/24'), 'a documentation address'],
  [rangeOf('192.88.99.0/24'), 'a 6to4 relay'],
  [rangeOf('192.168.0.0/16'), 'a private address'],
  [rangeOf('198.18.0.0/15'), 'a benchmark address'],
  [rangeOf('198.51.100.0/24'), 'a documentation address'],
  [rangeOf('203.0.113.0/24'), 'a documentation address'],
  [rangeOf('224.0.0.0/3'), 'a multicast or reserved address'],
];

/** Inside 2000::/3, the only global unicast space (RFC 4291 §2.4). */
export const refusedSix: readonly NamedRange[] = [
  [rangeOf('2001::/23'), 'a protocol’s address'],
  [rangeOf('2001:db8::/32'), 'a documentation address'],
  [rangeOf('2002::/16'), 'a 6to4 address'],
  [rangeOf('3fff::/20'), 'a documentation address'],
];

/** Outside 2000::/3 everything is refused; these are named, the rest is not global. */
export const namedSix: readonly NamedRange[] = [
  [rangeOf('::1'), 'a loopback address'],
  [rangeOf('::ffff:0:0/96'), 'an IPv4-mapped address'],
  [rangeOf('fc00::/7'), 'a private address'],
  [rangeOf('fe80::/10'), 'a link-local address'],
];

export const globalUnicastSix: AddressRange = rangeOf('2000::/3');

const translatedSix = rangeOf('64:ff9b::/96');

/** RFC 6052 §2.1: under the translators' prefix the last 32 bits are the IPv4 address that is meant. */
export function meantAddress(address: IpAddress): IpAddress {
  return isInRange(address, translatedSix)
    ? { family: 4, bits: address.bits & 0xffff_ffffn }
    : address;
}
