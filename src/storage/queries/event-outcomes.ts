/** How many events were received, were not, or went to nobody: looked up event by event, without reading attempts. */
import { sql } from 'kysely';
import type { EventCount, EventOutcome, EventTime } from '#webhooks/management/endpoint-store.ts';
import type { Database } from './database.ts';
import { newestIn } from './event-times.ts';
import { onWebhookLane } from './pending-deliveries.ts';

/** A job of the event, whichever of its deliveries it is. */
const isPending = sql<boolean>`(
  EXISTS (SELECT 1 FROM job WHERE job.id = seen.first_job_id AND ${onWebhookLane})
  OR EXISTS (SELECT 1 FROM job WHERE job.subject = seen.id AND job.further = 1 AND ${onWebhookLane}))`;

/** The last attempt at one of its endpoints was not received. An SMPP user's stand under its id with a minus. */
const hasFailed = sql<boolean>`EXISTS (
  SELECT 1 FROM webhook_attempt AS last
  WHERE last.event_id = seen.id AND last.endpoint_id > 0 AND last.outcome <> 'delivered'
    AND NOT EXISTS (
      SELECT 1 FROM webhook_attempt AS later
      WHERE later.event_id = seen.id AND later.endpoint_id = last.endpoint_id
        AND (later.at > last.at OR (later.at = last.at AND later.id > last.id))))`;

const wasReceived = sql<boolean>`(
  (seen.first_at IS NOT NULL AND seen.first_endpoint_id > 0)
  OR EXISTS (
    SELECT 1 FROM webhook_attempt AS any_attempt
    WHERE any_attempt.event_id = seen.id AND any_attempt.endpoint_id > 0))`;

const outcome = sql<EventOutcome>`CASE
  WHEN ${isPending} OR ${hasFailed} THEN 'undelivered'
  WHEN ${wasReceived} THEN 'delivered'
  ELSE 'nobody' END`;

/** Of the newest `max` of a time. */
export async function countOutcomes(
  database: Database,
  accountId: number,
  max: number,
  time: EventTime,
): Promise<readonly EventCount[]> {
  const counts: EventCount[] = [];
  let left = max;
  for (const span of time.spans) {
    const seen = newestIn(database, { accountId, span, time, max: left }).select([
      'id',
      'kind',
      'first_job_id',
      'first_at',
      'first_endpoint_id',
    ]);
    const told = database.build
      .selectFrom(seen.as('seen'))
      .select(['seen.kind', outcome.as('outcome')]);
    const counted = database.build
      .selectFrom(told.as('told'))
      .select(['kind', 'outcome', (eb) => eb.fn.countAll<number>().as('events')])
      .groupBy(['kind', 'outcome']);
    const found = await database.read(counted);
    counts.push(...found);
    left -= found.reduce((sum, { events }) => sum + events, 0);
    if (left <= 0) break;
  }
  return counts;
}
