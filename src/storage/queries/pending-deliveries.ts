/** Deliveries that have not ended: their jobs, with what holds their lanes. */
import { type SqlBool, sql } from 'kysely';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import type { Database } from './database.ts';

export const onWebhookLane = sql<SqlBool>`job.lane >= 'webhook/' AND job.lane < 'webhook0'`;

/** Of `webhook/12`. */
const endpointId = sql<number>`cast(substr(job.lane, 9) as bigint)`;

export function pendingOf(database: Database): EndpointStore['pendingOf'] {
  const { build } = database;
  const pending = build
    .selectFrom('job')
    .innerJoin('webhook_endpoint as endpoint', (join) => join.on('endpoint.id', '=', endpointId))
    .leftJoin('lane_state', 'lane_state.lane', 'job.lane')
    .select(['job.subject as eventId', 'endpoint.id as endpointId', 'job.attempt as attempts'])
    .select(['job.due_at as dueAtMs', 'endpoint.state as endpointState', 'job.id as jobId'])
    .select((is) => is.fn.coalesce('lane_state.open_until', sql.lit(0)).as('openUntilMs'))
    .where(onWebhookLane);
  return async (eventIds, limit) => {
    if (eventIds.length === 0) return [];
    const first = pending
      .innerJoin('webhook_event as event', 'event.first_job_id', 'job.id')
      .where('event.id', 'in', [...eventIds]);
    const further = pending
      .where('job.further', '=', sql.lit(1))
      .where('job.subject', 'in', [...eventIds]);
    const query = first.unionAll(further).orderBy('jobId').limit(limit);
    const found = await database.read(query);
    return found.map((row) => {
      const { jobId: _, ...delivery } = row;
      return delivery;
    });
  };
}
