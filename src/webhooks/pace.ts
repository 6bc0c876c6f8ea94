/** So many requests a second and no more: a bucket that holds a quarter of a second, one request at least. */

export class Pace {
  #perS: number | null = null;
  #room = 1;
  #roomMax = 1;
  #seenMs: number;

  constructor(nowMs: number) {
    this.#seenMs = nowMs;
  }

  /** Null: no limit. */
  limit(perS: number | null): void {
    if (this.#perS === perS) return;
    this.#perS = perS;
    this.#roomMax = Math.max(1, (perS ?? 0) / 4);
    this.#room = Math.min(this.#room, this.#roomMax);
  }

  /** Whether a request may go now; then it counts. */
  take(nowMs: number): boolean {
    if (this.#perS === null) return true;
    this.#refill(this.#perS, nowMs);
    if (this.#room < 1) return false;
    this.#room -= 1;
    return true;
  }

  /** How long until the next may go. */
  waitMs(nowMs: number): number {
    if (this.#perS === null) return 0;
    this.#refill(this.#perS, nowMs);
    return this.#room >= 1 ? 0 : Math.ceil(((1 - this.#room) * 1_000) / this.#perS);
  }

  #refill(perS: number, nowMs: number): void {
    const gained = (Math.max(0, nowMs - this.#seenMs) * perS) / 1_000;
    this.#seenMs = nowMs;
    this.#room = Math.min(this.#roomMax, this.#room + gained);
  }
}
