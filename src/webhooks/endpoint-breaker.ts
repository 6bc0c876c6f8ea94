/**
 * Circuit breaker of an endpoint: while its receiver is down the whole lane waits, not each of its rows.
 *
 * ```
 *            5 failures of the lane, or 20 rows in a row
 *   closed ──────────────────────────────────────────────► open ◄──┐
 *     ▲                                                     │ its time is over
 *     │ success                                             ▼      │ failure: twice as long
 *     └─────────────────────────────────────────────── one probe ──┘
 * ```
 */
import { spread } from '#queue/delivery-schedule.ts';
import type { LaneState } from './webhook-store.ts';

const laneFailuresMax = 5;
/** Consecutive failures on different events: a wrong path that answers 404 to everything. */
const rowFailuresMax = 20;
const openMs = { first: 5_000, max: 900_000 };

export type BreakerState = Omit<LaneState, 'lane'>;

export const closedBreaker: BreakerState = {
  openUntilMs: 0,
  failures: 0,
  failingSinceMs: 0,
  failedAttempts: 0,
  warned: 0,
};

export class EndpointBreaker {
  readonly #random: () => number;
  #openUntilMs: number;
  /** As the receiver asked; a success meanwhile does not end it. */
  #heldUntilMs = 0;
  /** Its address is not allowed. Not kept: the next process may have other rules, and asks them. */
  #forbiddenUntilMs = 0;
  #failures: number;
  #failingSinceMs: number;
  #failedAttempts: number;
  #warned: number;
  readonly #failedEvents = new Set<number>();

  constructor(saved: BreakerState, random: () => number) {
    this.#random = random;
    this.#openUntilMs = saved.openUntilMs;
    this.#failures = saved.failures;
    this.#failingSinceMs = saved.failingSinceMs;
    this.#failedAttempts = saved.failedAttempts;
    this.#warned = saved.warned;
  }

  get state(): BreakerState {
    return {
      openUntilMs: Math.max(this.#openUntilMs, this.#heldUntilMs),
      failures: this.#failures,
      failingSinceMs: this.#failingSinceMs,
      failedAttempts: this.#failedAttempts,
      warned: this.#warned,
    };
  }

  /** Nothing is sent before this. */
  get openUntilMs(): number {
    return Math.max(this.#openUntilMs, this.#heldUntilMs, this.#forbiddenUntilMs);
  }

  /** Whether a success would tell it nothing. */
  get isPristine(): boolean {
    return this.#failingSinceMs === 0;
  }

  /** Whether one attempt at a time is all that may be made, a probe. */
  get probes(): boolean {
    return this.#failures >= laneFailuresMax;
  }

  isOpen(nowMs: number): boolean {
    return nowMs < this.openUntilMs;
  }

  succeeded(): void {
    this.#openUntilMs = 0;
    this.#forbiddenUntilMs = 0;
    this.#failures = 0;
    this.#failingSinceMs = 0;
    this.#failedAttempts = 0;
    this.#warned = 0;
    this.#failedEvents.clear();
  }

  laneFailed(nowMs: number, wasProbe: boolean): void {
    this.#note(nowMs);
    // What was in progress when the breaker opened says nothing new.
    if (this.probes && !wasProbe) return;
    this.#failures += 1;
    if (this.probes) this.#open(nowMs);
  }

  rowFailed(eventId: number, nowMs: number, wasProbe: boolean): void {
    if (wasProbe) {
      this.laneFailed(nowMs, wasProbe);
    } else {
      this.#note(nowMs);
      this.#failedEvents.add(eventId);
      if (!this.probes && this.#failedEvents.size >= rowFailuresMax) this.#open(nowMs);
    }
  }

  /** The receiver may not be contacted at all. */
  forbidden(nowMs: number): void {
    this.#note(nowMs);
    this.#failures = Math.max(this.#failures + 1, laneFailuresMax);
    this.#forbiddenUntilMs = nowMs + openMs.max;
  }

  /** Whether it waits for its address to be allowed. */
  isForbidden(nowMs: number): boolean {
    return nowMs < this.#forbiddenUntilMs;
  }

  /** Its address may be contacted again: a probe goes at once. */
  allowed(): void {
    this.#forbiddenUntilMs = 0;
  }

  /** The receiver asked to be left alone until then. */
  hold(untilMs: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, untilMs);
  }

  /** So many warnings of its failures have been told. */
  warned(count: number): void {
    this.#warned = count;
  }

  /** People say that all is well again. */
  forgive(): void {
    this.succeeded();
    this.#heldUntilMs = 0;
  }

  #note(nowMs: number): void {
    if (this.#failingSinceMs === 0) this.#failingSinceMs = nowMs;
    this.#failedAttempts += 1;
  }

  #open(nowMs: number): void {
    this.#failures = Math.max(this.#failures, laneFailuresMax);
    const doublings = Math.min(this.#failures - laneFailuresMax, 20);
    const forMs = Math.min(openMs.first * 2 ** doublings, openMs.max);
    this.#openUntilMs = nowMs + spread(forMs, this.#random());
  }
}
