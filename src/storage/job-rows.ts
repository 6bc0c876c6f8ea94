/** Jobs as rows of a join, and those that an event owes. */
import type { Job } from '#queue/job.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { recordColumns } from './records.ts';

/** The columns of a job, of the table under the name `job`: the row's record of that name is the job. */
export const jobColumns = recordColumns(
  'job',
  'id lane due_at attempt order_key expires_at subject',
);

export type JobRow = { readonly job: Job };

export type StoredJob = Job & {
  /** A delivery beside the first one of its event, which the event's row names. */
  readonly further?: boolean;
};

/** All deliveries that an event owes, in the order in which they are stored. */
export function jobsOwed({
  job,
  copies = [],
}: Pick<OwedEvent, 'job' | 'copies'>): readonly StoredJob[] {
  if (copies.length === 0) return job === null ? [] : [job];
  const others = asFurther(copies);
  return job === null ? others : [job, ...others];
}

export function asFurther(jobs: readonly Job[]): readonly StoredJob[] {
  return jobs.map((job) => ({ ...job, further: true }));
}
