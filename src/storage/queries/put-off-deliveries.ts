/** Deliveries that have failed often: what the next owner of a lane must know of those before it. */
import { type AliasedExpression, sql } from 'kysely';
import type { WebhookStore } from '#webhooks/webhook-store.ts';
import { asDelivery, type DeliveryRow, eventColumns } from '../delivery-rows.ts';
import type { Database } from './database.ts';
import { jobFields } from './job-step.ts';

const eventFields = sql.raw(eventColumns) as unknown as AliasedExpression<
  DeliveryRow['event'],
  'event'
>;

export function putOffDeliveries(database: Database): WebhookStore['putOffDeliveries'] {
  return async ({ lane, attemptsMin, bodyStart, limit }) => {
    const length = sql.lit(bodyStart.length);
    const query = database.build
      .selectFrom('job')
      .innerJoin('webhook_event as event', 'event.id', 'job.subject')
      .select([...jobFields, eventFields])
      .where('job.lane', '=', lane)
      // Without this literal the index of jobs in retry is not used.
      .where(sql<boolean>`job.attempt > 0`)
      .where('job.attempt', '>=', attemptsMin)
      .where(sql<boolean>`substr(event.body, 1, ${length}) = ${bodyStart}`)
      .orderBy('job.id', 'desc')
      .limit(limit);
    return (await database.read(query)).map((row) => asDelivery(row)).toReversed();
  };
}
