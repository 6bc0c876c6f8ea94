/**
 * Deliveries that are owed although their event is old: those of endpoints that have been held for months,
 * or of a replay. What still has time keeps its event; what has none left is settled before its event goes.
 */
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { nextTurn } from '#core/turns.ts';
import type { Age } from '#queue/retention.ts';
import type { Database, WriteStep } from './database.ts';
import type { Tables } from './tables.ts';

/** Jobs of one read, and of one commit: a few milliseconds. */
const pageMax = 500;
/** The owner of a lane settles what is over himself, if he comes to it. */
const ownersMs = 3_600_000;

type OwedJob = Pick<Selectable<Tables['job']>, 'id' | 'lane' | 'due_at' | 'expires_at' | 'subject'>;

type Page = {
  /** Old events that must stay. */
  readonly needed: readonly number[];
  /** Steps of a commit that ends jobs that nobody wants any more; none where there are none. */
  readonly ending: readonly WriteStep[];
};

/** Through all that is owed, a page at a time. */
export async function* oldDeliveries(database: Database, age: Age): AsyncGenerator<Page> {
  yield* pagesOf(database, 'webhook', age);
  yield* pagesOf(database, 'customer', age);
}

/** In the order of the lanes. Jobs have no index by their events, and most of those that wait are few. */
async function* pagesOf(database: Database, engine: 'webhook' | 'customer', age: Age) {
  let after = { lane: `${engine}/`, due_at: 0, id: 0 };
  for (;;) {
    const jobs = await database.read(
      database.build
        .selectFrom('job')
        .select(['id', 'lane', 'due_at', 'expires_at', 'subject'])
        .where('lane', '<', `${engine}0`)
        .where(sql<boolean>`(lane, due_at, id) > (${after.lane}, ${after.due_at}, ${after.id})`)
        .orderBy('lane')
        .orderBy('due_at')
        .orderBy('id')
        .limit(pageMax),
    );
    if (jobs.length > 0) {
      const old = await oldOf(database, jobs, age);
      // Who owes an SMPP user settles it in time, bound or not.
      const over = engine === 'webhook' ? await overOf(database, old, age) : [];
      const ended = new Set(over);
      const needed = old.filter(({ id }) => !ended.has(id)).map(({ subject }) => subject);
      yield { needed, ending: over.length > 0 ? endSteps(database, over, age) : [] };
    }
    after = jobs.at(-1) ?? after;
    if (jobs.length < pageMax) return;
    // SQLite reads on this thread: between two pages it does what else has come.
    await nextTurn();
  }
}

type OldJob = OwedJob & { readonly isBodiless: boolean };

/** Of these jobs, those whose event is old, or gone. */
async function oldOf(database: Database, jobs: readonly OwedJob[], { beforeMs }: Age) {
  const events = await database.read(
    database.build
      .selectFrom('webhook_event')
      .select(['id', 'created_at'])
      .where('id', 'in', [...new Set(jobs.map(({ subject }) => subject))]),
  );
  const times = new Map(events.map(({ id, created_at }) => [id, created_at]));
  return jobs
    .filter(({ subject }) => (times.get(subject) ?? 0) < beforeMs)
    .map((job) => ({ ...job, isBodiless: !times.has(job.subject) }));
}

/** What was held has its time again from the moment at which people let it go on. */
async function overOf(database: Database, jobs: readonly OldJob[], { nowMs }: Age) {
  if (jobs.length === 0) return [];
  const endpointIds = [...new Set(jobs.map(({ lane }) => endpointOf(lane)))];
  const endpoints = await database.read(
    database.build
      .selectFrom('webhook_endpoint')
      .select(['id', 'expiry_floor'])
      .where('id', 'in', endpointIds),
  );
  const floors = new Map(endpoints.map(({ id, expiry_floor }) => [id, expiry_floor]));
  const isOver = ({ lane, expires_at, isBodiless }: OldJob): boolean =>
    isBodiless || Math.max(expires_at, floors.get(endpointOf(lane)) ?? 0) + ownersMs <= nowMs;
  return jobs.filter(isOver).map(({ id }) => id);
}

function endpointOf(lane: string): number {
  return Number(lane.slice('webhook/'.length));
}

/** Their lines in the log of attempts, and their end. */
function endSteps({ build }: Database, jobIds: readonly number[], { nowMs }: Age) {
  const none = { status: 0, error: '', duration_ms: 0, ip: '', response_head: '' };
  const nothing = { ...none, response_body: '', url: '', resolve_ms: 0, connect_ms: 0 };
  const fixed = { at: nowMs, outcome: 'expired', ...nothing, tls_ms: 0, answer_ms: 0 } as const;
  const names = Object.keys(fixed) as (keyof typeof fixed)[];
  const lines = build
    .selectFrom('job')
    .where('id', 'in', jobIds)
    .orderBy('id')
    .select([
      'subject as event_id',
      sql<number>`cast(substr(lane, ${sql.lit('webhook/'.length + 1)}) as bigint)`.as(
        'endpoint_id',
      ),
      'id as job_id',
      sql<number>`attempt + 1`.as('n'),
      ...names.map((name) => sql`${sql.lit(fixed[name])}`.as(name)),
    ]);
  const log = build
    .insertInto('webhook_attempt')
    .columns(['event_id', 'endpoint_id', 'job_id', 'n', ...names])
    .expression(lines);
  return [log, build.deleteFrom('job').where('id', 'in', jobIds)];
}
