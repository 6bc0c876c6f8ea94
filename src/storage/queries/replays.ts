/** Replays: events that are owed once more. */
import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Replay, ReplayStore } from '#webhooks/management/replay-store.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { type FieldRow, fields } from './fields.ts';
import { putJobs } from './owed-events.ts';

const replayFields = fields(
  'webhook_replay',
  'id account_id endpoint_id from_at:fromMs to_at:toMs kinds outcome phone mode state',
  'after_event_id made first_job_id last_job_id created_at ended_at',
);
type ReplayRow = FieldRow<'webhook_replay', typeof replayFields>;

export function replayStore(database: Database): ReplayStore {
  const { build } = database;
  const all = build.selectFrom('webhook_replay').select(replayFields);
  return {
    async createReplay(replay) {
      const insert = build
        .insertInto('webhook_replay')
        .values({
          account_id: replay.accountId,
          endpoint_id: replay.endpointId,
          from_at: replay.fromMs,
          to_at: replay.toMs,
          kinds: replay.kinds.join(','),
          outcome: replay.outcome,
          phone: replay.phone,
          mode: replay.mode ?? null,
          state: 'running',
          after_event_id: 0,
          made: 0,
          first_job_id: 0,
          last_job_id: 0,
          created_at: replay.createdAtMs,
          ended_at: null,
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
    async scanEvents(accountId, afterId, limit) {
      const query = build
        .selectFrom('webhook_event')
        .select(['id', 'kind', 'order_key as orderKey', 'url', 'created_at as createdAtMs', 'test'])
        .where('account_id', '=', accountId)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit);
      const rows = await database.read(query);
      return rows.map((row) => ({ ...row, test: row.test === 1 }));
    },
    async standingOf(endpointId, lane, events) {
      if (events.length === 0) return { received: new Set(), owed: new Set() };
      const attempts = await database.read(
        build
          .selectFrom('webhook_attempt as attempt')
          .leftJoin('job', 'job.id', 'attempt.job_id')
          .select(['attempt.event_id', 'attempt.outcome', 'job.id as job_id'])
          .where('attempt.endpoint_id', '=', endpointId)
          .where(
            'attempt.event_id',
            'in',
            events.map(({ id }) => id),
          ),
      );
      const received = attempts.filter(
        ({ outcome }) => outcome === 'delivered' || outcome === 'superseded',
      );
      const tried = attempts.filter(({ job_id }) => job_id !== null);
      const untried = await untriedOf(database, lane, events);
      return {
        received: new Set(received.map(({ event_id }) => event_id)),
        owed: new Set([...tried.map(({ event_id }) => event_id), ...untried]),
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
      await database.write(putJobs(database, jobs));
    },
    async advanceReplay(replay, step, jobs) {
      const update = build
        .updateTable('webhook_replay')
        .set({
          state: step.state,
          after_event_id: step.afterEventId,
          made: step.made,
          first_job_id: step.firstJobId,
          last_job_id: step.lastJobId,
          ended_at: step.endedAtMs,
        })
        .where('id', '=', replay.id)
        .where('state', '=', 'running')
        .where('after_event_id', '=', replay.afterEventId);
      return writeChange(database, update, ...putJobs(database, jobs));
    },
  };
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
