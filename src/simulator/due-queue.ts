/** Things that are due at their own time, the next one first: a binary heap. */

type Entry<Item> = { readonly dueAtMs: number; readonly order: number; readonly item: Item };

export class DueQueue<Item> {
  readonly #heap: Entry<Item>[] = [];
  #order = 0;

  get size(): number {
    return this.#heap.length;
  }

  get nextDueAtMs(): number | undefined {
    return this.#heap[0]?.dueAtMs;
  }

  add(item: Item, dueAtMs: number): void {
    const entry = { dueAtMs, order: this.#order++, item };
    let at = this.#heap.length;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = this.#heap[parentAt];
      if (parent === undefined || !isBefore(entry, parent)) break;
      this.#heap[at] = parent;
      at = parentAt;
    }
    this.#heap[at] = entry;
  }

  /** The next item, if it is due. */
  take(nowMs: number): Item | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.dueAtMs > nowMs) return undefined;
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) this.#sink(last);
    return first.item;
  }

  /** Finds the place of an entry, from the top. */
  #sink(entry: Entry<Item>): void {
    let at = 0;
    for (;;) {
      const childAt = this.#earlierChild(2 * at + 1);
      const child = this.#heap[childAt];
      if (child === undefined || isBefore(entry, child)) break;
      this.#heap[at] = child;
      at = childAt;
    }
    this.#heap[at] = entry;
  }

  #earlierChild(leftAt: number): number {
    const left = this.#heap[leftAt];
    const right = this.#heap[leftAt + 1];
    return left !== undefined && right !== undefined && isBefore(right, left) ? leftAt + 1 : leftAt;
  }
}

/** Due at the same instant, they come in the order they were added. */
function isBefore(a: Entry<unknown>, b: Entry<unknown>): boolean {
  return a.dueAtMs < b.dueAtMs || (a.dueAtMs === b.dueAtMs && a.order < b.order);
}

/** First in, first out, at a cost that does not grow with what waits. */

/** Places at the front that have been taken are given back once there are so many of them. */
const takenMax = 1_024;

export class Fifo<Item> {
  #items: Item[] = [];
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  get first(): Item | undefined {
    return this.#items[this.#first];
  }

  dropFirst(): void {
    if (this.size === 0) return;
    this.#first++;
    if (this.#first < takenMax && this.#first < this.#items.length) return;
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}
