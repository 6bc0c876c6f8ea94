/**
 * Whose request it is: the peer of the connection, or, where that is a proxy we were told to believe, the client that
 * it names. X-Forwarded-For grows to the right, one address a hop, and what stands left of the last hop that is not
 * ours was written by the sender.
 */
import { type AddressRange, isInRange } from '#core/address-range.ts';
import { parseIpAddress } from '#core/ip-address.ts';
import { keptKey } from '#core/kept-key.ts';

/** Hops that are looked at; a client may write as many as fit a header. */
const hopsMax = 20;

export function clientAddress(
  peer: string,
  forwarded: string | undefined,
  trusted: readonly AddressRange[],
): string {
  if (trusted.length === 0 || forwarded === undefined || !isTrusted(peer, trusted)) return peer;
  let client = peer;
  for (const hop of forwarded.split(',').slice(-hopsMax).toReversed()) {
    const address = hop.trim();
    // A proxy of ours writes addresses: what is none came from further away.
    if (parseIpAddress(address) === undefined) return client;
    // A copy: the header that it was cut from does not stay in memory with it.
    client = keptKey(address);
    if (!isTrusted(address, trusted)) return client;
  }
  return client;
}

/** Whether that is one of our proxies. */
export function isTrusted(text: string, trusted: readonly AddressRange[]): boolean {
  // A socket of both families shows IPv4 peers in this form (RFC 4291 §2.5.5.2).
  const address = parseIpAddress(text.replace(/^::ffff:(?=\d+\.)/i, ''));
  return address !== undefined && trusted.some((range) => isInRange(address, range));
}
