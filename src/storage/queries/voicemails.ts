/** Messages of callers with their sound, and what is owed to those who shall hear of them. */

import type { Selectable } from 'kysely';
import type { Author } from '#core/author.ts';
import { testColumnOf } from '#model/key-mode.ts';
import type { NewVoicemail, Voicemail, VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import type { Job } from '#queue/job.ts';
import type { Age } from '#queue/retention.ts';
import { asJob } from '../job-rows.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange } from './database.ts';
import { insertJob } from './job-step.ts';
import { missedCalls } from './missed-calls.ts';
import { RetentionTurn } from './retention-turn.ts';
import type { Tables } from './tables.ts';

const lane = 'notice/voicemail';

export function voicemailStore(database: Database): VoicemailStore {
  const { build } = database;
  return {
    ...missedCalls(database),
    saveVoicemail: (voicemail, audio, job) => save(database, voicemail, { audio, job }),
    async findVoicemail(id) {
      const query = build.selectFrom('voicemail').selectAll().where('id', '=', id);
      const [row] = await database.read(query);
      return row && toVoicemail(row);
    },
    async listVoicemails({ accountId, mode, number, beforeId, limit }) {
      let query = build.selectFrom('voicemail').selectAll().where('id', '<', beforeId);
      if (accountId !== undefined) query = query.where('account_id', '=', accountId);
      if (mode !== undefined) query = query.where('simulated', '=', testColumnOf({ mode }));
      if (number !== undefined) query = query.where('number', '=', number);
      const rows = await database.read(query.orderBy('id', 'desc').limit(limit));
      return rows.map((row) => toVoicemail(row));
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
    async readOwedVoicemails({ limit, nowMs }) {
      const query = build
        .selectFrom('job')
        .innerJoin('voicemail', 'voicemail.id', 'job.subject')
        .selectAll('voicemail')
        .select(['job.id as job_id', 'job.lane', 'job.due_at', 'job.attempt', 'job.order_key'])
        .select(['job.expires_at', 'job.subject'])
        .where('job.lane', '=', lane)
        .where('job.due_at', '<=', nowMs)
        .orderBy('job.due_at')
        .orderBy('job.id')
        .limit(limit);
      const rows = await database.read(query);
      return rows.map((row) => ({ job: asJob(row), load: toVoicemail(row) }));
    },
    async settleVoicemail({ id, subject }, state) {
      const note = build
        .updateTable('voicemail')
        .set({ mail_state: state })
        .where('id', '=', subject)
        .where('mail_state', '=', 'owed');
      await database.write([
        { query: note },
        { query: build.deleteFrom('job').where('id', '=', id) },
      ]);
    },
    async noteMailFate(id, state) {
      const query = build
        .updateTable('voicemail')
        .set({ mail_state: state })
        .where('id', '=', id)
        .where('mail_state', 'in', ['owed', 'queued']);
      await database.write([{ query }]);
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
  };
}

type Kept = { readonly audio: Buffer; readonly job: Job };

async function save(
  database: Database,
  voicemail: NewVoicemail,
  { audio, job }: Kept,
): Promise<boolean> {
  const { build } = database;
  const row = build
    .insertInto('voicemail')
    .values(voicemailRow(voicemail))
    .onConflict((standing) => standing.doNothing());
  const sound = build.insertInto('voicemail_audio').values({ id: voicemail.id, g711: audio });
  return writeChange(database, row, { query: sound }, insertJob(database, job));
}

/** What is owed for it is owed no more. */
async function remove(database: Database, id: number, author: Author): Promise<boolean> {
  const { build } = database;
  const written = await database.write([
    ...(['voicemail_audio', 'voicemail'] as const).map((table) => ({
      query: build.deleteFrom(table).where('id', '=', id),
      mustChange: true,
    })),
    { query: build.deleteFrom('job').where('lane', '=', lane).where('subject', '=', id) },
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
      (['voicemail_audio', 'voicemail'] as const).map((table) => ({
        query: build.deleteFrom(table).where('id', 'in', ids),
      })),
    );
    if (forgotten === undefined) return;
    yield forgotten;
  }
}

function voicemailRow(voicemail: NewVoicemail) {
  return {
    id: voicemail.id,
    account_id: voicemail.accountId,
    number_id: voicemail.numberId,
    number: voicemail.number,
    caller: voicemail.caller,
    caller_name: voicemail.callerName,
    started_at: voicemail.startedAtMs,
    duration_ms: voicemail.durationMs,
    law: voicemail.law,
    ended_by: voicemail.end,
    mail_to: voicemail.mailTo,
    mail_state: 'owed' as const,
    language: voicemail.language,
    simulated: Number(voicemail.isSimulated),
    heard_at: null,
  };
}

function toVoicemail(row: Selectable<Tables['voicemail']>): Voicemail {
  return {
    id: row.id,
    accountId: row.account_id,
    numberId: row.number_id,
    number: row.number,
    caller: row.caller,
    callerName: row.caller_name,
    startedAtMs: row.started_at,
    durationMs: row.duration_ms,
    law: row.law,
    end: row.ended_by,
    mailTo: row.mail_to,
    mailState: row.mail_state,
    language: row.language,
    isSimulated: row.simulated === 1,
    heardAtMs: row.heard_at,
  };
}
