/** Whose number it is, and whether calling it costs more than calling a phone: asked for every message. */
import { BoundedMap } from '#core/bounded-map.ts';
import { countryOf, isCostly, type PhoneNumber } from '#core/phone-number.ts';
import type { OpenCountries } from './policy.ts';

export type Destination = {
  /** ISO 3166; undefined for satellites and the like. */
  readonly country: string | undefined;
  /** Premium, shared cost, satellite. */
  readonly costly: boolean;
  /** The 10,000 numbers that share all but the last four digits: what these share. */
  readonly block: number;
};

/** Blocks remembered: plans are cut in blocks of 10,000 at the finest, and the library takes 10 µs. */
const blocksMax = 50_000;
const blockNumbers = 10_000;

export class Destinations {
  readonly #blocks = new BoundedMap<number, Destination>(blocksMax);

  of(phone: PhoneNumber): Destination {
    // A key of digits would have to be hashed for each phone; E.164 has 15 at most, which a number holds.
    const block = Math.floor(Number(phone) / blockNumbers);
    const known = this.#blocks.get(block);
    if (known !== undefined) return known;
    const destination = { country: countryOf(phone), costly: isCostly(phone), block };
    this.#blocks.set(block, destination);
    return destination;
  }
}

export function isOpen(
  { country }: Destination,
  open: OpenCountries,
  homeCountry: string,
): boolean {
  if (open === 'all' || country === homeCountry) return true;
  return open !== 'home' && country !== undefined && open.has(country);
}
