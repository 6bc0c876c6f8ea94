/** The queue's table on PostgreSQL. Other stores put and delete jobs in the commits of their facts. */
import { lanePageMax } from '#model/engines.ts';
import type { JobStore, LaneWithWork, Retry } from '#queue/job.ts';
import { byIndex } from './by-index.ts';
import { columns } from './columns.ts';
import type { Pool } from './pool.ts';
import type { Statement } from './statement.ts';

const retried = columns<Retry>([
  ['job_id', 'bigint', (retry) => retry.jobId],
  ['attempt_read', 'bigint', (retry) => retry.attemptRead],
  ['attempt', 'bigint', (retry) => retry.attempt],
  ['due_at', 'bigint', (retry) => retry.dueAtMs],
  ['lease', 'text', (retry) => retry.lease?.name ?? null],
  ['epoch', 'bigint', (retry) => retry.lease?.epoch ?? null],
  ['unanswered', 'bigint', (retry) => retry.unanswered ?? null],
]);

/** Whether nobody has taken the lane from who puts this job off; of a statement's row of this name. */
export function isCurrent(given: string): string {
  return `(${given}.lease IS NULL OR EXISTS (
        SELECT 1 FROM lease WHERE lease.name = ${given}.lease AND lease.epoch = ${given}.epoch))`;
}

/** Of the same job twice the first counts: the second was decided by an attempt that is over. */
const retry: Statement = {
  name: 'retry jobs',
  text: `
    WITH first AS (
      SELECT DISTINCT ON (job_id, attempt_read) * FROM ${retried.rows()}
      ORDER BY job_id, attempt_read, place
    )
    UPDATE job SET attempt = first.attempt, due_at = first.due_at,
      unanswered = coalesce(first.unanswered, job.unanswered)
    FROM first WHERE ${byIndex('job.id', 'first.job_id')} AND job.attempt = first.attempt_read
      AND ${isCurrent('first')}`,
};

/**
 * Names of an engine's lanes behind $1, its prefix or one of them, and before $2, where that ends. A loose index scan: it hops from
 * lane to lane, whatever number of rows each has.
 */
export const lanesFound = `
  WITH RECURSIVE found (lane) AS (
    SELECT min(lane) FROM job WHERE lane > $1 AND lane < $2
    UNION ALL
    SELECT (SELECT min(lane) FROM job WHERE lane > found.lane AND lane < $2)
    FROM found WHERE found.lane IS NOT NULL
  )`;

const lanes: Statement = {
  name: 'lanes with work',
  text: `
    ${lanesFound}
    SELECT lane, (SELECT id FROM job WHERE job.lane = found.lane AND due_at <= $3
      ORDER BY due_at, id LIMIT 1) AS "earliestJobId"
    FROM found WHERE lane IS NOT NULL LIMIT ${lanePageMax}`,
};

const owed: Statement = {
  name: 'count owed',
  text: `SELECT count(*) AS count FROM
    (SELECT 1 FROM job WHERE lane >= $1 AND lane < $2 LIMIT $3) AS counted`,
};

export function jobStore(pool: Pool): JobStore {
  return {
    lanesWithWork: (engine, nowMs, after = `${engine}/`) =>
      pool.rows<LaneWithWork>(lanes, [after, `${engine}0`, nowMs]),
    async countOwed(prefix, max) {
      const [row] = await pool.rows<{ count: number }>(owed, [prefix, `${prefix}\u{10FFFF}`, max]);
      return row?.count ?? 0;
    },
    async retryJobs(retries) {
      await pool.rows(retry, retried.arrays(retries));
    },
  };
}
