/** What a lane has learned of its receiver: whether to send at all, how much at once, and when again. */
import { unreachable } from '#core/assert.ts';
import { nextAttemptAtMs } from '#queue/delivery-schedule.ts';
import type { Job } from '#queue/job.ts';
import type { DeliverySettings } from './endpoint.ts';
import { type BreakerState, EndpointBreaker } from './endpoint-breaker.ts';
import { hopeless, warningDue } from './giving-up.ts';
import { SendWindow } from './send-window.ts';
import type { Judged } from './settlement.ts';

/** One attempt's circumstances. */
export type Tried = {
  readonly job: Job;
  /** Whether it was made to see if the receiver is back. */
  readonly wasProbe: boolean;
  readonly nowMs: number;
  /** After this nobody wants it any more. */
  readonly expiresAtMs: number;
};

/** Requests in flight at a receiver whose endpoint has not been read yet. */
const firstInFlight = 8;
/** The lane waits until its address is allowed, which may be soon; its jobs go as soon as it does. */
const forbiddenRetryMs = 1_000;
/** One bit for each of the last ten attempts. */
const recentMask = 0b11_1111_1111;

export class LaneHealth {
  readonly #random: () => number;
  readonly #breaker: EndpointBreaker;
  readonly #window = new SendWindow(firstInFlight);
  #recentFailures = 0;
  #delaysMs: readonly number[] | undefined;

  constructor(saved: BreakerState, random: () => number) {
    this.#random = random;
    this.#breaker = new EndpointBreaker(saved, random);
  }

  get state(): BreakerState {
    return this.#breaker.state;
  }

  /** Whether one of the last ten attempts failed, or none has succeeded since one did, in any process. */
  get failing(): boolean {
    return this.#recentFailures !== 0 || !this.#breaker.isPristine;
  }

  /** Whether the next attempt is a probe. */
  get probes(): boolean {
    return this.#breaker.probes;
  }

  get inFlightMax(): number {
    return this.#breaker.probes ? 1 : this.#window.size;
  }

  /** What the endpoint allows. */
  follow({ inFlightMax, ordering, scheduleS }: DeliverySettings): void {
    this.#window.limit(ordering === 'strict' ? 1 : inFlightMax);
    this.#delaysMs = scheduleS.length === 0 ? undefined : scheduleS.map((delayS) => delayS * 1_000);
  }

  maySend(nowMs: number): boolean {
    return !this.#breaker.isOpen(nowMs);
  }

  /** Whether it waits for its address to be allowed. */
  isForbidden(nowMs: number): boolean {
    return this.#breaker.isForbidden(nowMs);
  }

  allowed(): void {
    this.#breaker.allowed();
  }

  isHopeless(nowMs: number): boolean {
    return hopeless(this.#breaker.state, nowMs);
  }

  /** Which warning, counted from 1, it is time for; undefined where people know as much. */
  warningDue(nowMs: number): number | undefined {
    const due = warningDue(this.#breaker.state, nowMs);
    return due > this.#breaker.state.warned ? due : undefined;
  }

  /** So many warnings have been told. */
  warned(count: number): void {
    this.#breaker.warned(count);
  }

  /** People have changed something: it is tried as if nothing had happened. */
  forgive(): void {
    this.#breaker.forgive();
    this.#recentFailures = 0;
  }

  /** Answers whether what must outlive the process has changed. */
  learn(verdict: Judged, { job, wasProbe, nowMs }: Tried): boolean {
    if (verdict.result === 'failed' && verdict.blames === 'nobody')
      return this.#wait(verdict, nowMs);
    const failed = verdict.result === 'failed' || verdict.result === 'forbidden';
    this.#recentFailures = ((this.#recentFailures << 1) | (failed ? 1 : 0)) & recentMask;
    switch (verdict.result) {
      case 'received':
        return this.#recover();
      case 'gone':
        return false;
      case 'forbidden':
        this.#breaker.forbidden(nowMs);
        return true;
      case 'failed':
        if (verdict.overloaded) this.#window.halve();
        if (verdict.holdMs !== undefined) this.#breaker.hold(nowMs + verdict.holdMs);
        if (verdict.blames === 'lane') this.#breaker.laneFailed(nowMs, wasProbe);
        else this.#breaker.rowFailed(job.subject, nowMs, wasProbe);
        return true;
      default:
        return unreachable(verdict);
    }
  }

  /** When the job is due again; undefined if no attempt is left. */
  retryAtMs(verdict: Judged, { job, wasProbe, nowMs, expiresAtMs }: Tried): number | undefined {
    const { openUntilMs } = this.#breaker;
    // A failed probe is due again with the next one, behind others that are due by then: so probes
    // rotate, and no single event can hold the breaker open.
    if (verdict.result === 'forbidden') return nowMs + forbiddenRetryMs;
    if (wasProbe && openUntilMs > nowMs) return openUntilMs;
    const failed = { nowMs, n: job.attempt + 1, expiresAtMs, delaysMs: this.#delaysMs };
    return nextAttemptAtMs(failed, this.#random());
  }

  /** What stands between us and the receiver is at fault: it is waited for, and says nothing of the receiver. */
  #wait({ holdMs = 0 }: Extract<Judged, { readonly result: 'failed' }>, nowMs: number): boolean {
    this.#breaker.hold(nowMs + holdMs);
    return false;
  }

  #recover(): boolean {
    if (this.#breaker.probes) this.#window.restart();
    else this.#window.succeeded();
    if (this.#breaker.isPristine) return false;
    this.#breaker.succeeded();
    return true;
  }
}
