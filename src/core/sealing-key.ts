/**
 * The keys that seal secrets are kept in the database, wrapped by the master key. So another master key can take the
 * place of the first one without a touch of what is sealed, and both open it as long as both wraps stand.
 */
import { createSealer, keyIdOf, SealBroken, sealedWith } from './sealed.ts';
import { readRing, type SealingRing, writeRing } from './sealing-ring.ts';

/** Each names its master key, as all sealed text does. */
export type Wraps = readonly string[];

const place = 'setting/sealing_key';

export function wrapRing(ring: SealingRing, masterKey: Uint8Array): string {
  return createSealer(masterKey).seal(writeRing(ring), place);
}

/** Throws `SealBroken` where no wrap is of that master key. */
export function unwrapRing(wraps: Wraps, masterKey: Uint8Array): SealingRing {
  const [own] = wrapsOf(wraps, masterKey);
  if (own !== undefined) return readRing(createSealer(masterKey).open(own, place));
  const known = wraps.map((wrap) => sealedWith(wrap)).join(' or ');
  throw new SealBroken(
    `This is the master key ${keyIdOf(masterKey)}, and the secrets of this installation are opened by ${known}`,
  );
}

/** Those that this master key opens: one, or none. */
export function wrapsOf(wraps: Wraps, masterKey: Uint8Array): Wraps {
  const id = keyIdOf(masterKey);
  return wraps.filter((wrap) => sealedWith(wrap) === id);
}
