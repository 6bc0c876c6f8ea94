/** What happens, in order; each is taken once. */
export class Queue<Value> {
  readonly #come: Value[] = [];
  readonly #takers: ((value: Value) => void)[] = [];

  add(value: Value): void {
    const taker = this.#takers.shift();
    if (taker === undefined) this.#come.push(value);
    else taker(value);
  }

  /** How many have come and were not taken. */
  get size(): number {
    return this.#come.length;
  }

  next(): Promise<Value> {
    if (this.#come.length > 0) return Promise.resolve(this.#come.shift() as Value);
    return new Promise((resolve) => this.#takers.push(resolve));
  }
}
