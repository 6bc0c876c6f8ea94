/** Jobs beside what they are about: in the commit of the fact that owes one, and in the rows of work that is due. */
import { type AliasedExpression, sql } from 'kysely';
import type { Job, Owed } from '#queue/job.ts';
import { jobColumns, type StoredJob } from '../job-rows.ts';
import type { Database, WriteStep } from './database.ts';
import { rowMaker } from './fields.ts';

const storedRow = rowMaker('job', 'id lane due_at attempt order_key expires_at subject further');

/** Jobs are made with no submit unanswered. */
export function jobRow({ further = false, ...job }: StoredJob) {
  return storedRow({ ...job, further });
}

export function insertJob({ build }: Database, job: Job): WriteStep {
  return build.insertInto('job').values(jobRow(job));
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

/** Jobs of a lane that are due, in order: the caller joins what they are about, and takes the two apart by `withJob`. */
export function dueJobs(
  { build }: Database,
  lane: string,
  { limit, nowMs }: { readonly limit: number; readonly nowMs: number },
) {
  return build
    .selectFrom('job')
    .select(jobFields)
    .where('job.lane', '=', lane)
    .where('job.due_at', '<=', nowMs)
    .orderBy('job.due_at')
    .orderBy('job.id')
    .limit(limit);
}
