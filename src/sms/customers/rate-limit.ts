/** A token bucket: so many a second on average, and at once what one second allows. */

export class RateLimit {
  readonly #perSecond: number;
  #tokens: number;
  #filledAtMs: number;

  /** `nowMs` is of a clock that does not jump. */
  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
    this.#filledAtMs = nowMs;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** Takes them if the bucket is not empty; what goes beyond it is owed to the seconds that follow. */
  mayTake(count: number, nowMs: number): boolean {
    const grown = ((nowMs - this.#filledAtMs) * this.#perSecond) / 1_000;
    this.#tokens = Math.min(this.#perSecond, this.#tokens + grown);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= count;
    return true;
  }
}
