/** Cuts a stream into reads, as networks do. */

/** However short a read is to be, there are no more of them. */
const readsMax = 64;

/** The first octet says how long a read is, from 1 octet to 32 KB, by powers of two; the rest is the stream. */
export function* readsOf(octets: Buffer): Generator<Buffer> {
  const stream = octets.subarray(1);
  const wanted = 2 ** ((octets[0] ?? 0) & 15);
  const step = Math.max(wanted, Math.ceil(stream.length / readsMax));
  for (let at = 0; at < stream.length; at += step) yield stream.subarray(at, at + step);
}

/** A good stream as inputs: whole, and in short reads. */
export function inReads(stream: Buffer): readonly Buffer[] {
  return [15, 4].map((first) => Buffer.concat([Buffer.of(first), stream]));
}
