/** The references by which a phone joins the parts of a long text: one phone meets the same one again only after 255 others. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { PhoneNumber } from '#core/phone-number.ts';

/** About 60 bytes each; a phone that has been forgotten starts again by chance. */
const phonesMax = 100_000;
const referencesMax = 65_536;

export class ConcatReferences {
  readonly #random: () => number;
  readonly #last = new BoundedMap<PhoneNumber, number>(phonesMax);

  /** `random` gives 0 to 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** 16 bits; the low 8 differ as well, for headers that have room for no more. */
  draw(phone: PhoneNumber): number {
    const last = this.#last.get(phone);
    const first = Math.floor(this.#random() * referencesMax);
    const reference = last === undefined ? first : (last + 1) % referencesMax;
    this.#last.set(phone, reference);
    return reference;
  }
}
