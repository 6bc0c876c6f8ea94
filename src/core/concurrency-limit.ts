/** So many at a time, of one account and of all. */

export class ConcurrencyLimit {
  readonly #perAccountMax: number;
  readonly #max: number;
  readonly #taken = new Map<number, number>();
  #all = 0;

  constructor(perAccountMax: number, max: number) {
    this.#perAccountMax = perAccountMax;
    this.#max = max;
  }

  /** Undefined where there is none; else disposed of once it is free again. */
  take(accountId: number): Disposable | undefined {
    const taken = this.#taken.get(accountId) ?? 0;
    if (taken >= this.#perAccountMax || this.#all >= this.#max) return undefined;
    this.#taken.set(accountId, taken + 1);
    this.#all += 1;
    return { [Symbol.dispose]: () => this.#free(accountId) };
  }

  #free(accountId: number): void {
    const left = (this.#taken.get(accountId) ?? 1) - 1;
    if (left === 0) this.#taken.delete(accountId);
    else this.#taken.set(accountId, left);
    this.#all -= 1;
  }
}
