/** Endpoints, owed deliveries and attempts on SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { LaneState, WebhookStore } from '#webhooks/webhook-store.ts';
import { asDelivery, type DeliveryRow } from '../delivery-rows.ts';
import { asJob, type JobRow, jobColumns } from '../job-rows.ts';
import type { Database } from '../queries/database.ts';
import { endpointStore } from '../queries/endpoints.ts';
import { deleteJobs, putOffJob } from './jobs.ts';
import { insertRows } from './many-rows.ts';
import { type SettlementRows, settlementRows } from './rows.ts';
import type { WriterClient } from './writer-client.ts';

export function webhookWrites(db: DatabaseSync) {
  return { settleDeliveries: settleDeliveries(db), ...laneStates(db) };
}

function settleDeliveries(db: DatabaseSync) {
  const insert = insertRows(db, {
    head: `INSERT INTO webhook_attempt (event_id, endpoint_id, job_id, n, at, outcome, status, error,
      duration_ms, ip, response_head, response_body)`,
    row: '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  });
  const settle = deleteJobs(db);
  const putOff = putOffJob(db);
  return (settlements: readonly SettlementRows[]): void => {
    insert(settlements.map(({ attempt }) => attempt));
    settle(settlements.filter(({ retry }) => retry === undefined).map(({ jobId }) => jobId));
    for (const { jobId, attemptRead, retry: again } of settlements) {
      if (again !== undefined) putOff({ ...again, jobId, attemptRead });
    }
  };
}

function laneStates(db: DatabaseSync) {
  const save = db.prepare(`
    INSERT INTO lane_state VALUES (?, ?, ?, ?) ON CONFLICT (lane) DO UPDATE SET
      open_until = excluded.open_until, failures = excluded.failures,
      failing_since = excluded.failing_since`);
  return {
    saveLaneStates(states: readonly LaneState[]): void {
      for (const { lane, openUntilMs, failures, failingSinceMs } of states) {
        save.run(lane, openUntilMs, failures, failingSinceMs);
      }
    },
  };
}

export function webhookStore(
  db: DatabaseSync,
  writer: WriterClient,
  database: Database,
): WebhookStore {
  // `attempt > 0 AND attempt <= 4` lets SQLite use job_in_retry; with BETWEEN it walks the lane.
  const due = db.prepare(`
    SELECT ${jobColumns}, event.account_id, event.kind, event.url, event.body, event.created_at,
      event.test
    FROM job JOIN webhook_event AS event ON event.id = job.subject
    WHERE job.lane = ?1 AND job.due_at <= ?2 AND NOT EXISTS (
      SELECT 1 FROM job AS older
      WHERE older.lane = job.lane AND older.order_key = job.order_key
        AND older.attempt > 0 AND older.attempt <= 4
        AND (older.expires_at, older.id) < (job.expires_at, job.id))
    ORDER BY job.due_at, job.id LIMIT ?3`);
  const inRetry = db.prepare(`
    SELECT ${jobColumns} FROM job WHERE lane = ? AND attempt > 0 AND attempt <= 4
    ORDER BY expires_at, id LIMIT ?`);
  const states = db.prepare(`
    SELECT lane, open_until AS openUntilMs, failures, failing_since AS failingSinceMs
    FROM lane_state WHERE lane >= ? AND lane < ?`);
  return {
    ...endpointStore(database),
    dueDeliveries: async ({ lane, nowMs, limit }) =>
      (due.all(lane, nowMs, limit) as DeliveryRow[]).map((row) => ({
        job: asJob(row),
        load: asDelivery(row),
      })),
    jobsInRetry: async (lane, limit) =>
      (inRetry.all(lane, limit) as JobRow[]).map((row) => asJob(row)),
    settleDeliveries: (settlements) =>
      writer.call(
        'settleDeliveries',
        settlements.map((settlement) => settlementRows(settlement)),
      ),
    findLaneStates: async (engine) => states.all(`${engine}/`, `${engine}0`) as LaneState[],
    saveLaneStates: (saved) => writer.call('saveLaneStates', saved),
  };
}
