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
