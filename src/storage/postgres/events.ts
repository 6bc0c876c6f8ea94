/** Puts events, and the jobs they owe, inside the statement of the facts that caused them. */
import type { OwedEvent } from '#queue/owed-event.ts';
import { columns } from './columns.ts';

type Caused = {
  /** The place of its fact among the rows of the statement; the first is 1. */
  readonly fact: number;
  readonly event: OwedEvent;
};

const caused = columns<Caused>([
  ['fact', 'bigint', ({ fact }) => fact],
  ['id', 'bigint', ({ event }) => event.id],
  ['account_id', 'bigint', ({ event }) => event.accountId],
  ['kind', 'text', ({ event }) => event.kind],
  ['order_key', 'text', ({ event }) => event.orderKey],
  ['url', 'text', ({ event }) => event.url],
  ['body', 'bytea', ({ event }) => event.body],
  ['created_at', 'bigint', ({ event }) => event.createdAtMs],
  ['test', 'bigint', ({ event }) => event.test],
  ['job_id', 'bigint', ({ event }) => event.job?.id ?? null],
  ['lane', 'text', ({ event }) => event.job?.lane ?? null],
  ['due_at', 'bigint', ({ event }) => event.job?.dueAtMs ?? null],
  ['attempt', 'bigint', ({ event }) => event.job?.attempt ?? null],
  ['job_order_key', 'text', ({ event }) => event.job?.orderKey ?? null],
  ['expires_at', 'bigint', ({ event }) => event.job?.expiresAtMs ?? null],
  ['subject', 'bigint', ({ event }) => event.job?.subject ?? null],
]);

/**
 * The parts of a statement that put the events of those facts that are in its part `changed`; their
 * parameters begin at `$first`. `IS TRUE` makes the look into `changed` a hash table: as a join it
 * would compare each row with each.
 */
export function putEvents(first: number): string {
  return `owed AS (
      SELECT * FROM ${caused.rows(first)}
      WHERE (given.fact IN (SELECT place FROM changed)) IS TRUE
    ), new_event AS (
      INSERT INTO webhook_event (id, account_id, kind, order_key, url, body, created_at, test)
      SELECT id, account_id, kind, order_key, url, body, created_at, test FROM owed ORDER BY place
    ), new_job AS (
      INSERT INTO job (id, lane, due_at, attempt, order_key, expires_at, subject)
      SELECT job_id, lane, due_at, attempt, job_order_key, expires_at, subject FROM owed
      WHERE job_id IS NOT NULL ORDER BY place
    )`;
}

/** The parameters of `putEvents` for these facts. */
export function eventArrays(facts: readonly { readonly events: readonly OwedEvent[] }[]): string[] {
  return caused.arrays(
    facts.flatMap(({ events }, index) => events.map((event) => ({ fact: index + 1, event }))),
  );
}
