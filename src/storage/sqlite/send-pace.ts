/**
 * When a batch of messages leaves for the writer. Each commit costs 0.2 ms of its CPU and wakes two threads, whatever it carries: under
 * a steady load of small batches several of them leave together, 2 ms after those before them. What comes alone waits for nothing.
 */

const spacingMs = 2;
/** So many items are worth a commit at once. */
const enoughItems = 8;
/** The load is steady where so many sends took place within so long: 250 a second. A message alone makes two or three. */
const sendsOfLoad = 4;
const withinMs = 16;

export class SendPace {
  readonly #sentAtMs = new Float64Array(sendsOfLoad).fill(Number.NEGATIVE_INFINITY);
  #next = 0;
  #waiting = 0;

  /** How long a batch of so many items waits for others; 0: it leaves with this turn. */
  waitMs(items: number, nowMs: number): number {
    this.#waiting += items;
    const earliestMs = this.#sentAtMs[this.#next] as number;
    if (this.#waiting >= enoughItems || nowMs - earliestMs > withinMs) return 0;
    const lastMs = this.#sentAtMs[(this.#next + sendsOfLoad - 1) % sendsOfLoad] as number;
    return Math.max(0, lastMs + spacingMs - nowMs);
  }

  /** All that waited has left. */
  sent(nowMs: number): void {
    this.#waiting = 0;
    this.#sentAtMs[this.#next] = nowMs;
    this.#next = (this.#next + 1) % sendsOfLoad;
  }
}
