/** What people do to lanes: pause them, and cancel or move what waits in them. */

import type { RawBuilder } from 'kysely';
import { must } from '#core/assert.ts';
import type { LaneStore } from '#queue/lane-store.ts';
import type { LaneTask, WaitingFilter, WaitingStore } from '#sms/waiting/waiting-store.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { type FieldRow, fields } from './fields.ts';
import { settingSteps, settingsChanged } from './settings.ts';

const pauseFields = fields('lane_pause', 'lane since:sinceMs actor');

export function lanePauseStore(database: Database) {
  const { build } = database;
  return {
    async listPauses() {
      const query = build.selectFrom('lane_pause').select(pauseFields).orderBy('lane');
      return database.read(query);
    },
    async pauseLane(lane, author) {
      const query = build
        .insertInto('lane_pause')
        .values({ lane, since: author.atMs, actor: author.actor })
        .onConflict((standing) => standing.column('lane').doNothing());
      const audited = auditStep(database, author, ofLane('lane.paused', lane));
      const steps = [{ query, mustChange: true }, audited, settingsChanged(database)];
      return (await database.write(steps)) !== undefined;
    },
    async resumeLane(lane, author) {
      const query = build.deleteFrom('lane_pause').where('lane', '=', lane);
      const audited = auditStep(database, author, ofLane('lane.resumed', lane));
      const steps = [{ query, mustChange: true }, audited, settingsChanged(database)];
      return (await database.write(steps)) !== undefined;
    },
  } satisfies Partial<LaneStore>;
}

function ofLane(action: string, lane: string) {
  return { action, target: lane, details: {} };
}

/** Held jobs whose time is over go to the lane that sends, whose engine refuses them; how many. */
export async function releaseExpired(
  database: Database,
  {
    held: [first, end],
    lane,
  }: { readonly held: readonly [string, string]; readonly lane: RawBuilder<string> },
  nowMs: number,
): Promise<number> {
  const query = database.build
    .updateTable('job')
    .set({ lane })
    .where('lane', '>=', first)
    .where('lane', '<', end)
    .where('expires_at', '<=', nowMs);
  const [written] = (await database.write([query])) ?? [];
  return written?.changes ?? 0;
}

const taskFields = fields(
  'lane_task',
  'id kind filter to_operator_id actor created_at state ended_at texts',
);
type LaneTaskRow = FieldRow<'lane_task', typeof taskFields>;

export function laneTaskStore(database: Database) {
  return { ...orders(database), ...progress(database) } satisfies Partial<WaitingStore>;
}

function orders(database: Database) {
  const { build } = database;
  return {
    async addTask({ kind, filter, toOperatorId }, author) {
      const insert = build
        .insertInto('lane_task')
        .values({
          kind,
          filter: JSON.stringify(filter),
          to_operator_id: toOperatorId,
          actor: author.actor,
          created_at: author.atMs,
          state: 'open',
        })
        .returning('id');
      const details = { filter, toOperatorId };
      const audited = { action: `lane.${kind}`, target: filter.lane ?? '', details };
      const steps = [...settingSteps(database, author, audited)];
      return must(await writeRow(database, insert, ...steps), 'lane task').id;
    },
    async listTasks(limit) {
      const query = build
        .selectFrom('lane_task')
        .select(taskFields)
        .orderBy('id', 'desc')
        .limit(limit);
      return (await database.read(query)).map(asTask);
    },
    async openTasks() {
      const query = build
        .selectFrom('lane_task')
        .select(taskFields)
        .where('state', '=', 'open')
        .orderBy('id');
      return (await database.read(query)).map(asTask);
    },
    stopTask(taskId, author) {
      const audited = { action: 'lane.task_stopped', target: String(taskId), details: {} };
      const audit = auditStep(database, author, audited);
      const end = endTask(database, taskId, 'stopped', author.atMs);
      return writeChange(database, end, audit, forgetSteps(database, taskId));
    },
  } satisfies Partial<WaitingStore>;
}

function progress(database: Database) {
  const { build } = database;
  return {
    noteTexts(taskId, texts) {
      const query = build
        .updateTable('lane_task')
        .set(({ eb }) => ({ texts: eb('texts', '+', texts) }))
        .where('id', '=', taskId)
        .where('state', '=', 'open');
      return writeChange(database, query);
    },
    async finishStep(taskId, owner) {
      const query = build
        .insertInto('lane_task_step')
        .values({ task_id: taskId, owner })
        .onConflict((standing) => standing.doNothing());
      await database.write([query]);
    },
    async stepsOf(taskId) {
      const query = build
        .selectFrom('lane_task_step')
        .select('owner')
        .where('task_id', '=', taskId)
        .orderBy('owner');
      return (await database.read(query)).map(({ owner }) => owner);
    },
    async finishTask(taskId, atMs) {
      const end = endTask(database, taskId, 'done', atMs);
      await database.write([end, forgetSteps(database, taskId)]);
    },
  } satisfies Partial<WaitingStore>;
}

function endTask({ build }: Database, taskId: number, state: 'done' | 'stopped', atMs: number) {
  return build
    .updateTable('lane_task')
    .set({ state, ended_at: atMs })
    .where('id', '=', taskId)
    .where('state', '=', 'open');
}

function forgetSteps({ build }: Database, taskId: number) {
  return build.deleteFrom('lane_task_step').where('task_id', '=', taskId);
}

function asTask(row: LaneTaskRow): LaneTask {
  return {
    ...row,
    filter: JSON.parse(row.filter) as WaitingFilter,
  };
}
