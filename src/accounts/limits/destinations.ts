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
  #risky: ReadonlySet<string> = new Set();
  /** Of the ranges that are listed: a handful, each looked up once for a phone. */
  #riskyLengths: readonly number[] = [];

  /** What phones of the ranges begin with that are listed as high-risk now. */
  setRisky(prefixes: readonly string[]): void {
    this.#risky = new Set(prefixes);
    this.#riskyLengths = [...new Set(prefixes.map(({ length }) => length))];
  }

  /** A range may be finer than a block, and changes while the program runs: it is asked for each phone. */
  isRisky(phone: PhoneNumber): boolean {
    return this.#riskyLengths.some((length) => this.#risky.has(phone.slice(0, length)));
  }

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
