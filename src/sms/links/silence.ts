/**
 * The circuit breaker of a bind that takes submits and does not answer them.
 *
 *   closed → (no answer at all for 10 s, or for a response time) → open → (any answer to a submit) → closed
 *
 * While it is open new messages prefer other routes, what waits leaves for them, and one part every 10 s goes
 * out as a probe. enquire_link proves nothing here: the front of an SMSC may answer while what is behind it is dead.
 */

/** No healthy link takes so long for one answer of a window. */
const silenceMaxMs = 10_000;
const probeEveryMs = 10_000;
/** Without any traffic its last evidence is worth nothing after so long. */
const lapsesAfterMs = 600_000;

export class Silence {
  readonly #afterMs: number;
  #sinceMs: number | undefined;
  #lastSubmitAtMs = Number.NEGATIVE_INFINITY;

  constructor({ responseTimeoutMs }: { readonly responseTimeoutMs: number }) {
    this.#afterMs = Math.min(silenceMaxMs, responseTimeoutMs);
  }

  get isOpen(): boolean {
    return this.#sinceMs !== undefined;
  }

  /** For how long it has answered nothing; undefined while all is well. `waitedMs`: by what is unanswered now. */
  silentForMs(waitedMs: number, nowMs: number): number | undefined {
    if (waitedMs >= this.#afterMs) this.#sinceMs ??= nowMs - waitedMs;
    else if (waitedMs === 0 && nowMs - this.#lastSubmitAtMs >= lapsesAfterMs) {
      this.#sinceMs = undefined;
    }
    return this.#sinceMs === undefined ? undefined : nowMs - this.#sinceMs;
  }

  /** In how many milliseconds a part may go as a probe; 0: now. Asked while it is open. */
  probeInMs(nowMs: number): number {
    return Math.max(0, this.#lastSubmitAtMs + probeEveryMs - nowMs);
  }

  submitted(nowMs: number): void {
    this.#lastSubmitAtMs = nowMs;
  }

  /** True where that ends a silence. */
  answered(): boolean {
    const ends = this.#sinceMs !== undefined;
    this.#sinceMs = undefined;
    return ends;
  }
}
