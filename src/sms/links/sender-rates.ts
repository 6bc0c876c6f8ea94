/** How fast each sender may go on a bind, where its operator limits that: a rate, so that what a tenth of a second allows may go at once. */
import { BoundedMap } from '#core/bounded-map.ts';

/** The one that is forgotten first has been silent longest, and what it may do is nearly always all again. */
const sendersMax = 10_000;
const burstMs = 100;

export class SenderRates {
  readonly #intervalMs: number;
  /** When the next part of each would be due if all went evenly. */
  readonly #nextAtMs = new BoundedMap<string, number>(sendersMax);

  constructor(ratePerSecond: number) {
    this.#intervalMs = 1_000 / ratePerSecond;
  }

  /** In how many milliseconds a part of the sender may go; 0: now. `nowMs` is of a clock that does not jump. */
  waitMs(sender: string, nowMs: number): number {
    const aheadMs = (this.#nextAtMs.get(sender) ?? nowMs) - nowMs;
    const allowedMs = Math.max(0, burstMs - this.#intervalMs);
    return aheadMs <= allowedMs ? 0 : Math.max(1, aheadMs - allowedMs);
  }

  take(sender: string, nowMs: number): void {
    const dueMs = Math.max(this.#nextAtMs.get(sender) ?? nowMs, nowMs);
    this.#nextAtMs.set(sender, dueMs + this.#intervalMs);
  }
}
