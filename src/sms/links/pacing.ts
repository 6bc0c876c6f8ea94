/**
 * How fast a bind may submit: a token bucket, and what it learns from the operator's "slow down" (a rate limiter with
 * additive increase and multiplicative decrease, AIMD).
 *
 * The bucket measures a rate, not a gap: a burst of what a tenth of a second allows goes out at once.
 *
 * 0x58 (ESME_RTHROTTLED) counts against the bind where it is a tenth of the last 100 answers or more; a rarer one is
 * of its destination, and its part alone is put off. Where it counts, at most once a second, the rate becomes 9/10 of
 * what the operator took in the last second; if it took nothing, the half, and the bind pauses for a second. A second
 * later the rate doubles each second up to what was taken then, rises by 2 % a second above that, and doubles again
 * once ten seconds have passed. So it does where 20 of the last 100 answers were 0x14 (ESME_RMSGQFUL) for different
 * phones: a queue that stays full drains no faster for being asked.
 *
 * An operator may also say how busy it is (TLV congestion_state, SMPP 5.0 §4.8.4.18): from 90 of 100 on
 * the rate falls by a tenth each second, and below 80 it may grow again.
 */

const pauseMs = 1_000;
const slowEveryMs = 1_000;
/** No slow-down for so long: what was taken then says nothing any more. */
const calmMs = 10_000;
const growAfterMs = 1_000;
const growEveryMs = 1_000;
const probing = 1.02;
/** A little below what is taken, so that a queue on the other side drains. */
const takenFactor = 0.9;
/** A bind that is throttled without a rate of its own has one from then on; it never falls below this. */
const rateMin = 1;
/** Without a setting the limit is lifted once it is so far above what anything sends. */
const liftedFrom = 20_000;
const burstSeconds = 0.1;
/** What an operator says of itself, from 0 to 100: busy from the first on, at ease below the second. */
const busyFrom = 90;
const easyBelow = 80;
const busyMax = 100;
const busyFactor = 0.9;
/** Of so many answers. */
const answersCounted = 100;
const fullMax = 20;
/** From this share on a throttle is the bind's, not one destination's. */
const throttledShare = 0.1;

/** What an answer says of pace. */
export type PaceAnswer = 'taken' | 'full' | 'throttled' | 'other';
const codes: Readonly<Record<PaceAnswer, number>> = { other: 0, taken: 1, full: 2, throttled: 3 };

export class Pacing {
  /** What the operator's settings allow; undefined: as fast as the window. */
  readonly #setting: number | undefined;
  /** What is allowed now. */
  #rate: number | undefined;
  #tokens = 1;
  #filledAtMs: number;
  #pausedUntilMs = 0;
  #lastSlowedAtMs = Number.NEGATIVE_INFINITY;
  /** What the operator took a second when it last said slow down. */
  #ceiling = Number.POSITIVE_INFINITY;
  #throttledAtMs = Number.NEGATIVE_INFINITY;
  #grownAtMs = 0;
  #slowedAtMs = Number.NEGATIVE_INFINITY;
  /** What it said of itself last keeps the rate from growing until then. */
  #busyUntilMs = Number.NEGATIVE_INFINITY;
  /** The last answers, and how many of each there are among them. */
  readonly #last = new Uint8Array(answersCounted);
  readonly #counts = new Uint8Array(4);
  #answers = 0;
  /** Phones whose queue was full of late: a second one for the same phone says nothing new. */
  readonly #fullPhones = new Set<string>();
  readonly #taken: Second = { startedAtMs: 0, count: 0, before: 0 };
  /** The rate of the last whole second, for a bind without a setting. */
  readonly #second: Second = { startedAtMs: 0, count: 0, before: 0 };

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

  /** The operator answered 0x58. 'slower': the bind is, from now on; 'put off': it says so of this part alone. */
  throttled(nowMs: number): 'slower' | 'put off' {
    this.#note('throttled', '');
    const among = Math.min(this.#answers, answersCounted);
    if ((this.#counts[codes.throttled] ?? 0) < among * throttledShare) return 'put off';
    this.#slowDown(nowMs);
    return 'slower';
  }

  /** It answered otherwise. True where it has said once too often that its queue is full. */
  answered(answer: Exclude<PaceAnswer, 'throttled'>, phone: string, nowMs: number): boolean {
    this.#note(answer, phone);
    if (answer === 'taken') count(this.#taken, nowMs);
    if (answer !== 'full' || (this.#counts[codes.full] ?? 0) < fullMax) return false;
    // Counted again, so that the same answers do not slow it down twice.
    this.#forget();
    this.#slowDown(nowMs);
    return true;
  }

  #slowDown(nowMs: number): void {
    this.#throttledAtMs = nowMs;
    count(this.#taken, nowMs, 0);
    const taken = Math.max(this.#taken.before, this.#taken.count);
    if (taken === 0) this.#pausedUntilMs = nowMs + pauseMs;
    if (nowMs - this.#lastSlowedAtMs < slowEveryMs) return;
    this.#lastSlowedAtMs = nowMs;
    if (taken === 0) this.#slowTo(0.5);
    else {
      this.#ceiling = taken;
      this.#rate = Math.max(rateMin, Math.min(taken * takenFactor, this.#rate ?? taken));
    }
  }

  #note(answer: PaceAnswer, phone: string): void {
    const isNew = answer !== 'full' || !this.#fullPhones.has(phone);
    if (answer === 'full') this.#fullPhones.add(phone);
    const code = isNew ? codes[answer] : codes.other;
    const place = this.#answers % answersCounted;
    const gone = this.#last[place] ?? 0;
    if (this.#answers >= answersCounted) this.#counts[gone] = (this.#counts[gone] ?? 0) - 1;
    this.#last[place] = code;
    this.#counts[code] = (this.#counts[code] ?? 0) + 1;
    this.#answers += 1;
    if (place === 0) this.#fullPhones.clear();
  }

  #forget(): void {
    this.#answers = 0;
    this.#counts.fill(0);
    this.#fullPhones.clear();
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
    const calmForMs = nowMs - this.#throttledAtMs;
    if (nowMs < this.#busyUntilMs || calmForMs < growAfterMs) return;
    if (nowMs - this.#grownAtMs < growEveryMs) return;
    this.#grownAtMs = nowMs;
    if (calmForMs >= calmMs) this.#ceiling = Number.POSITIVE_INFINITY;
    const isBelow = this.#rate < this.#ceiling;
    const grown = isBelow ? Math.min(this.#rate * 2, this.#ceiling) : this.#rate * probing;
    if (this.#setting !== undefined) this.#rate = Math.min(this.#setting, grown);
    else this.#rate = grown >= liftedFrom ? undefined : grown;
  }

  #fill(nowMs: number, rate: number): void {
    const burst = Math.max(1, rate * burstSeconds);
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#filledAtMs) * rate) / 1_000);
    this.#filledAtMs = nowMs;
  }

  #measure(nowMs: number): void {
    count(this.#second, nowMs);
  }
}

/** What came in this second, and in the whole one before; nothing where that is longer ago. */
type Second = { startedAtMs: number; count: number; before: number };

function count(second: Second, nowMs: number, by = 1): void {
  const passedMs = nowMs - second.startedAtMs;
  if (passedMs >= 1_000) {
    second.before = passedMs < 2_000 ? second.count : 0;
    second.startedAtMs = nowMs;
    second.count = 0;
  }
  second.count += by;
}
