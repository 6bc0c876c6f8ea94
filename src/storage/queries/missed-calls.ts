/** Calls that nobody took, and the notices that gather them. */

import { sql } from 'kysely';
import { missedCallLane } from '#model/notice-lanes.ts';
import type { OwedMissedCall, VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import { type Database, writeChange } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { dueJobs, insertJob, withJob } from './job-step.ts';

const missedNames =
  'id account_id number caller caller_name at cause tell_to language simulated:isSimulated';
const missedFields = fields('missed_call', missedNames);
const missedRow = rowMaker('missed_call', missedNames);
type OwedMissedCallRow = FieldRow<'missed_call', typeof missedFields>;

/** Calls that one notice lists. */
const gatheredMax = 200;

export function missedCalls(database: Database) {
  const { build } = database;
  return {
    noteMissedCall(call, job, sinceMs) {
      const row = missedRow(call);
      const columns = Object.keys(row) as (keyof typeof row)[];
      const earlier = build
        .selectFrom('missed_call')
        .select('id')
        .where('number', '=', call.number)
        .where('caller', '=', call.caller)
        .where('tell_to', '=', call.tellTo)
        .where('at', '>', sinceMs);
      const insert = build
        .insertInto('missed_call')
        .columns(columns)
        .expression(
          build
            .selectNoFrom((eb) => columns.map((name) => eb.val(row[name]).as(name)))
            .where((eb) => eb.not(eb.exists(earlier))),
        )
        .onConflict((standing) => standing.doNothing());
      return writeChange(database, insert, insertJob(database, job));
    },
    async readOwedMissedCalls(page) {
      const query = dueJobs(database, missedCallLane, page)
        .innerJoin('missed_call', 'missed_call.id', 'job.subject')
        .select(missedFields);
      const rows = await database.read(query);
      return rows.map((row) => withJob(row, toMissed));
    },
    async countNotices(accountId, tellTo, sinceMs) {
      const count = sql<number>`cast(count(distinct notice_id) as bigint)`;
      const query = build
        .selectFrom('missed_call')
        .select(count.as('count'))
        .where('account_id', '=', accountId)
        .where('tell_to', '=', tellTo)
        .where('told_at', '>', sinceMs);
      return (await database.read(query))[0]?.count ?? 0;
    },
    gatherMissedCalls: (first) => gatherMissedCalls(database, first),
    async settleMissedCalls({ id, subject }, atMs) {
      const calls = build.selectFrom('missed_call').select('id').where('notice_id', '=', subject);
      const told = build
        .updateTable('missed_call')
        .set({ told_at: atMs })
        .where('notice_id', '=', subject);
      const others = build
        .deleteFrom('job')
        .where('lane', '=', missedCallLane)
        .where('subject', 'in', calls);
      await database.write([told, others, build.deleteFrom('job').where('id', '=', id)]);
    },
  } satisfies Partial<VoicemailStore>;
}

async function gatherMissedCalls(database: Database, first: OwedMissedCall) {
  const { build } = database;
  const { id, accountId, tellTo } = first;
  const untold = build
    .selectFrom('missed_call')
    .select('id')
    .where('account_id', '=', accountId)
    .where('tell_to', '=', tellTo)
    .where('told_at', 'is', null)
    .where('notice_id', 'is', null)
    .orderBy('id')
    .limit(gatheredMax);
  const fresh = build
    .selectFrom('missed_call')
    .select('id')
    .where('id', '=', id)
    .where('notice_id', 'is', null);
  // One that was begun before a crash keeps those that it had; one that another notice has begins none.
  const gather = build
    .updateTable('missed_call')
    .set({ notice_id: id })
    .where('id', 'in', untold)
    .where((eb) => eb.exists(fresh));
  await database.write([gather]);
  const gathered = build
    .selectFrom('missed_call')
    .select(missedFields)
    .where('notice_id', '=', id)
    .orderBy('id');
  return (await database.read(gathered)).map((row) => toMissed(row));
}

function toMissed(row: OwedMissedCallRow): OwedMissedCall {
  return { ...row, isSimulated: row.isSimulated === 1 };
}
