/**
 * A message that may have to be sent again, for 32 s: as a text of one character for each octet, which is one object. What
 * is written comes out of a pool, and a slice of it keeps the whole; a buffer of its own is four objects.
 */
export type KeptOctets = string;

export function keepOctets(octets: Buffer): KeptOctets {
  return octets.toString('latin1');
}

export function readKept(kept: KeptOctets): Buffer {
  return Buffer.from(kept, 'latin1');
}
