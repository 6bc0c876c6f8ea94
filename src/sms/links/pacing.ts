/**
 * How fast a bind may submit: a token bucket, and what it learns from the operator's "slow down".
 *
 * The bucket measures a rate, not a gap: a burst of what a tenth of a second allows goes out at once.
 * On 0x58 (ESME_RTHROTTLED) the rate halves, at most once a second, and the bind pauses for a second;
 * ten seconds without it, and the rate grows again by 5 % of its setting each second.
 */

const pauseMs = 1_000;
const halveEveryMs = 1_000;
const calmMs = 10_000;
const growEveryMs = 1_000;
const growth = 0.05;
/** A bind that is throttled without a rate of its own has one from then on; it never falls below this. */
const rateMin = 1;
const burstSeconds = 0.1;

export class Pacing {
  /** What the operator's settings allow; undefined: as fast as the window. */
  readonly #setting: number | undefined;
  /** What is allowed now. */
  #rate: number | undefined;
  #tokens = 1;
  #filledAtMs: number;
  #pausedUntilMs = 0;
  #halvedAtMs = Number.NEGATIVE_INFINITY;
  #throttledAtMs = Number.NEGATIVE_INFINITY;
  #grownAtMs = 0;
  /** The rate of the last whole second, for a bind without a setting. */
  #second = { startedAtMs: 0, count: 0, before: 0 };

  /** `nowMs` is of a clock that does not jump. */
  constructor(ratePerSecond: number | null, nowMs: number) {
    this.#setting = ratePerSecond ?? undefined;
    this.#rate = this.#setting;
    this.#filledAtMs = nowMs;
  }

  /** Submits a second allowed now; undefined: no limit. */
  get rate(): number | undefined {
    return this.#rate;
  }

  /** In how many milliseconds a submit may go; 0: now. */
  waitMs(nowMs: number): number {
    if (nowMs < this.#pausedUntilMs) return this.#pausedUntilMs - nowMs;
    this.#grow(nowMs);
    if (this.#rate === undefined) return 0;
    this.#fill(nowMs, this.#rate);
    return this.#tokens >= 1 ? 0 : Math.max(1, ((1 - this.#tokens) * 1_000) / this.#rate);
  }

  /** A submit goes, which `waitMs` has just given leave to. */
  take(nowMs: number): void {
    if (this.#rate !== undefined) this.#tokens -= 1;
    this.#measure(nowMs);
  }

  /** The operator answered 0x58. */
  throttled(nowMs: number): void {
    this.#throttledAtMs = nowMs;
    this.#pausedUntilMs = nowMs + pauseMs;
    if (nowMs - this.#halvedAtMs < halveEveryMs) return;
    this.#halvedAtMs = nowMs;
    const rate = this.#rate ?? Math.max(this.#second.before, this.#second.count);
    this.#rate = Math.max(rateMin, rate / 2);
  }

  #grow(nowMs: number): void {
    if (this.#rate === undefined || this.#rate === this.#setting) return;
    if (nowMs - this.#throttledAtMs < calmMs || nowMs - this.#grownAtMs < growEveryMs) return;
    this.#grownAtMs = nowMs;
    if (this.#setting === undefined) this.#rate *= 1 + growth;
    else this.#rate = Math.min(this.#setting, this.#rate + this.#setting * growth);
  }

  #fill(nowMs: number, rate: number): void {
    const burst = Math.max(1, rate * burstSeconds);
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#filledAtMs) * rate) / 1_000);
    this.#filledAtMs = nowMs;
  }

  #measure(nowMs: number): void {
    if (nowMs - this.#second.startedAtMs >= 1_000) {
      this.#second = { startedAtMs: nowMs, count: 0, before: this.#second.count };
    }
    this.#second.count += 1;
  }
}
