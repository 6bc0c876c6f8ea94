import type { PhoneNumber } from '#core/phone-number.ts';
import { textBackLane } from '#model/notice-lanes.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import type { NewTextBack, TextBack } from '#numbers/text-back/text-back.ts';
import { type Database, writeChange } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { dueJobs, insertJob, withJob } from './job-step.ts';

const textBackFields = fields(
  'text_back',
  'id account_id number caller at text simulated:isSimulated state why message_id',
);
type TextBackRow = FieldRow<'text_back', typeof textBackFields>;

export function textBacks(database: Database) {
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
      const query = build.selectFrom('text_back').select(textBackFields).where('id', '=', id);
      const [row] = await database.read(query);
      return row && toTextBack(row);
    },
    async readOwedTextBacks(page) {
      const query = dueJobs(database, textBackLane, page)
        .innerJoin('text_back', 'text_back.id', 'job.subject')
        .select(textBackFields);
      const rows = await database.read(query);
      return rows.map((row) => withJob(row, toTextBack));
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
      await database.write([note, build.deleteFrom('job').where('id', '=', id)]);
    },
  } satisfies Partial<CallStore>;
}

const madeRow = rowMaker(
  'text_back',
  'id account_id number caller at text simulated:isSimulated state',
);

function insertUnlessTexted({ build }: Database, textBack: NewTextBack, sinceMs: number) {
  const row = madeRow({ ...textBack, state: 'owed' as const });
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

function toTextBack(row: TextBackRow): TextBack {
  return {
    ...row,
    number: row.number as PhoneNumber,
    caller: row.caller as PhoneNumber,
    isSimulated: row.isSimulated === 1,
  };
}
