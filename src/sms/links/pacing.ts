/**
 * How fast a bind may submit: a token bucket, and what it learns from the operator's "slow down".
 *
 * The bucket measures a rate, not a gap: a burst of what a tenth of a second allows goes out at once.
 * On 0x58 (ESME_RTHROTTLED) the rate halves, at most once a second, and the bind pauses for a second;
 * ten seconds without it, and the rate grows again by 5 % of its setting each second. So it does where 20
 * of the last 100 answers were 0x14 (ESME_RMSGQFUL): a queue that stays full drains no faster for being asked.
 *
 * An operator may also say how busy it is (TLV congestion_state, SMPP 5.0 §4.8.4.18): from 90 of 100 on
 * the rate falls by a tenth each second, and below 80 it may grow again.
 */

const pauseMs = 1_000;
const halveEveryMs = 1_000;
const calmMs = 10_000;
const growEveryMs = 1_000;
const growth = 0.05;
/** A bind that is throttled without a rate of its own has one from then on; it never falls below this. */
const rateMin = 1;
const burstSeconds = 0.1;
/** What an operator says of itself, from 0 to 100: busy from the first on, at ease below the second. */
const busyFrom = 90;
const easyBelow = 80;
const busyMax = 100;
const busyFactor = 0.9;
/** Of so many answers. */
const answersCounted = 100;
const fullMax = 20;

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
  #slowedAtMs = Number.NEGATIVE_INFINITY;
  /** What it said of itself last keeps the rate from growing until then. */
  #busyUntilMs = Number.NEGATIVE_INFINITY;
  /** Of the last answers 1 for each that said its queue is full. */
  readonly #full = new Uint8Array(answersCounted);
  #answers = 0;
  #fullCount = 0;
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
    this.#slowTo(0.5);
  }

  /** The operator answered; `isFull`: with 0x14. True where that was once too often. */
  answered(isFull: boolean, nowMs: number): boolean {
    const place = this.#answers % answersCounted;
    this.#answers += 1;
    const said = isFull ? 1 : 0;
    this.#fullCount += said - (this.#full[place] ?? 0);
    this.#full[place] = said;
    if (this.#fullCount < fullMax) return false;
    // Counted anew, so that the same answers do not slow it down twice.
    this.#full.fill(0);
    this.#fullCount = 0;
    this.throttled(nowMs);
    return true;
  }

  /** The operator says how busy it is. What is above 100 means nothing. */
  congested(state: number, nowMs: number): void {
    if (state > busyMax) return;
    this.#busyUntilMs = state < easyBelow ? nowMs : nowMs + calmMs;
    if (state < busyFrom || nowMs - this.#slowedAtMs < growEveryMs) return;
    this.#slowedAtMs = nowMs;
    this.#slowTo(busyFactor);
  }

  #slowTo(factor: number): void {
    const rate = this.#rate ?? Math.max(this.#second.before, this.#second.count);
    this.#rate = Math.max(rateMin, rate * factor);
  }

  #grow(nowMs: number): void {
    if (this.#rate === undefined || this.#rate === this.#setting) return;
    if (nowMs < this.#busyUntilMs || nowMs - this.#throttledAtMs < calmMs) return;
    if (nowMs - this.#grownAtMs < growEveryMs) return;
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
