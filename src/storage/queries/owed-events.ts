/** Events and the deliveries they owe, as steps of the commit of the fact that caused them. */
import { type Compilable, type Expression, type SqlBool, sql } from 'kysely';
import type { OwedEvent } from '#queue/owed-event.ts';
import { jobsOwed, type StoredJob } from '../job-rows.ts';
import type { Database, WriteStep } from './database.ts';
import { rowMaker } from './fields.ts';
import { jobRow } from './job-step.ts';
import { fenceSteps } from './stream-fence.ts';

/** Rows of one statement: SQLite takes 32,766 parameters. */
const rowsMax = 1_000;

/** Of a commit that is kept whole or not at all. */
export function putEvents(database: Database, events: readonly OwedEvent[]): readonly WriteStep[] {
  const { build } = database;
  const inserts = inSlices(events).map((slice) =>
    build.insertInto('webhook_event').values(slice.map((event) => eventValues(event))),
  );
  return [
    ...fenceSteps(database, events),
    ...inserts,
    ...putJobs(
      database,
      events.flatMap((event) => jobsOwed(event)),
    ),
  ];
}

export function putJobs({ build }: Database, jobs: readonly StoredJob[]): readonly WriteStep[] {
  return inSlices(jobs).map((slice) =>
    build.insertInto('job').values(slice.map((job) => jobValues(job))),
  );
}

/** Of a fact that may not have been noted: each step asks. */
export function putEventsWhere(
  database: Database,
  events: readonly OwedEvent[],
  where: Expression<SqlBool>,
): readonly WriteStep[] {
  const steps = events.flatMap((event) => [
    putEventWhere(database, eventValues(event), where),
    ...jobsOwed(event).map((job) => putJobWhere(database, jobValues(job), where)),
  ]);
  return [...fenceSteps(database, events), ...steps];
}

export function putEventWhere(
  { build }: Database,
  values: EventValues,
  where: Expression<SqlBool>,
): Compilable {
  const { id, account_id, kind, order_key, url, body, created_at, test, first_job_id } = values;
  const row = { id, account_id, kind, order_key, url, body, created_at, test, first_job_id };
  return build
    .insertInto('webhook_event')
    .columns([
      'id',
      'account_id',
      'kind',
      'order_key',
      'url',
      'body',
      'created_at',
      'test',
      'first_job_id',
    ])
    .expression(build.selectNoFrom(selected(row)).where(where));
}

export function putJobWhere(
  { build }: Database,
  values: JobValues,
  where: Expression<SqlBool>,
): Compilable {
  const { id, lane, due_at, attempt, order_key, expires_at, subject, further } = values;
  const row = { id, lane, due_at, attempt, order_key, expires_at, subject, further };
  return build
    .insertInto('job')
    .columns(['id', 'lane', 'due_at', 'attempt', 'order_key', 'expires_at', 'subject', 'further'])
    .expression(build.selectNoFrom(selected(row)).where(where));
}

/** In the order of the columns that are named above. */
function selected(row: Readonly<Record<string, unknown>>) {
  return Object.entries(row).map(([name, value]) => sql`${value}`.as(name));
}

const eventRow = rowMaker(
  'webhook_event',
  'id account_id kind order_key url body created_at test first_job_id',
);

export type EventValues = ReturnType<typeof eventValues>;
export type JobValues = ReturnType<typeof jobValues>;

export function eventValues(event: OwedEvent) {
  return eventRow({ ...event, firstJobId: event.job?.id ?? null });
}

export function jobValues(job: StoredJob) {
  return jobRow(job);
}

export function inSlices<Item>(
  items: readonly Item[],
  most = rowsMax,
): readonly (readonly Item[])[] {
  const slices: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += most) slices.push(items.slice(at, at + most));
  return slices;
}
