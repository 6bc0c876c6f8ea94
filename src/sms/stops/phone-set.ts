/** Many phone numbers in little memory: 8 octets each, and a map of what changed since they were read. */

/** Fifteen digits; hashes have sixteen (`core/erased.ts`). */
const greatestPhone = 999_999_999_999_999;

export class PhoneSet {
  /** E.164 has 15 digits at most, which a number holds exactly. */
  #sorted = new Float64Array();
  readonly #changed = new Map<number, boolean>();
  #hasHashes = false;

  /** What was changed already stays so: it is newer than what was read. */
  fill(phones: readonly string[]): void {
    this.#sorted = Float64Array.from(phones, Number).toSorted();
    this.#hasHashes ||= (this.#sorted.at(-1) ?? 0) > greatestPhone;
  }

  get size(): number {
    return this.#sorted.length + this.#changed.size;
  }

  /** Whether any of them may be the hash of a phone that was erased. */
  get hasHashes(): boolean {
    return this.#hasHashes;
  }

  has(phone: string): boolean {
    const number = Number(phone);
    return this.#changed.get(number) ?? this.#find(number);
  }

  set(phone: string, isIn: boolean): void {
    const number = Number(phone);
    this.#changed.set(number, isIn);
    this.#hasHashes ||= number > greatestPhone;
  }

  #find(number: number): boolean {
    let from = 0;
    let to = this.#sorted.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const found = this.#sorted[middle] ?? number;
      if (found === number) return true;
      if (found < number) from = middle + 1;
      else to = middle;
    }
    return false;
  }
}
