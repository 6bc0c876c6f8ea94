/** Deliveries that have not ended: their jobs, with what holds their lanes. */
import { type SqlBool, sql } from 'kysely';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import type { Database } from './database.ts';

/** Written as the index `job_of_event` has it. */
const onWebhookLane = sql<SqlBool>`job.lane >= 'webhook/' AND job.lane < 'webhook0'`;

/** Of `webhook/12`. */
const endpointId = sql<number>`cast(substr(job.lane, 9) as bigint)`;

export function pendingOf(database: Database): EndpointStore['pendingOf'] {
  return async (eventIds, limit) => {
    if (eventIds.length === 0) return [];
    const query = database.build
      .selectFrom('job')
      .innerJoin('webhook_endpoint as endpoint', (join) => join.on('endpoint.id', '=', endpointId))
      .leftJoin('lane_state', 'lane_state.lane', 'job.lane')
      .select(['job.subject as eventId', 'endpoint.id as endpointId', 'job.attempt as attempts'])
      .select(['job.due_at as dueAtMs', 'endpoint.state as endpointState'])
      .select((is) => is.fn.coalesce('lane_state.open_until', sql.lit(0)).as('openUntilMs'))
      .where(onWebhookLane)
      .where('job.subject', 'in', [...eventIds])
      .orderBy('job.id')
      .limit(limit);
    return database.read(query);
  };
}
