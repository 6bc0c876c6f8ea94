/** Messages of callers with their sound, and what is owed to those who shall hear of them. */

import type { Author } from '#core/author.ts';
import { testColumnOf } from '#model/key-mode.ts';
import { voicemailLane } from '#model/notice-lanes.ts';
import type { Greeting } from '#numbers/voicemail/greeting.ts';
import type {
  NewVoicemail,
  Voicemail,
  VoicemailFilter,
  VoicemailStore,
} from '#numbers/voicemail/voicemail.ts';
import type { Job } from '#queue/job.ts';
import type { Age } from '#queue/retention.ts';
import { auditStep, targetOf } from './audit.ts';
import { beginsWith } from './begins-with.ts';
import { type Database, writeChange } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { dueJobs, insertJob, withJob } from './job-step.ts';
import { missedCalls } from './missed-calls.ts';
import { RetentionTurn } from './retention-turn.ts';

const voicemailFields = fields(
  'voicemail',
  'id account_id number_id number caller caller_name started_at duration_ms law ended_by:end',
  'mail_to mail_state language simulated:isSimulated heard_at',
);
type VoicemailRow = FieldRow<'voicemail', typeof voicemailFields>;

export function voicemailStore(database: Database): VoicemailStore {
  const { build } = database;
  return {
    ...greetings(database),
    ...missedCalls(database),
    ...voicemailMails(database),
    saveVoicemail: (voicemail, audio, job) => save(database, voicemail, { audio, job }),
    async findVoicemail(id) {
      const query = build.selectFrom('voicemail').select(voicemailFields).where('id', '=', id);
      const [row] = await database.read(query);
      return row && toVoicemail(row);
    },
    async callsWithMessage(callIds) {
      if (callIds.length === 0) return new Set();
      const query = build
        .selectFrom('voicemail')
        .select('id')
        .where('id', 'in', [...callIds]);
      return new Set((await database.read(query)).map(({ id }) => id));
    },
    async listVoicemails({ beforeId, afterId, limit, ...filter }) {
      const query = fitting(database, filter)
        .select(voicemailFields)
        .where('id', '<', beforeId)
        .where('id', '>', afterId ?? 0)
        .orderBy('id', afterId === undefined ? 'desc' : 'asc')
        .limit(limit);
      return (await database.read(query)).map((row) => toVoicemail(row));
    },
    async countVoicemails(filter) {
      const all = fitting(database, filter).select(({ fn }) => fn.countAll<number>().as('count'));
      const [row] = await database.read(all);
      return row?.count ?? 0;
    },
    async readVoice(id) {
      const query = build.selectFrom('voicemail_audio').select('g711').where('id', '=', id);
      const [row] = await database.read(query);
      return row && Buffer.from(row.g711);
    },
    async noteListened({ id, accountId, isOnlyViewed = false }, author) {
      const heard = build
        .updateTable('voicemail')
        .set((row) => ({
          heard_at: isOnlyViewed
            ? row.ref('heard_at')
            : row.fn.coalesce('heard_at', row.val(author.atMs)),
        }))
        .where('id', '=', id);
      const audited = { action: 'voicemail.listen', target: `${id}`, accountId, details: {} };
      await writeChange(database, heard, auditStep(database, author, audited));
    },
    markHeard(id, isHeard, author) {
      const mark = build
        .updateTable('voicemail')
        .set((row) => ({
          heard_at: isHeard ? row.fn.coalesce('heard_at', row.val(author.atMs)) : null,
        }))
        .where('id', '=', id);
      const audited = { action: 'voicemail.mark', target: `${id}`, details: { isHeard } };
      return writeChange(database, mark, auditStep(database, author, audited));
    },
    removeVoicemail: (id, author) => remove(database, id, author),
  };
}

/** Mails that tell of voicemails, from the job to the end of the mail. */
function voicemailMails(database: Database) {
  const { build } = database;
  return {
    async readOwedVoicemails(page) {
      const query = dueJobs(database, voicemailLane, page)
        .innerJoin('voicemail', 'voicemail.id', 'job.subject')
        .select(voicemailFields);
      const rows = await database.read(query);
      return rows.map((row) => withJob(row, toVoicemail));
    },
    async settleVoicemail({ id, subject }, state) {
      const note = build
        .updateTable('voicemail')
        .set({ mail_state: state })
        .where('id', '=', subject)
        .where('mail_state', '=', 'owed');
      await database.write([note, build.deleteFrom('job').where('id', '=', id)]);
    },
    async noteMailFate(id, state) {
      const query = build
        .updateTable('voicemail')
        .set({ mail_state: state })
        .where('id', '=', id)
        .where('mail_state', 'in', ['owed', 'queued']);
      await database.write([query]);
    },
    async listQueued(limit) {
      const query = build
        .selectFrom('voicemail')
        .select('id')
        .where('mail_state', '=', 'queued')
        .orderBy('id')
        .limit(limit);
      return (await database.read(query)).map(({ id }) => id);
    },
  } satisfies Partial<VoicemailStore>;
}

function fitting({ build }: Database, filter: VoicemailFilter) {
  const { accountId, mode, number, callerBegins, isHeard, fromMs, untilMs } = filter;
  let rows = build.selectFrom('voicemail');
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId);
  if (mode !== undefined) rows = rows.where('simulated', '=', testColumnOf({ mode }));
  if (number !== undefined) rows = rows.where('number', '=', number);
  if (callerBegins !== undefined) rows = rows.where(beginsWith('voicemail.caller', callerBegins));
  if (isHeard !== undefined) rows = rows.where('heard_at', isHeard ? 'is not' : 'is', null);
  if (fromMs !== undefined) rows = rows.where('started_at', '>=', fromMs);
  if (untilMs !== undefined) rows = rows.where('started_at', '<', untilMs);
  return rows;
}

type Kept = { readonly audio: Buffer; readonly job: Job };

async function save(database: Database, voicemail: NewVoicemail, { audio, job }: Kept) {
  const { build } = database;
  const row = build
    .insertInto('voicemail')
    .values(voicemailRow(voicemail))
    .onConflict((standing) => standing.doNothing());
  const sound = build.insertInto('voicemail_audio').values({ id: voicemail.id, g711: audio });
  return writeChange(database, row, sound, insertJob(database, job));
}

/** What is pending for it is owed no more. */
async function remove(database: Database, id: number, author: Author): Promise<boolean> {
  const { build } = database;
  const written = await database.write([
    ...(['voicemail_audio', 'voicemail'] as const).map((table) => ({
      query: build.deleteFrom(table).where('id', '=', id),
      mustChange: true,
    })),
    build.deleteFrom('job').where('lane', '=', voicemailLane).where('subject', '=', id),
    auditStep(database, author, { action: 'voicemail.remove', target: `${id}`, details: {} }),
  ]);
  return written !== undefined;
}

/** Messages of one commit: their sound has up to 2.4 MB each. */
const slice = 8;

/** One whose mail is still owed stays. */
export async function* forgetVoicemails(
  database: Database,
  { beforeMs }: Age,
): AsyncGenerator<number> {
  const turn = await RetentionTurn.take(database, 'voicemail');
  const { build } = database;
  for (;;) {
    const query = build
      .selectFrom('voicemail')
      .select('id')
      .where('started_at', '<', beforeMs)
      .where('mail_state', '<>', 'owed')
      .orderBy('id')
      .limit(slice);
    const ids = (await database.read(query)).map(({ id }) => id);
    if (ids.length === 0) return;
    const forgotten = await turn.commit(
      (['voicemail_audio', 'voicemail'] as const).map((table) =>
        build.deleteFrom(table).where('id', 'in', ids),
      ),
    );
    if (forgotten === undefined) return;
    yield forgotten;
  }
}

const madeRow = rowMaker(
  'voicemail',
  'id account_id number_id number caller caller_name started_at duration_ms law ended_by:end mail_to',
  'mail_state language simulated:isSimulated heard_at',
);

function voicemailRow(voicemail: NewVoicemail) {
  return madeRow({ ...voicemail, mailState: 'owed' as const, heardAtMs: null });
}

function toVoicemail(row: VoicemailRow): Voicemail {
  return { ...row, isSimulated: row.isSimulated === 1 };
}

/** Greetings that accounts have handed in, for a number or for all of theirs. */
function greetings(database: Database) {
  const { build } = database;
  return {
    async saveGreeting(greeting, pcm, author) {
      const row = { ...keyOf(greeting), pcm, saved_at: author.atMs };
      const query = build
        .insertInto('greeting')
        .values(row)
        .onConflict((standing) =>
          standing.columns(['account_id', 'number_id']).doUpdateSet({ pcm, saved_at: author.atMs }),
        );
      await database.write([
        query,
        auditStep(database, author, auditedGreeting(greeting, pcm.length)),
      ]);
    },
    removeGreeting(greeting, author) {
      const { account_id: accountId, number_id: numberId } = keyOf(greeting);
      const query = build
        .deleteFrom('greeting')
        .where('account_id', '=', accountId)
        .where('number_id', '=', numberId);
      return writeChange(
        database,
        query,
        auditStep(database, author, auditedGreeting(greeting, 0)),
      );
    },
    async findOwnGreeting({ accountId, numberId }) {
      const query = build
        .selectFrom('greeting')
        .select('pcm')
        .where('account_id', '=', accountId)
        .where('number_id', '=', numberId);
      const [row] = await database.read(query);
      return row && Buffer.from(row.pcm);
    },
    async findGreeting({ accountId, numberId }) {
      const query = build
        .selectFrom('greeting')
        .select('pcm')
        .where('account_id', '=', accountId)
        .where('number_id', 'in', [numberId, 0])
        .orderBy('number_id', 'desc')
        .limit(1);
      const [row] = await database.read(query);
      return row && Buffer.from(row.pcm);
    },
  } satisfies Partial<VoicemailStore>;
}

function keyOf({ accountId, numberId }: Greeting) {
  return { account_id: accountId, number_id: numberId };
}

function auditedGreeting({ accountId, numberId }: Greeting, octets: number) {
  const action = octets === 0 ? 'greeting.remove' : 'greeting.set';
  return {
    action,
    target: targetOf('number', numberId),
    accountId,
    details: { seconds: octets / 16_000 },
  };
}
