/** Attempts at endpoints, by the hour. */
import { sql } from 'kysely';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import type { AttemptCount, WebhookStore } from '#webhooks/webhook-store.ts';
import type { Database } from './database.ts';
import { fields, rowMaker } from './fields.ts';

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
