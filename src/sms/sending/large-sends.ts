/**
 * Requests to many phones take turns. Each is judged, drafted and committed in one go, some 10 ms of this
 * thread and 20 ms of the writer for 500 phones. Were all that clients post at once under way together,
 * a code would wait behind all of them; so it waits behind two.
 */

/** One is committed while the next is judged. */
const underWayMax = 2;
/** About ten seconds' worth; who comes later is told to come back. */
const waitingMax = 200;

export class LargeSends {
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];

  get isFull(): boolean {
    return this.#waiting.length >= waitingMax;
  }

  /** In the order of the calls. */
  async takeTurn<Reply>(work: () => Promise<Reply>): Promise<Reply> {
    if (this.#underWay < underWayMax) this.#underWay += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place goes on to it.
      if (next === undefined) this.#underWay -= 1;
      else next();
    }
  }
}
