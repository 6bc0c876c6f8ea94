/** Endpoints, owed deliveries and attempts on SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { must } from '#core/assert.ts';
import type {
  Delivery,
  Endpoint,
  EndpointSource,
  LaneState,
  NewEndpoint,
  WebhookStore,
} from '#webhooks/webhook-store.ts';
import { asJob, deleteJob, type JobRow, jobColumns } from './jobs.ts';
import { type SettlementRows, settlementRows } from './rows.ts';
import { settingsChanged } from './settings.ts';
import type { WriterClient } from './writer-client.ts';

type EndpointRow = {
  readonly id: number;
  readonly account_id: number;
  readonly source: EndpointSource;
  readonly url: string;
  readonly state: Endpoint['state'];
  readonly reason: string;
  readonly sealed_secrets: string;
  readonly in_flight_max: number;
};

export function webhookWrites(db: DatabaseSync) {
  return { ...endpointWrites(db), settleDeliveries: settleDeliveries(db), ...laneStates(db) };
}

function endpointWrites(db: DatabaseSync) {
  const changed = settingsChanged(db);
  const find = db.prepare(
    'SELECT * FROM webhook_endpoint WHERE account_id = ? AND source = ? AND origin = ?',
  );
  const insert = db.prepare(`
    INSERT INTO webhook_endpoint (account_id, source, url, origin, state, sealed_secrets, created_at)
    VALUES (?, ?, ?, ?, 'active', ?, ?)`);
  const change = db.prepare(
    "UPDATE webhook_endpoint SET url = ?, state = 'active', reason = '' WHERE id = ?",
  );
  const limit = db.prepare(
    "UPDATE webhook_endpoint SET in_flight_max = ? WHERE account_id = ? AND source <> 'request'",
  );
  const remove = db.prepare('DELETE FROM webhook_endpoint WHERE account_id = ? AND source = ?');
  const disable = db.prepare(
    "UPDATE webhook_endpoint SET state = 'disabled', reason = ? WHERE id = ?",
  );
  const count = db.prepare(
    "SELECT count(*) AS count FROM webhook_endpoint WHERE account_id = ? AND source = 'request'",
  );

  const findBy = (endpoint: NewEndpoint, origin: string): Endpoint | undefined =>
    asEndpoint(find.get(endpoint.accountId, endpoint.source, origin) as EndpointRow | undefined);
  const make = (endpoint: NewEndpoint, origin: string): Endpoint => {
    const { accountId, source, url, sealedSecret, createdAtMs } = endpoint;
    insert.run(accountId, source, url, origin, JSON.stringify([sealedSecret]), createdAtMs);
    return must(findBy(endpoint, origin), 'endpoint just made');
  };

  return {
    saveAccountEndpoint(endpoint: NewEndpoint): Endpoint {
      const standing = findBy(endpoint, '');
      if (standing !== undefined) change.run(endpoint.url, standing.id);
      changed();
      return standing === undefined
        ? make(endpoint, '')
        : must(findBy(endpoint, ''), 'endpoint just changed');
    },
    limitAccountEndpoints(accountId: number, inFlightMax: number): void {
      limit.run(inFlightMax, accountId);
      changed();
    },
    removeAccountEndpoint(accountId: number, source: EndpointSource): boolean {
      changed();
      return remove.run(accountId, source).changes > 0;
    },
    endpointForOrigin(endpoint: NewEndpoint, originsMax: number): Endpoint | undefined {
      const standing = findBy(endpoint, endpoint.url);
      if (standing !== undefined) return standing;
      const origins = count.get(endpoint.accountId) as { count: number };
      return origins.count >= originsMax ? undefined : make(endpoint, endpoint.url);
    },
    disableEndpoint(endpointId: number, reason: string): void {
      disable.run(reason, endpointId);
      changed();
    },
  };
}

function settleDeliveries(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO webhook_attempt (event_id, endpoint_id, job_id, n, at, outcome, status, error,
      duration_ms, ip, response_head, response_body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const settle = deleteJob(db);
  const retry = db.prepare('UPDATE job SET attempt = ?, due_at = ? WHERE id = ? AND attempt = ?');
  return (settlements: readonly SettlementRows[]): void => {
    for (const { attempt, jobId, attemptRead, retry: again } of settlements) {
      insert.run(...attempt);
      if (again === undefined) settle(jobId);
      else retry.run(again.attempt, again.dueAtMs, jobId, attemptRead);
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

type DeliveryRow = JobRow & {
  readonly account_id: number;
  readonly kind: string;
  readonly url: string | null;
  readonly body: Uint8Array;
  readonly created_at: number;
  readonly test: number;
};

export function webhookStore(db: DatabaseSync, writer: WriterClient): WebhookStore {
  const byId = db.prepare('SELECT * FROM webhook_endpoint WHERE id = ?');
  const byAccount = db.prepare(
    "SELECT * FROM webhook_endpoint WHERE account_id = ? AND source = ? AND origin = ''",
  );
  const anyOfRequests = db.prepare(
    "SELECT * FROM webhook_endpoint WHERE account_id = ? AND source = 'request' LIMIT 1",
  );
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
    findEndpoint: async (id) => asEndpoint(byId.get(id) as EndpointRow | undefined),
    findAccountEndpoint: async (accountId, source) =>
      asEndpoint(byAccount.get(accountId, source) as EndpointRow | undefined),
    saveAccountEndpoint: (endpoint) => writer.call('saveAccountEndpoint', endpoint),
    limitAccountEndpoints: (accountId, inFlightMax) =>
      writer.call('limitAccountEndpoints', accountId, inFlightMax),
    removeAccountEndpoint: (accountId, source) =>
      writer.call('removeAccountEndpoint', accountId, source),
    findRequestEndpoint: async (accountId) =>
      asEndpoint(anyOfRequests.get(accountId) as EndpointRow | undefined),
    endpointForOrigin: (endpoint, max) => writer.call('endpointForOrigin', endpoint, max),
    disableEndpoint: (id, reason) => writer.call('disableEndpoint', id, reason),
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

function asDelivery(row: DeliveryRow): Delivery {
  return {
    eventId: row.subject,
    accountId: row.account_id,
    kind: row.kind,
    url: row.url,
    body: row.body,
    createdAtMs: row.created_at,
    test: row.test === 1,
  };
}

function asEndpoint(row: EndpointRow | undefined): Endpoint | undefined {
  if (row === undefined) return undefined;
  return {
    id: row.id,
    accountId: row.account_id,
    source: row.source,
    url: row.url,
    state: row.state,
    reason: row.reason,
    sealedSecrets: JSON.parse(row.sealed_secrets) as string[],
    inFlightMax: row.in_flight_max,
  };
}
