/**
 * What comes and goes all the time, in no order: a set for objects that live for milliseconds.
 *
 * V8 builds a Set or Map again every few dozen additions and deletions, and has the old table point to the new one. Once
 * a table has come into the old generation, each that follows it does so as well, with all that its members hold, until
 * the whole heap is collected: two thirds of a busy server's requests were copied there so. Where a Map is needed, what
 * it has let go of is emptied.
 */
export type Bagged = {
  /** Where it stands in its bag; below 0: in none. The bag alone sets it. */
  bagPlace: number;
};

export class Bag<Item extends Bagged> {
  readonly #items: Item[] = [];

  /** In no order. Nothing may be added or deleted while they are gone through. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** One that is in it already stays. */
  add(item: Item): void {
    if (item.bagPlace < 0) item.bagPlace = this.#items.push(item) - 1;
  }

  /** One that is not in it, or not any more, may be deleted. */
  delete(item: Item): void {
    const at = item.bagPlace;
    if (at < 0) return;
    item.bagPlace = -1;
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#items[at] = last;
    last.bagPlace = at;
  }
}
