/** Deliveries that have failed often: what the next owner of a lane must know of those before it. */
import { sql } from 'kysely';
import type { WebhookStore } from '#webhooks/webhook-store.ts';
import { asDelivery, type DeliveryRow } from '../delivery-rows.ts';
import { asJob } from '../job-rows.ts';
import type { Database } from './database.ts';

export function putOffDeliveries(database: Database): WebhookStore['putOffDeliveries'] {
  return async ({ lane, attemptsMin, bodyStart, limit }) => {
    const length = sql.lit(bodyStart.length);
    const query = database.build
      .selectFrom('job')
      .innerJoin('webhook_event as event', 'event.id', 'job.subject')
      .select(['job.id as job_id', 'job.lane', 'job.due_at', 'job.attempt', 'job.order_key'])
      .select(['job.expires_at', 'job.subject', 'event.account_id', 'event.kind', 'event.url'])
      .select(['event.body', 'event.created_at', 'event.test'])
      .where('job.lane', '=', lane)
      // Without this literal the index of jobs in retry is not used.
      .where(sql<boolean>`job.attempt > 0`)
      .where('job.attempt', '>=', attemptsMin)
      .where(sql<boolean>`substr(event.body, 1, ${length}) = ${bodyStart}`)
      .orderBy('job.id', 'desc')
      .limit(limit);
    const rows: readonly DeliveryRow[] = await database.read(query);
    return rows.map((row) => ({ job: asJob(row), load: asDelivery(row) })).toReversed();
  };
}
