/** A row of the transactional outbox: pending work, written in the transaction that causes it and deleted in the one that settles it. */
import type { Changes } from '#core/until-changed.ts';
import type { Lease } from './lease.ts';

export type Job = {
  readonly id: number;
  /** `owner:suffix`, e.g. `sms/3/0:normal/17` or `webhook/9`; see lane.ts. */
  readonly lane: string;
  readonly dueAtMs: number;
  /** How many attempts have failed. */
  readonly attempt: number;
  /** How many of its submits were never answered, so that it may be done already; absent: none. */
  readonly unanswered?: number | undefined;
  /** Jobs of one lane with the same key are worked on in order. */
  readonly orderKey: string | null;
  /** After this instant nobody wants the work any more. */
  readonly expiresAtMs: number;
  /** What the job is about, in its engine's own numbering: a part, an event. */
  readonly subject: number;
};

/** A job together with what its engine needs to do it, so that the usual attempt reads nothing. */
export type Owed<Load> = { readonly job: Job; readonly load: Load };

/** How many rows a store reads for a lane, and which of them are due. */
export type DueQuery = { readonly lane: string; readonly limit: number; readonly nowMs: number };

/** A lane that has rows, and the first that is due by (due time, id); null: none is due yet. */
export type LaneWithWork = { readonly lane: string; readonly earliestJobId: number | null };

/** What every engine asks of the store that keeps its jobs. */
export interface JobStore {
  readonly changes?: Changes;
  /** The next lanes of an engine (`sms`, `webhook`) with rows, by name behind `after`, `lanePageMax` at most. */
  lanesWithWork(engine: string, nowMs: number, after?: string): Promise<readonly LaneWithWork[]>;
  /** Rows owed in lanes whose name starts so, counted no further than `max`. */
  countOwed(lanePrefix: string, max: number): Promise<number>;
  /**
   * Puts jobs off. A job whose attempt is no longer what the owner read stays as it is, and so do all
   * whose lease another process has taken since.
   */
  retryJobs(retries: readonly Retry[]): Promise<void>;
}

export type Retry = {
  /** Under which its lane is worked on; undefined where no other process can work on it. */
  readonly lease?: Lease | undefined;
  readonly jobId: number;
  readonly attemptRead: number;
  readonly attempt: number;
  readonly dueAtMs: number;
  /** Absent: as it was. */
  readonly unanswered?: number | undefined;
};
