/** A map that forgets its oldest entry rather than grow past its bound: the body of a cache. */
export class BoundedMap<Key, Value> {
  readonly #max: number;
  readonly #entries = new Map<Key, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** A key set again counts as new. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    const oldest = this.#entries.size >= this.#max ? this.#entries.keys().next() : undefined;
    if (oldest?.done === false) this.#entries.delete(oldest.value);
    this.#entries.set(key, value);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
