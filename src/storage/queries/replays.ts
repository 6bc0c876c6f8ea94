/** Replays: events that are owed once more. */

import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import type { Replay } from '#webhooks/management/replay-store.ts';
import { asFurther } from '../job-rows.ts';
import { attemptsOfEvents } from './attempts.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { putJobs } from './owed-events.ts';

const madeNames =
  'account_id endpoint_id from_at:fromMs to_at:toMs kinds outcome phone mode created_at';
const stepNames = 'state after_event_id made first_job_id last_job_id ended_at';
const replayFields = fields('webhook_replay', 'id', madeNames, stepNames);
const madeRow = rowMaker('webhook_replay', madeNames);
const stepRow = rowMaker('webhook_replay', stepNames);
const begun = {
  state: 'running',
  afterEventId: 0,
  made: 0,
  firstJobId: 0,
  lastJobId: 0,
  endedAtMs: null,
} as const;
const scannedFields = fields('webhook_event', 'id kind order_key url created_at test');
type ReplayRow = FieldRow<'webhook_replay', typeof replayFields>;

export function replays(database: Database) {
  return { ...replayOrders(database), ...replayEvents(database) };
}

/** What was ordered, and how far each has come. */
function replayOrders(database: Database) {
  const { build } = database;
  const all = build.selectFrom('webhook_replay').select(replayFields);
  return {
    async createReplay(replay) {
      const insert = build
        .insertInto('webhook_replay')
        .values({
          ...madeRow({ ...replay, kinds: replay.kinds.join(','), mode: replay.mode ?? null }),
          ...stepRow(begun),
        })
        .onConflict((standing) => standing.doNothing())
        .returning(replayFields);
      const row = await writeRow(database, insert);
      return row && toReplay(row);
    },
    async listReplays(accountId, limit, mode) {
      const theirs = all.where('account_id', '=', accountId).orderBy('id', 'desc').limit(limit);
      const query = mode === undefined ? theirs : theirs.where('mode', '=', mode);
      return (await database.read(query)).map((row) => toReplay(row));
    },
    async runningReplays(limit) {
      const query = all.where(sql<boolean>`state = 'running'`).orderBy('id').limit(limit);
      return (await database.read(query)).map((row) => toReplay(row));
    },
    cancelReplay({ id, accountId, mode }, author) {
      const running = build
        .updateTable('webhook_replay')
        .set({ state: 'cancelled', ended_at: author.atMs })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('state', '=', 'running');
      const update = mode === undefined ? running : running.where('mode', '=', mode);
      const audited = { action: 'replay.cancel', target: String(id), accountId, details: {} };
      return writeChange(database, update, auditStep(database, author, audited));
    },
    async advanceReplay(replay, step, jobs) {
      const update = build
        .updateTable('webhook_replay')
        .set(stepRow(step))
        .where('id', '=', replay.id)
        .where('state', '=', 'running')
        .where('after_event_id', '=', replay.afterEventId);
      return writeChange(database, update, ...putJobs(database, asFurther(jobs)));
    },
  } satisfies Partial<EndpointStore>;
}

/** The events of a replay, which of them are due again, and their jobs. */
function replayEvents(database: Database) {
  const { build } = database;
  return {
    async scanEvents(accountId, afterId, limit) {
      const query = build
        .selectFrom('webhook_event')
        .select(scannedFields)
        .where('account_id', '=', accountId)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit);
      const rows = await database.read(query);
      return rows.map((row) => ({ ...row, test: row.test === 1 }));
    },
    async standingOf(endpointId, lane, events) {
      if (events.length === 0) return { received: new Set(), owed: new Set() };
      const attempted = attemptsOfEvents(
        database,
        events.map(({ id }) => id),
      );
      const attempts = await database.read(
        build
          .selectFrom(attempted.as('attempt'))
          .leftJoin('job', 'job.id', 'attempt.jobId')
          .select(['attempt.eventId', 'attempt.outcome', 'job.id as owed'])
          .where('attempt.endpointId', '=', endpointId),
      );
      const received = attempts.filter(
        ({ outcome }) => outcome === 'delivered' || outcome === 'superseded',
      );
      const tried = attempts.filter(({ owed }) => owed !== null);
      const untried = await untriedOf(database, lane, events);
      return {
        received: new Set(received.map(({ eventId }) => eventId)),
        owed: new Set([...tried.map(({ eventId }) => eventId), ...untried]),
      };
    },
    async countJobs(firstId, lastId) {
      const query = build
        .selectFrom('job')
        .select(sql<number>`count(*)`.as('count'))
        .where('id', '>=', firstId)
        .where('id', '<=', lastId);
      return must((await database.read(query))[0], 'count').count;
    },
    async putJobs(jobs) {
      await database.write(putJobs(database, asFurther(jobs)));
    },
  } satisfies Partial<EndpointStore>;
}

/** Events that wait for their first attempt: it is due at their creation. */
async function untriedOf(
  database: Database,
  lane: string,
  events: readonly { readonly id: number; readonly createdAtMs: number }[],
): Promise<readonly number[]> {
  const times = events.map(({ createdAtMs }) => createdAtMs);
  const ids = new Set(events.map(({ id }) => id));
  const rows = await database.read(
    database.build
      .selectFrom('job')
      .select('subject')
      .where('lane', '=', lane)
      .where('due_at', '>=', Math.min(...times))
      .where('due_at', '<=', Math.max(...times)),
  );
  return rows.map(({ subject }) => subject).filter((subject) => ids.has(subject));
}

function toReplay(row: ReplayRow): Replay {
  return {
    ...row,
    kinds: row.kinds === '' ? [] : row.kinds.split(','),
    mode: row.mode ?? undefined,
  };
}
