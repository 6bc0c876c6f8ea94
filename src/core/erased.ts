/**
 * What stands in place of what was erased. Most of it is nothing at all; what must still be recognised
 * (that somebody wants no messages) is kept as a hash under a key of this installation alone.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { PhoneNumber } from './phone-number.ts';
import type { Sealer } from './sealed.ts';

/** Longer than any phone number, so that nobody takes it for one. */
export const erasedPhone = '0000000000000000' as PhoneNumber;

/** Of the 53 bits that a number holds exactly: sixteen digits, and no phone has more than fifteen. */
const firstPseudonym = 1_000_000_000_000_000n;
const pseudonyms = 8_000_000_000_000_000n;

export class Pseudonyms {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** As lists of phones keep it. */
  ofPhone(phone: string): PhoneNumber {
    const bits = this.#hash(`phone ${phone}`).readBigUInt64BE();
    return String(firstPseudonym + (bits % pseudonyms)) as PhoneNumber;
  }

  /** As lists of addresses keep it: no address has such a form. */
  ofAddress(address: string): string {
    return `#${this.#hash(`email ${address}`).toString('base64url')}`;
  }

  /** What nobody can tell from chance, and each process tells alike: 32 octets. */
  ofTrace(subject: string): Buffer {
    return this.#hash(`trace ${subject}`);
  }

  #hash(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

export const erasureKeyPlace = 'setting/erasure.key/value';

/** The key is drawn once and kept sealed, not derived: another master key must not change it. */
export async function openPseudonyms(
  sealer: Pick<Sealer, 'seal' | 'open'>,
  keep: (sealed: string) => Promise<string>,
): Promise<Pseudonyms> {
  const drawn = sealer.seal(randomBytes(32).toString('base64'), erasureKeyPlace);
  const kept = await keep(drawn);
  return new Pseudonyms(Buffer.from(sealer.open(kept, erasureKeyPlace), 'base64'));
}

/** Where something is kept of a person. */
export const erasureParts = [
  'messages',
  'receipts',
  'replies',
  'emails',
  'events',
  'voicemails',
  'missedCalls',
  'calls',
  'contacts',
  'caughtMails',
  'letters',
] as const;

export type ErasurePart = (typeof erasureParts)[number];
