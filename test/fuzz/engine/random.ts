/** xorshift32: the same seed gives the same inputs on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 1;
  }

  below(bound: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % bound;
  }

  /** Of nothing, undefined. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(Math.max(items.length, 1))];
  }
}
