/**
 * The log of attempts. The first delivery of an event whose first attempt is received stands in the event's row, all
 * other attempts have rows of their own.
 */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { AttemptOutcome } from '#webhooks/webhook-store.ts';
import type { Database } from './database.ts';
import { fields } from './fields.ts';
import type { Tables } from './tables.ts';

export const attemptFields = fields(
  'webhook_attempt',
  'id event_id n outcome endpoint_id job_id at status error duration_ms url ip response_head',
  'response_body resolve_ms connect_ms tls_ms answer_ms',
);

const firstFields = fields(
  'webhook_event',
  'first_endpoint_id:endpointId first_job_id:jobId first_at:atMs first_status:status',
  'first_error:error first_duration_ms:durationMs first_url:url first_ip:ip',
  'first_response_head:responseHead first_response_body:responseBody',
  'first_resolve_ms:resolveMs first_connect_ms:connectMs first_tls_ms:tlsMs',
  'first_answer_ms:answerMs',
);

/** All attempts of these events. One in an event's row has the event's id with a minus, as it has none of its own. */
export function attemptsOfEvents(
  { build }: Pick<Database, 'build'>,
  eventIds: readonly number[] | SelectQueryBuilder<Tables, 'webhook_event', { id: number }>,
) {
  const further = build
    .selectFrom('webhook_attempt')
    .select(attemptFields)
    .where('event_id', 'in', eventIds);
  const first = build
    .selectFrom('webhook_event')
    .select([
      sql<number>`-webhook_event.id`.as('id'),
      'webhook_event.id as eventId',
      sql<number>`1`.as('n'),
      sql<AttemptOutcome>`'delivered'`.as('outcome'),
      ...firstFields,
    ])
    .where('webhook_event.id', 'in', eventIds)
    .where('first_at', 'is not', null);
  return further.unionAll(first);
}
