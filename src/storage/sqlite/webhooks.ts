/** Endpoints, owed deliveries and attempts on SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { LaneState, WebhookStore } from '#webhooks/webhook-store.ts';
import {
  asDelivery,
  type DeliveryRow,
  dueDeliveriesText,
  inRetryText,
  ofEachOrdering,
} from '../delivery-rows.ts';
import type { JobRow } from '../job-rows.ts';
import type { SharedWebhooks } from '../queries/endpoints.ts';
import { deleteJobs, putOffJob } from './jobs.ts';
import { insertRows } from './many-rows.ts';
import { rowsFrom } from './read-rows.ts';
import { type SettlementRows, settlementRows } from './rows.ts';
import type { WriterCalls } from './writer-calls.ts';

export function webhookWrites(db: DatabaseSync) {
  return { settleDeliveries: settleDeliveries(db), ...laneStates(db) };
}

function settleDeliveries(db: DatabaseSync) {
  const insert = insertRows(db, {
    head: `INSERT INTO webhook_attempt (event_id, endpoint_id, job_id, n, at, outcome, status, error,
      duration_ms, ip, response_head, response_body, url, resolve_ms, connect_ms, tls_ms, answer_ms)`,
    row: '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  });
  const noteFirst = db.prepare(`
    UPDATE webhook_event SET first_endpoint_id = ?2, first_job_id = ?3, first_at = ?5,
      first_status = ?7, first_error = ?8, first_duration_ms = ?9, first_ip = ?10,
      first_response_head = ?11, first_response_body = ?12, first_url = ?13,
      first_resolve_ms = ?14, first_connect_ms = ?15, first_tls_ms = ?16, first_answer_ms = ?17
    WHERE id = ?1 AND first_at IS NULL AND coalesce(first_job_id, ?3) = ?3
      AND ?4 = 1 AND ?6 = 'delivered'`);
  const settle = deleteJobs(db);
  const putOff = putOffJob(db);
  return (settlements: readonly SettlementRows[]): void => {
    const attempts = settlements.map(({ attempt }) => attempt);
    insert(attempts.filter((attempt) => noteFirst.run(...attempt).changes === 0));
    const settled = settlements.filter(({ retry }) => retry === undefined);
    settle(settled.map(({ attempt: [, , jobId] }) => jobId));
    for (const { attempt, attemptRead, retry: again } of settlements) {
      const [, , jobId] = attempt;
      if (again !== undefined) putOff({ ...again, jobId, attemptRead });
    }
  };
}

function laneStates(db: DatabaseSync) {
  const save = db.prepare(`
    INSERT INTO lane_state (lane, open_until, failures, failing_since, failed_attempts, warned)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (lane) DO UPDATE SET
      open_until = excluded.open_until, failures = excluded.failures,
      failing_since = excluded.failing_since, failed_attempts = excluded.failed_attempts,
      warned = excluded.warned`);
  return {
    saveLaneStates(states: readonly LaneState[]): void {
      for (const { lane, openUntilMs, failures, failingSinceMs, ...more } of states) {
        const { failedAttempts, warned } = more;
        save.run(lane, openUntilMs, failures, failingSinceMs, failedAttempts, warned);
      }
    },
  };
}

export function webhookStore(
  db: DatabaseSync,
  writer: WriterCalls<ReturnType<typeof webhookWrites>>,
): Omit<WebhookStore, keyof SharedWebhooks> {
  const prepare = rowsFrom(db);
  const due = ofEachOrdering((ordering) =>
    prepare<DeliveryRow>(dueDeliveriesText(ordering, { lane: '?1', now: '?2', limit: '?3' })),
  );
  const inRetry = ofEachOrdering((ordering) =>
    prepare<JobRow>(inRetryText(ordering, { lane: '?1', limit: '?2' })),
  );
  const states = prepare<LaneState>(`
    SELECT lane, open_until AS openUntilMs, failures, failing_since AS failingSinceMs,
      failed_attempts AS failedAttempts, warned
    FROM lane_state WHERE lane >= ? AND lane < ?`);
  return {
    dueDeliveries: async ({ lane, nowMs, limit, ordering = 'key' }) =>
      due[ordering](lane, nowMs, limit).map((row) => asDelivery(row)),
    jobsInRetry: async (lane, limit, ordering = 'key') =>
      inRetry[ordering](lane, limit).map(({ job }) => job),
    settleDeliveries: (settlements) =>
      writer.call(
        'settleDeliveries',
        settlements.map((settlement) => settlementRows(settlement)),
      ),
    findLaneStates: async (engine) => states(`${engine}/`, `${engine}0`),
    saveLaneStates: (saved) => writer.call('saveLaneStates', saved),
  };
}
