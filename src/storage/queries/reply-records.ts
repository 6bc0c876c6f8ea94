/** Texts of phones as people look them up: by phone and number, newest first. */
import { sql } from 'kysely';
import type { ReplyRecord, ReplyRecordStore } from '#sms/records/reply-record-store.ts';
import type { Database } from './database.ts';
import { type FieldRow, fields } from './fields.ts';

const replyFields = fields(
  'inbound_message',
  'id sender receiver kind text received_at parts_received parts_total answers_message_id test',
);
type ReplyRecordRow = FieldRow<'inbound_message', typeof replyFields>;

/** Texts that a page of threads looks at: 5 ms. */
const looked = 2_000;

export function replyRecordStore(database: Database): ReplyRecordStore {
  return {
    listThreads: (page) => listThreads(database, page),
    async listReplies({ accountId, sender, receiver, beforeId, limit }) {
      let query = texts(database, accountId).where('sender', '=', sender);
      if (receiver !== undefined) query = query.where('receiver', '=', receiver);
      const page = query.where('id', '<', beforeId).orderBy('id', 'desc').limit(limit);
      return (await database.read(page)).map((row) => toReply(row));
    },
    async findStopTexts(accountId, phones) {
      if (phones.length === 0) return [];
      const last = database.build
        .selectFrom('inbound_message')
        .select((eb) => eb.fn.max('id').as('id'))
        .where('account_id', '=', accountId)
        .where('sender', 'in', [...phones])
        .where('kind', '=', 'stop')
        .groupBy('sender');
      const query = texts(database, accountId).where('id', 'in', last);
      return (await database.read(query)).map((row) => toReply(row));
    },
  };
}

function texts({ build }: Database, accountId: number) {
  return build
    .selectFrom('inbound_message')
    .select(replyFields)
    .where('account_id', '=', accountId);
}

type Page = Parameters<ReplyRecordStore['listThreads']>[0];

async function listThreads(database: Database, { accountId, beforeId, limit }: Page) {
  const seen = texts(database, accountId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(looked);
  // A thread stands where its last text does: one with a newer text was on a page before.
  const query = database.build
    .selectFrom(seen.as('seen'))
    .selectAll()
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM inbound_message AS newer
        WHERE newer.account_id = ${accountId} AND newer.sender = seen.sender
          AND newer.receiver = seen.receiver AND newer.id > seen.id)`,
    )
    .orderBy('id', 'desc')
    .limit(limit);
  const threads = (await database.read(query)).map((row) => toReply(row));
  if (threads.length === limit) return { threads, nextId: threads.at(-1)?.id };
  const end = database.build
    .selectFrom(seen.as('seen'))
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<number>('id').as('id')]);
  const [last] = await database.read(end);
  return { threads, nextId: last === undefined || last.count < looked ? undefined : last.id };
}

function toReply(row: ReplyRecordRow): ReplyRecord {
  return {
    ...row,
    test: row.test === 1,
  };
}
