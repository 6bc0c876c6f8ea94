/** Owed deliveries as rows of a join, made into the records of webhooks/. */
import type { Owed } from '#queue/job.ts';
import type { DeliverySettings } from '#webhooks/endpoint.ts';
import type { Delivery } from '#webhooks/webhook-store.ts';
import { type JobRow, jobColumns } from './job-rows.ts';
import { recordColumns } from './records.ts';

/** Of the event under the name `event`. */
export type DeliveryRow = JobRow & {
  readonly event: Omit<Delivery, 'test'> & { readonly test: number };
};

export const eventColumns = `event.id AS "event.eventId", ${recordColumns('event', 'account_id kind url body created_at test')}`;

type Ordering = DeliverySettings['ordering'];

/**
 * Which older jobs in retry hold back a job. `attempt > 0 AND attempt <= 4` lets SQLite use job_in_retry;
 * with BETWEEN it walks the lane.
 */
const holdBack: Readonly<Record<Ordering, string>> = {
  none: '',
  key: 'older.order_key = job.order_key AND older.attempt > 0 AND older.attempt <= 4',
  strict: 'older.attempt > 0',
};

/** What a lane owes by an instant, for the parameters `lane`, `now` and `limit` as they are written there. */
export function dueDeliveriesText(
  ordering: Ordering,
  { lane, now, limit }: Readonly<Record<'lane' | 'now' | 'limit', string>>,
): string {
  const held = holdBack[ordering];
  const unlessHeld = `AND NOT EXISTS (
      SELECT 1 FROM job AS older WHERE older.lane = job.lane AND ${held}
        AND (older.expires_at, older.id) < (job.expires_at, job.id))`;
  return `
    SELECT ${jobColumns}, ${eventColumns}
    FROM job JOIN webhook_event AS event ON event.id = job.subject
    WHERE job.lane = ${lane} AND job.due_at <= ${now} ${held === '' ? '' : unlessHeld}
    ORDER BY job.due_at, job.id LIMIT ${limit}`;
}

/** The jobs that hold back others. */
export function inRetryText(
  ordering: Ordering,
  { lane, limit }: Readonly<Record<'lane' | 'limit', string>>,
): string {
  const bound = ordering === 'strict' ? '' : 'AND attempt <= 4';
  return `
    SELECT ${jobColumns} FROM job WHERE lane = ${lane} AND attempt > 0 ${bound}
    ORDER BY expires_at, id LIMIT ${limit}`;
}

/** Something for each ordering. */
export function ofEachOrdering<Value>(
  make: (ordering: Ordering) => Value,
): Readonly<Record<Ordering, Value>> {
  return { none: make('none'), key: make('key'), strict: make('strict') };
}

export function asDelivery({ job, event }: DeliveryRow): Owed<Delivery> {
  return { job, load: { ...event, test: event.test === 1 } };
}
