/**
 * The key that seals secrets is drawn once and kept in the database, wrapped by the master key. So another master key
 * can take the place of the first one without a touch of what is sealed, and both open it as long as both wraps stand.
 */
import { randomBytes } from 'node:crypto';
import { createSealer, keyIdOf, masterKeyBytes, SealBroken } from './sealed.ts';

/** Each names its master key, as all sealed text does. */
export type Wraps = readonly string[];

const place = 'setting/sealing_key';

export function drawSealingKey(): Buffer {
  return randomBytes(masterKeyBytes);
}

export function wrapKey(sealingKey: Uint8Array, masterKey: Uint8Array): string {
  return createSealer(masterKey).seal(Buffer.from(sealingKey).toString('base64'), place);
}

/** Throws `SealBroken` where no wrap is of that master key. */
export function unwrapKey(wraps: Wraps, masterKey: Uint8Array): Buffer {
  const [own] = wrapsOf(wraps, masterKey);
  if (own !== undefined) return Buffer.from(createSealer(masterKey).open(own, place), 'base64');
  const known = wraps.map((wrap) => wrap.split('.')[1]).join(' or ');
  throw new SealBroken(
    `This is the master key ${keyIdOf(masterKey)}, and the secrets of this installation are opened by ${known}`,
  );
}

/** Those that this master key opens: one, or none. */
export function wrapsOf(wraps: Wraps, masterKey: Uint8Array): Wraps {
  const id = keyIdOf(masterKey);
  return wraps.filter((wrap) => wrap.split('.')[1] === id);
}
