/**
 * Circuit breaker of a destination: while its servers cannot be reached the lane waits, not each of its mails.
 *
 * ```
 *            5 failures in a row, over all hosts, 1, 2, 3, 4 s apart
 *   closed ──────────────────────────────────────► open ◄──┐ 1, 2, 5, 10, 20, 30, 30 … min
 *     ▲                                             │      │ failure
 *     └──────────── a session ──────────────── one probe ──┘
 * ```
 */

const failuresMax = 5;
/** A server that restarts is not yet one that is away. */
const secondMs = 1_000;
const minuteMs = 60_000;
const waitsMs = [1, 2, 5, 10, 20, 30].map((minutes) => minutes * minuteMs);

export class SiteBreaker {
  #failures = 0;
  #openUntilMs = 0;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #why = '';

  get isOpen(): boolean {
    return this.#failures >= failuresMax;
  }

  /** Nothing is tried before. */
  get openUntilMs(): number {
    return this.#openUntilMs;
  }

  /** The last failure, in words. */
  get why(): string {
    return this.#why;
  }

  /** How many connections may be tried at a time. */
  mayTry(nowMs: number, opening: number): boolean {
    if (nowMs < this.#openUntilMs) return false;
    return !this.isOpen || opening === 0;
  }

  reached(): void {
    this.#failures = 0;
    this.#openUntilMs = 0;
    this.#failedAtMs = Number.NEGATIVE_INFINITY;
    this.#why = '';
  }

  /**
   * A try that began at `triedAtMs` has failed. Connections are opened side by side: those that were on their way when
   * another failed met the same outage, which counts once.
   */
  failed(nowMs: number, why: string, triedAtMs: number): void {
    this.#why = why;
    if (triedAtMs <= this.#failedAtMs) return;
    this.#failedAtMs = nowMs;
    this.#failures += 1;
    const step = Math.min(this.#failures - failuresMax, waitsMs.length - 1);
    this.#openUntilMs = nowMs + (waitsMs[step] ?? this.#failures * secondMs);
  }

  /** It opens whatever was before: every mail would hear the same. */
  trip(nowMs: number, why: string): void {
    this.#failures = Math.max(this.#failures, failuresMax - 1);
    this.failed(nowMs, why, Number.POSITIVE_INFINITY);
  }

  /** It may be tried at once. */
  probe(): void {
    this.#openUntilMs = 0;
  }
}
