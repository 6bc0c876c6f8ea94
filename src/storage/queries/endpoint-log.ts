/** The log of an endpoint: events, and how they were posted. */

import { type SqlBool, sql } from 'kysely';
import { eventIdOf, streamOf } from '#model/event-ids.ts';
import { type KeyMode, testColumnOf } from '#model/key-mode.ts';
import type {
  EndpointStore,
  EventSummary,
  EventTime,
  LoggedAttempt,
} from '#webhooks/management/endpoint-store.ts';
import { attemptFields, attemptsOfEvents } from './attempts.ts';
import type { Database } from './database.ts';
import { type FieldRow, fields } from './fields.ts';
import { type IdSpan, idSpan, type Within } from './id-span.ts';

const eventFields = fields('webhook_event', 'id kind order_key url created_at test');

/** An endpoint with few attempts among millions would be looked for in all of them. */
const eventsLookedAtMax = 2_000;

export function endpointLog(database: Database) {
  const { build } = database;
  const events = build.selectFrom('webhook_event').select(eventFields);
  const inMode = (mode: KeyMode | undefined) =>
    mode === undefined ? events : events.where('test', '=', testColumnOf({ mode }));
  const attempts = build.selectFrom('webhook_attempt').select(attemptFields);
  return {
    async findEvent(accountId, id, mode) {
      const query = inMode(mode).where('id', '=', id).where('account_id', '=', accountId);
      const [row] = await database.read(query);
      return row && toEvent(row);
    },
    eventTime: (accountId, within) => eventTime(database, accountId, within),
    countKinds: (accountId, max, time) => countKinds(database, accountId, max, time),
    async listEvents(accountId, beforeId, limit, { mode, families, time } = {}) {
      const query = inMode(mode)
        .where((is) =>
          families === undefined
            ? is.lit(true)
            : is.or(families.map((family) => is('kind', 'like', `${family}.%`))),
        )
        .where('account_id', '=', accountId)
        .where('id', '<', beforeId)
        .orderBy('id', 'desc');
      if (time === undefined) {
        return (await database.read(query.limit(limit))).map((row) => toEvent(row));
      }
      const found: EventSummary[] = [];
      for (const { first, last } of time.spans) {
        if (found.length === limit) break;
        const rows = query
          .where('id', '>=', first)
          .where('id', '<=', last)
          // Those of several commits are not quite in the order of time.
          .where('created_at', '>=', time.fromMs ?? 0)
          .where('created_at', '<', time.untilMs ?? Number.MAX_SAFE_INTEGER)
          .limit(limit - found.length);
        found.push(...(await database.read(rows)).map((row) => toEvent(row)));
      }
      return found;
    },
    async eventsOf(accountId, ids) {
      if (ids.length === 0) return [];
      const query = events
        .where('account_id', '=', accountId)
        .where('id', 'in', [...ids])
        .orderBy('created_at')
        .orderBy('id');
      return (await database.read(query)).map((row) => toEvent(row));
    },
    async attemptsOf(eventIds, limit) {
      if (eventIds.length === 0) return [];
      const query = attemptsOfEvents(database, eventIds).orderBy('atMs').orderBy('id').limit(limit);
      return (await database.read(query)).map((row) => toAttempt(row));
    },
    pendingOf: pendingOf(database),
    async lastAttempts({ id, accountId }, limit) {
      const newest = build
        .selectFrom('webhook_event')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(eventsLookedAtMax);
      const query = build
        .selectFrom(attemptsOfEvents(database, newest).as('attempt'))
        .selectAll()
        .where('endpointId', '=', id)
        .orderBy('atMs', 'desc')
        .orderBy('eventId', 'desc')
        .orderBy('n', 'desc')
        .limit(limit);
      return (await database.read(query)).map((row) => toAttempt(row));
    },
    async failedAttempts(endpointId, beforeId, limit, mode) {
      const ofMode =
        mode === undefined
          ? attempts
          : attempts.where((where) =>
              where.exists(
                where
                  .selectFrom('webhook_event')
                  .select('webhook_event.id')
                  .whereRef('webhook_event.id', '=', 'webhook_attempt.event_id')
                  .where('webhook_event.test', '=', testColumnOf({ mode })),
              ),
            );
      const query = ofMode
        .where('endpoint_id', '=', endpointId)
        // As a literal, else the partial index does not serve.
        .where(sql<boolean>`outcome <> 'delivered'`)
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(limit);
      return (await database.read(query)).map((row) => toAttempt(row));
    },
  } satisfies Partial<EndpointStore>;
}

function toEvent(row: FieldRow<'webhook_event', typeof eventFields>): EventSummary {
  return { ...row, test: row.test === 1 };
}

function toAttempt({
  resolveMs,
  connectMs,
  tlsMs,
  answerMs,
  ...attempt
}: FieldRow<'webhook_attempt', typeof attemptFields>): LoggedAttempt {
  return { ...attempt, phases: { resolveMs, connectMs, tlsMs, answerMs } };
}

/** Deliveries that have not ended: their jobs, with what holds their lanes. */
const onWebhookLane = sql<SqlBool>`job.lane >= 'webhook/' AND job.lane < 'webhook0'`;

/** Of `webhook/12`. */
const endpointId = sql<number>`cast(substr(job.lane, 9) as bigint)`;

function pendingOf(database: Database): EndpointStore['pendingOf'] {
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

/** Events of a time, and how many there are. Ids grow with time within a stream alone, so each stream has a span of its own. */
const everything = { first: 0, last: Number.MAX_SAFE_INTEGER };

/** The spans stand in the order in which events are listed: the highest ids first. */
async function eventTime(
  database: Database,
  accountId: number,
  within: Within,
): Promise<EventTime> {
  if (within.fromMs === undefined && within.untilMs === undefined) return { spans: [everything] };
  const spans: IdSpan[] = [];
  for (const ids of await streamsOf(database, accountId)) {
    const rows = { table: 'webhook_event', at: 'created_at', accountId, ids } as const;
    spans.push(await idSpan(database, rows, { ...within, last: ids.last }));
  }
  return { ...within, spans };
}

/** Those that hold events of the account: a look-up each. */
async function streamsOf(database: Database, accountId: number): Promise<readonly IdSpan[]> {
  const streams: IdSpan[] = [];
  for (let before: number = Number.MAX_SAFE_INTEGER; ; ) {
    const newest = database.build
      .selectFrom('webhook_event')
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(1);
    const [row] = await database.read(newest);
    if (row === undefined) return streams;
    before = eventIdOf(streamOf(row.id), 0);
    streams.push({ first: before, last: row.id });
  }
}

/** Of the newest `max` of a time, how many are of each kind. */
async function countKinds(
  database: Database,
  accountId: number,
  max: number,
  { spans, fromMs, untilMs }: EventTime,
): Promise<ReadonlyMap<string, number>> {
  const kinds = new Map<string, number>();
  let left = max;
  for (const { first, last } of spans) {
    const seen = database.build
      .selectFrom('webhook_event')
      .select('kind')
      .where('account_id', '=', accountId)
      .where('id', '>=', first)
      .where('id', '<=', last)
      .where('created_at', '>=', fromMs ?? 0)
      .where('created_at', '<', untilMs ?? Number.MAX_SAFE_INTEGER)
      .orderBy('id', 'desc')
      .limit(left);
    const counted = database.build
      .selectFrom(seen.as('seen'))
      .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('kind');
    for (const { kind, count } of await database.read(counted)) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + count);
      left -= count;
    }
    if (left <= 0) break;
  }
  return kinds;
}
