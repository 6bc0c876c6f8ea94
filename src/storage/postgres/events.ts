/** Puts events, and the jobs they owe, inside the statement of the facts that caused them. */
import type { OwedEvent } from '#queue/owed-event.ts';
import { jobsOwed, type StoredJob } from '../job-rows.ts';
import { fencesOf } from '../queries/stream-fence.ts';
import { columns } from './columns.ts';
import type { Statement, Statements } from './statement.ts';

type Caused = {
  /** The place of its fact among the rows of the statement; the first is 1. */
  readonly fact: number;
  readonly event: OwedEvent;
  readonly job: StoredJob | null;
  /** A row of an event that has one already: only its job is new. */
  readonly copy: boolean;
};

const caused = columns<Caused>([
  ['fact', 'bigint', ({ fact }) => fact],
  ['id', 'bigint', ({ event }) => event.id],
  ['account_id', 'bigint', ({ event }) => event.accountId],
  ['kind', 'text', ({ event }) => event.kind],
  ['order_key', 'text', ({ event }) => event.orderKey],
  ['url', 'text', ({ event }) => event.url],
  ['body', 'bytea', ({ event, copy }) => (copy ? null : event.body)],
  ['created_at', 'bigint', ({ event }) => event.createdAtMs],
  ['test', 'bigint', ({ event }) => event.test],
  ['first_job_id', 'bigint', ({ event }) => event.job?.id ?? null],
  ['job_id', 'bigint', ({ job }) => job?.id ?? null],
  ['lane', 'text', ({ job }) => job?.lane ?? null],
  ['due_at', 'bigint', ({ job }) => job?.dueAtMs ?? null],
  ['attempt', 'bigint', ({ job }) => job?.attempt ?? null],
  ['job_order_key', 'text', ({ job }) => job?.orderKey ?? null],
  ['expires_at', 'bigint', ({ job }) => job?.expiresAtMs ?? null],
  ['subject', 'bigint', ({ job }) => job?.subject ?? null],
  ['further', 'bigint', ({ job }) => job?.further ?? false],
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
      INSERT INTO webhook_event
        (id, account_id, kind, order_key, url, body, created_at, test, first_job_id)
      SELECT id, account_id, kind, order_key, url, body, created_at, test, first_job_id FROM owed
      WHERE body IS NOT NULL ORDER BY place
    ), new_job AS (
      INSERT INTO job (id, lane, due_at, attempt, order_key, expires_at, subject, further)
      SELECT job_id, lane, due_at, attempt, job_order_key, expires_at, subject, further FROM owed
      WHERE job_id IS NOT NULL ORDER BY place
    )`;
}

const fenceStatement: Statement = {
  name: 'hold a stream of events',
  text: `UPDATE id_block SET next = next / CASE WHEN next > $2 THEN 0 ELSE 1 END WHERE name = $1`,
};

/** To be sent before these facts are: see queries/stream-fence.ts. */
export async function holdStreams(
  connection: Statements,
  facts: readonly { readonly events: readonly OwedEvent[] }[],
): Promise<void> {
  const fences = fencesOf(facts.flatMap(({ events }) => events));
  await Promise.all(fences.map(({ name, least }) => connection.run(fenceStatement, [name, least])));
}

/** The parameters of `putEvents` for these facts. */
export function eventArrays(facts: readonly { readonly events: readonly OwedEvent[] }[]): Buffer[] {
  return caused.arrays(
    facts.flatMap(({ events }, index) => events.flatMap((event) => rowsOf(index + 1, event))),
  );
}

/** One for each of its jobs; one without a job where there is none. */
function rowsOf(fact: number, event: OwedEvent): readonly Caused[] {
  const [first = null, ...others] = jobsOwed(event);
  const row = { fact, event, job: first, copy: false };
  if (others.length === 0) return [row];
  return [row, ...others.map((job) => ({ fact, event, job, copy: true }))];
}
