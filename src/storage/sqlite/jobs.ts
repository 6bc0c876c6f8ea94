/** The queue's table on SQLite. Other stores put and delete jobs in the commits of their facts. */
import type { DatabaseSync } from 'node:sqlite';
import type { Changes } from '#core/until-changed.ts';
import { lanePageMax } from '#model/engines.ts';
import type { JobStore, LaneWithWork, Retry } from '#queue/job.ts';
import { deleteRows, insertRows } from './many-rows.ts';
import { rowsFrom } from './read-rows.ts';
import type { Row } from './rows.ts';
import type { WriterCalls } from './writer-calls.ts';

export function jobWrites(db: DatabaseSync) {
  const retry = putOffJob(db);
  return {
    retryJobs(retries: readonly Retry[]): void {
      for (const each of retries) retry(each);
    },
  };
}

/** Inside the caller's transaction; nothing where the attempt or the lease has moved on. */
export function putOffJob(db: DatabaseSync): (retry: Retry) => void {
  const update = db.prepare(`
    UPDATE job SET attempt = ?1, due_at = ?2, unanswered = coalesce(?7, unanswered)
    WHERE id = ?3 AND attempt = ?4
      AND (?5 IS NULL OR EXISTS (SELECT 1 FROM lease WHERE name = ?5 AND epoch = ?6))`);
  return ({ attempt, dueAtMs, jobId, attemptRead, lease, unanswered = null }) => {
    const { name = null, epoch = null } = lease ?? {};
    update.run(attempt, dueAtMs, jobId, attemptRead, name, epoch, unanswered);
  };
}

const jobInsert =
  'INSERT INTO job (id, lane, due_at, attempt, order_key, expires_at, subject, further)';

/** Puts jobs inside the caller's transaction. */
export function putJobs(db: DatabaseSync): (jobs: readonly Row[]) => void {
  return insertRows(db, { head: jobInsert, row: '(?, ?, ?, ?, ?, ?, ?, ?)' });
}

/** Deletes jobs inside the caller's transaction, those that are still there. */
export function deleteJobs(db: DatabaseSync): (jobIds: readonly number[]) => void {
  return deleteRows(db, 'job');
}

/** Deletes a job inside the caller's transaction; false if it was gone. */
export function deleteJob(db: DatabaseSync): (jobId: number) => boolean {
  const remove = db.prepare('DELETE FROM job WHERE id = ?');
  return (jobId) => remove.run(jobId).changes > 0;
}

/**
 * Names of an engine's lanes behind ?1, its prefix or one of them, and before ?2, where that ends. A loose index scan: it hops from
 * lane to lane, whatever number of rows each has.
 */
export const lanesFound = `
  WITH RECURSIVE found (lane) AS (
    SELECT min(lane) FROM job WHERE lane > ?1 AND lane < ?2
    UNION ALL
    SELECT (SELECT min(lane) FROM job WHERE lane > found.lane AND lane < ?2)
    FROM found WHERE found.lane IS NOT NULL
  )`;

export function jobStore(
  db: DatabaseSync,
  writer: WriterCalls<ReturnType<typeof jobWrites>>,
  changes: Changes,
): JobStore {
  const prepare = rowsFrom(db);
  const lanes = prepare<LaneWithWork>(`
    ${lanesFound}
    SELECT lane, (SELECT id FROM job WHERE job.lane = found.lane AND due_at <= ?3
      ORDER BY due_at, id LIMIT 1) AS earliestJobId
    FROM found WHERE lane IS NOT NULL LIMIT ${lanePageMax}`);
  const count = db.prepare(
    'SELECT count(*) AS count FROM (SELECT 1 FROM job WHERE lane >= ? AND lane < ? LIMIT ?)',
  );
  return {
    changes,
    lanesWithWork: async (engine, nowMs, after = `${engine}/`) => lanes(after, `${engine}0`, nowMs),
    countOwed: async (prefix, max) =>
      (count.get(prefix, `${prefix}\u{10FFFF}`, max) as { count: number }).count,
    retryJobs: (retries) => writer.call('retryJobs', retries),
  };
}
