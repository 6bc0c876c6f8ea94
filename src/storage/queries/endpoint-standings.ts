/** How endpoints do: what each is owed, and what is known of its receiver. */
import { sql } from 'kysely';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import type { LaneState } from '#webhooks/webhook-store.ts';
import type { Database } from './database.ts';
import { fields } from './fields.ts';

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
