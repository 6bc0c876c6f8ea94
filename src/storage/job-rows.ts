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

/** All deliveries that an event owes, in the order in which they are stored. */
export function jobsOwed({ job, copies = [] }: Pick<OwedEvent, 'job' | 'copies'>): readonly Job[] {
  return job === null ? copies : [job, ...copies];
}
