/** Jobs beside what they are about: in the commit of the fact that owes one, and in the rows of work that is due. */
import { type AliasedExpression, sql } from 'kysely';
import type { Job, Owed } from '#queue/job.ts';
import { jobColumns } from '../job-rows.ts';
import type { Database, WriteStep } from './database.ts';
import { rowMaker } from './fields.ts';

/** Jobs are made with no submit unanswered. */
export const jobRow = rowMaker('job', 'id lane due_at attempt order_key expires_at subject');

export function insertJob({ build }: Database, job: Job): WriteStep {
  return { query: build.insertInto('job').values(jobRow(job)) };
}

/** For `select`: the job as the row's record of that name. */
export const jobFields = [sql.raw(jobColumns) as unknown as AliasedExpression<Job, 'job'>];

/** The job and its load, apart. */
export function withJob<Row extends { readonly job: Job }, Load>(
  { job, ...row }: Row,
  toLoad: (load: Omit<Row, 'job'>) => Load,
): Owed<Load> {
  return { job, load: toLoad(row) };
}
