/** How endpoints do: what each is owed, and what is known of its receiver. */
import { sql } from 'kysely';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import type { AttemptCount, LaneState, WebhookStore } from '#webhooks/webhook-store.ts';
import type { Database } from './database.ts';
import { fields, rowMaker } from './fields.ts';

const stateFields = fields(
  'lane_state',
  'lane open_until failures failing_since failed_attempts warned',
);

export function standingsOf(database: Database): EndpointStore['standingsOf'] {
  return async (endpointIds, owedMax) => {
    if (endpointIds.length === 0) return new Map();
    const rows = await database.read(
      database.build
        .selectFrom('webhook_endpoint as endpoint')
        .leftJoin('lane_state', (join) => join.on(sql`lane_state.lane`, '=', lane))
        .select(stateFields)
        .select(['endpoint.id', owed(owedMax).as('owed'), head.as('headExpiresAtMs')])
        .select(due.as('dueAtMs'))
        .where('endpoint.id', 'in', endpointIds),
    );
    return new Map(
      rows.map(({ id, owed: count, headExpiresAtMs, dueAtMs, lane: name, ...state }) => [
        id,
        {
          owed: count,
          headExpiresAtMs,
          dueAtMs,
          state: name === null ? undefined : ({ lane: name, ...state } as LaneState),
        },
      ]),
    );
  };
}

const lane = sql<string>`('webhook/' || endpoint.id)`;

function owed(max: number) {
  return sql<number>`(SELECT count(*) FROM (SELECT 1 FROM job WHERE job.lane = ${lane}
    LIMIT ${sql.lit(max)}) AS counted)`;
}

const due = sql<number | null>`(SELECT min(due_at) FROM job WHERE job.lane = ${lane})`;

/** What is in retry goes before what was never tried. */
const head = sql<number | null>`coalesce(
  (SELECT expires_at FROM job WHERE job.lane = ${lane} AND attempt > 0
    ORDER BY expires_at, id LIMIT 1),
  (SELECT expires_at FROM job WHERE job.lane = ${lane} ORDER BY due_at, id LIMIT 1))`;

/** Attempts at endpoints, by the hour. */
const columns = 'endpoint_id starts_at outcome bucket attempts';
const countFields = fields('endpoint_hour', columns);
const countRow = rowMaker('endpoint_hour', columns);

export function countAttempts(database: Database): WebhookStore['countAttempts'] {
  return async (counts, beforeMs) => {
    if (counts.length === 0) return;
    const { build } = database;
    const add = build
      .insertInto('endpoint_hour')
      .values(counts.map((count) => countRow(count)))
      .onConflict((standing) =>
        standing
          .columns(['endpoint_id', 'starts_at', 'outcome', 'bucket'])
          .doUpdateSet({ attempts: sql<number>`endpoint_hour.attempts + excluded.attempts` }),
      );
    const forget = build
      .deleteFrom('endpoint_hour')
      .where('endpoint_id', 'in', [...new Set(counts.map(({ endpointId }) => endpointId))])
      .where('starts_at', '<', beforeMs);
    await database.write([add, forget]);
  };
}

export function attemptCounts(database: Database): EndpointStore['attemptCounts'] {
  return async (endpointId, fromMs, untilMs): Promise<readonly AttemptCount[]> =>
    database.read(
      database.build
        .selectFrom('endpoint_hour')
        .select(countFields)
        .where('endpoint_id', '=', endpointId)
        .where('starts_at', '>=', fromMs)
        .where('starts_at', '<', untilMs)
        .orderBy('starts_at'),
    );
}
