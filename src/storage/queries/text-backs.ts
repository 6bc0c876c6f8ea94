/** Texts to callers whom nobody answered. */
import type { Selectable } from 'kysely';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { NewTextBack, TextBack, TextBackStore } from '#numbers/text-back/text-back.ts';
import { asJob } from '../job-rows.ts';
import { type Database, writeChange } from './database.ts';
import { insertJob } from './job-step.ts';
import type { Tables } from './tables.ts';

const lane = 'notice/text-back';

export function textBackStore(database: Database): TextBackStore {
  const { build } = database;
  return {
    noteTextBack(textBack, job, sinceMs) {
      // Held, so that of two calls at once one sees the other's text.
      const hold = build
        .updateTable('number')
        .set((eb) => ({ label: eb.ref('label') }))
        .where('number', '=', textBack.number);
      const insert = insertUnlessTexted(database, textBack, sinceMs);
      return writeChange(
        database,
        hold,
        { query: insert, mustChange: true },
        insertJob(database, job),
      );
    },
    async findTextBack(id) {
      const query = build.selectFrom('text_back').selectAll().where('id', '=', id);
      const [row] = await database.read(query);
      return row && toTextBack(row);
    },
    async readOwedTextBacks({ limit, nowMs }) {
      const query = build
        .selectFrom('job')
        .innerJoin('text_back', 'text_back.id', 'job.subject')
        .selectAll('text_back')
        .select(['job.id as job_id', 'job.lane', 'job.due_at', 'job.attempt', 'job.order_key'])
        .select(['job.expires_at', 'job.subject'])
        .where('job.lane', '=', lane)
        .where('job.due_at', '<=', nowMs)
        .orderBy('job.due_at')
        .orderBy('job.id')
        .limit(limit);
      const rows = await database.read(query);
      return rows.map((row) => ({ job: asJob(row), load: toTextBack(row) }));
    },
    async settleTextBack({ id, subject }, fate) {
      const note = build
        .updateTable('text_back')
        .set(
          fate.state === 'sent'
            ? { state: fate.state, message_id: fate.messageId }
            : { state: fate.state, why: fate.why },
        )
        .where('id', '=', subject)
        .where('state', '=', 'owed');
      await database.write([
        { query: note },
        { query: build.deleteFrom('job').where('id', '=', id) },
      ]);
    },
  };
}

function insertUnlessTexted({ build }: Database, textBack: NewTextBack, sinceMs: number) {
  const row = {
    id: textBack.id,
    account_id: textBack.accountId,
    number: textBack.number,
    caller: textBack.caller,
    at: textBack.atMs,
    text: textBack.text,
    simulated: Number(textBack.isSimulated),
    state: 'owed' as const,
  };
  const columns = Object.keys(row) as (keyof typeof row)[];
  const earlier = build
    .selectFrom('text_back')
    .select('id')
    .where('number', '=', textBack.number)
    .where('caller', '=', textBack.caller)
    .where('at', '>', sinceMs)
    .where('state', '<>', 'refused');
  return build
    .insertInto('text_back')
    .columns(columns)
    .expression(
      build
        .selectNoFrom((eb) => columns.map((name) => eb.val(row[name]).as(name)))
        .where((eb) => eb.not(eb.exists(earlier))),
    )
    .onConflict((standing) => standing.doNothing());
}

function toTextBack(row: Selectable<Tables['text_back']>): TextBack {
  return {
    id: row.id,
    accountId: row.account_id,
    number: row.number as PhoneNumber,
    caller: row.caller as PhoneNumber,
    atMs: row.at,
    text: row.text,
    isSimulated: row.simulated === 1,
    state: row.state,
    why: row.why,
    messageId: row.message_id,
  };
}
