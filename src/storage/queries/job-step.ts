/** Jobs beside what they are about: in the commit of the fact that owes one, and in the rows of work that is due. */
import type { Job } from '#queue/job.ts';
import { asJob, type JobRow } from '../job-rows.ts';
import type { Database, WriteStep } from './database.ts';

export function insertJob({ build }: Database, job: Job): WriteStep {
  return {
    query: build.insertInto('job').values({
      id: job.id,
      lane: job.lane,
      due_at: job.dueAtMs,
      attempt: job.attempt,
      order_key: job.orderKey,
      expires_at: job.expiresAtMs,
      subject: job.subject,
    }),
  };
}

export const jobOfLoad = [
  'job.id as job_id',
  'job.lane',
  'job.due_at',
  'job.attempt',
  'job.order_key',
  'job.expires_at',
  'job.subject',
] as const;

type JobOfLoad = Omit<JobRow, 'unanswered'>;

/** The job and its load, apart. */
export function withJob<Row extends JobOfLoad, Load>(
  row: Row,
  toLoad: (load: Omit<Row, keyof JobOfLoad>) => Load,
): { readonly job: Job; readonly load: Load } {
  const { job_id, lane, due_at, attempt, order_key, expires_at, subject, ...load } = row;
  const job = asJob({ job_id, lane, due_at, attempt, order_key, expires_at, subject });
  return { job, load: toLoad(load) };
}
