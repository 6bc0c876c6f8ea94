/** The log of an endpoint: events, and how they were posted. */
import { sql } from 'kysely';
import { type KeyMode, testColumnOf } from '#model/key-mode.ts';
import type {
  EndpointStore,
  EventSummary,
  LoggedAttempt,
} from '#webhooks/management/endpoint-store.ts';
import { attemptFields, attemptsOfEvents } from './attempts.ts';
import type { Database } from './database.ts';
import { countOutcomes } from './event-outcomes.ts';
import { countKinds, eventTime } from './event-times.ts';
import { type FieldRow, fields } from './fields.ts';
import { pendingOf } from './pending-deliveries.ts';

const eventFields = fields('webhook_event', 'id kind order_key url created_at test');

type Logs = Pick<
  EndpointStore,
  | 'findEvent'
  | 'listEvents'
  | 'eventTime'
  | 'countKinds'
  | 'countOutcomes'
  | 'eventsOf'
  | 'attemptsOf'
  | 'pendingOf'
  | 'lastAttempts'
  | 'failedAttempts'
>;

/** An endpoint with few attempts among millions would be looked for in all of them. */
const eventsLookedAtMax = 2_000;

export function endpointLog(database: Database): Logs {
  return { ...eventLog(database), ...attemptLog(database) };
}

function eventLog(database: Database) {
  const { build } = database;
  const all = build.selectFrom('webhook_event').select(eventFields);
  const inMode = (mode: KeyMode | undefined) =>
    mode === undefined ? all : all.where('test', '=', testColumnOf({ mode }));
  return {
    async findEvent(accountId, id, mode) {
      const query = inMode(mode).where('id', '=', id).where('account_id', '=', accountId);
      const [row] = await database.read(query);
      return row && toEvent(row);
    },
    eventTime: (accountId, within) => eventTime(database, accountId, within),
    countKinds: (accountId, max, time) => countKinds(database, accountId, max, time),
    countOutcomes: (accountId, max, time) => countOutcomes(database, accountId, max, time),
    async listEvents(accountId, beforeId, limit, { mode, families, time, afterId } = {}) {
      const query = inMode(mode)
        .where((is) =>
          families === undefined
            ? is.lit(true)
            : is.or(families.map((family) => is('kind', 'like', `${family}.%`))),
        )
        .where('account_id', '=', accountId)
        .where('id', '<', beforeId)
        .where('id', '>', afterId ?? -1)
        .orderBy('id', afterId === undefined ? 'desc' : 'asc');
      if (time === undefined) {
        return (await database.read(query.limit(limit))).map((row) => toEvent(row));
      }
      const found: EventSummary[] = [];
      const spans = afterId === undefined ? time.spans : time.spans.toReversed();
      for (const { first, last } of spans) {
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
      const query = all
        .where('account_id', '=', accountId)
        .where('id', 'in', [...ids])
        .orderBy('created_at')
        .orderBy('id');
      return (await database.read(query)).map((row) => toEvent(row));
    },
  } satisfies Partial<Logs>;
}

function attemptLog(database: Database) {
  const { build } = database;
  const all = build.selectFrom('webhook_attempt').select(attemptFields);
  return {
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
          ? all
          : all.where((where) =>
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
  } satisfies Partial<Logs>;
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
