/** Rows of the queue's table, made into the records of queue/. */
import type { Job } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';

export type JobRow = {
  readonly job_id: number;
  readonly lane: string;
  readonly due_at: number;
  readonly attempt: number;
  readonly order_key: string | null;
  readonly expires_at: number;
  readonly subject: number;
  /** Of parts; other engines do not read it. */
  readonly unanswered?: number | undefined;
};

/** The columns of a `JobRow`, of the table under the name `job`. */
export const jobColumns = `job.id AS job_id, job.lane, job.due_at, job.attempt, job.order_key,
  job.expires_at, job.subject, job.unanswered`;

/** All deliveries that an event owes, in the order in which they are stored. */
export function jobsOwed({ job, copies = [] }: Pick<OwedEvent, 'job' | 'copies'>): readonly Job[] {
  return job === null ? copies : [job, ...copies];
}

export function asJob(row: JobRow): Job {
  return {
    id: row.job_id,
    lane: row.lane,
    dueAtMs: row.due_at,
    attempt: row.attempt,
    orderKey: row.order_key,
    expiresAtMs: row.expires_at,
    subject: row.subject,
    ...((row.unanswered ?? 0) > 0 && { unanswered: row.unanswered }),
  };
}
