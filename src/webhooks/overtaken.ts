/**
 * Reports that say `waiting` and are still owed when their message's final status gets through.
 *
 * After its fifth failed attempt a report no longer holds back those behind it. Nobody is to read
 * `waiting` after a final status, so the one that was passed is settled together with the other.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Job, Owed } from '#queue/job.ts';
import { isWaitingReport, waitingReport } from './event-body.ts';
import type { Delivery } from './webhook-store.ts';

/** As in the queue: up to here a failed job holds back the others of its key. */
const attemptsThatHoldBack = 4;
/** Of one lane. Past it the oldest is delivered late, which its `date` shows. */
const watchedMax = 1_000;

/** What an owner of the lane before this one had put off so often; see `WebhookStore.putOffDeliveries`. */
export const overtakable = {
  attemptsMin: attemptsThatHoldBack + 1,
  bodyStart: waitingReport,
  limit: watchedMax,
} as const;

type Watched = { readonly owed: Owed<Delivery>; settled: boolean };

export class Overtaken {
  readonly #watched = new BoundedMap<string, Watched>(watchedMax);

  /** A report was put off; `attempt` is how many have failed now. */
  putOff({ job, load }: Owed<Delivery>, attempt: number): void {
    if (job.orderKey === null || attempt <= attemptsThatHoldBack) return;
    if (!isWaitingReport(load.body)) return;
    const owed = { job: { ...job, attempt }, load };
    this.#watched.set(job.orderKey, { owed, settled: false });
  }

  /** Those of an owner before this one, as the table has them. */
  remember(putOff: readonly Owed<Delivery>[]): void {
    for (const owed of putOff) this.putOff(owed, owed.job.attempt);
  }

  /** The report that this delivered one has made worthless; the caller settles it in the same commit. */
  takePassed({ job, load }: Owed<Delivery>): Owed<Delivery> | undefined {
    const watched = job.orderKey === null ? undefined : this.#watched.get(job.orderKey);
    if (watched === undefined || watched.settled || isWaitingReport(load.body)) return undefined;
    watched.settled = true;
    return watched.owed;
  }

  /** Whether a job in memory is one that was settled so. */
  wasPassed(job: Job): boolean {
    if (job.orderKey === null || job.attempt <= attemptsThatHoldBack) return false;
    const watched = this.#watched.get(job.orderKey);
    return watched?.settled === true && watched.owed.job.id === job.id;
  }
}
