/** Received messages as they are looked up, and where replies go: the part that is the same in all backends. */

import { sql } from 'kysely';
import type { InboundStore, ReplyRecord } from '#sms/inbound/inbound-store.ts';
import { beginsWith } from './begins-with.ts';
import { type Database, writeRow } from './database.ts';
import { type FieldRow, fields } from './fields.ts';
import { idSpan } from './id-span.ts';
import { pageOf } from './page-of.ts';
import { settingStore } from './settings.ts';

const replyFields = fields(
  'inbound_message',
  'id sender receiver kind text received_at parts_received parts_total answers_message_id test',
);
type ReplyRecordRow = FieldRow<'inbound_message', typeof replyFields>;

/** Texts that a page of threads looks at: 5 ms. */
const looked = 2_000;
const fewMax = 500;
/** In digits (E.164). */
const longestPhone = 15;

type HotInbound = 'recordInbound' | 'findLastSent' | 'dueGroups' | 'hastenGroups' | 'forgetGroups';

export type SharedInbound = Omit<InboundStore, HotInbound>;

export function sharedInbound(database: Database): SharedInbound {
  const { build } = database;
  return {
    ...storedMessages(database),
    async keepReplyAddress({ messageId, url, endpointId }) {
      const query = build
        .insertInto('reply_address')
        .values({ message_id: messageId, url, endpoint_id: endpointId });
      await database.write([query]);
    },
    async noteText({ mark, accountId, messageId, writtenAtMs }, keptMax) {
      const row = { mark, account_id: accountId, message_id: messageId, written_at: writtenAtMs };
      const bound = sql<number>`(select max(id) - ${keptMax} from handset_text)`;
      await database.write([
        build.insertInto('handset_text').values(row),
        build.deleteFrom('handset_text').where('id', '<=', bound),
      ]);
    },
    async takeText(mark, sinceMs) {
      const oldest = build
        .selectFrom('handset_text')
        .select('id')
        .where('mark', '=', mark)
        .where('written_at', '>=', sinceMs)
        .orderBy('id')
        .limit(1);
      const [noted] = await database.read(oldest);
      if (noted === undefined) return undefined;
      const take = build
        .deleteFrom('handset_text')
        .where('id', '=', noted.id)
        .returning(['account_id as accountId', 'message_id as messageId']);
      const taken = await writeRow(database, take);
      if (taken === undefined) return undefined;
      const address = build
        .selectFrom('reply_address')
        .select(['url as replyUrl', 'endpoint_id as replyEndpointId'])
        .where('message_id', '=', taken.messageId);
      const [wanted] = await database.read(address);
      return { ...taken, ...(wanted ?? { replyUrl: null, replyEndpointId: null }) };
    },
    async hasGroups() {
      const query = sql<{ id: number }>`SELECT id FROM inbound_group LIMIT 1`;
      return (await database.read({ compile: () => query.compile(build) })).length > 0;
    },
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

type Page = Parameters<InboundStore['listThreads']>[0];

async function listThreads(database: Database, page: Page) {
  const { accountId, beforeId, afterId, limit, fromMs, untilMs, begins } = page;
  const direction = afterId === undefined ? 'desc' : 'asc';
  const rows = { table: 'inbound_message', at: 'received_at', accountId } as const;
  const span = await idSpan(database, rows, { fromMs, untilMs, last: beforeId - 1 });
  const few = begins === undefined ? undefined : await fewThatBegin(database, accountId, begins);
  if (few?.length === 0) return { threads: [], nextId: undefined };
  let all = texts(database, accountId);
  if (few !== undefined) all = all.where('id', 'in', few);
  else if (begins !== undefined) all = all.where(beginsWith('sender', begins));
  const seen = all
    .where('id', '>=', span.first)
    .where('id', '>', afterId ?? 0)
    .where('id', '<=', span.last)
    .where('received_at', '>=', fromMs ?? 0)
    .where('received_at', '<', untilMs ?? Number.MAX_SAFE_INTEGER)
    .orderBy('id', direction)
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
    .orderBy('id', direction)
    .limit(limit + 1);
  const found = (await database.read(query)).map((row) => toReply(row));
  const { page: threads, lastOfMore } = pageOf(found, limit);
  if (lastOfMore !== undefined) return { threads, nextId: lastOfMore.id };
  const end = database.build
    .selectFrom(seen.as('seen'))
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn<number>(direction === 'desc' ? 'min' : 'max', ['id']).as('id'),
    ]);
  const [last] = await database.read(end);
  return { threads, nextId: last === undefined || last.count < looked ? undefined : last.id };
}

/** Texts of so few phones, found in the order of phones; undefined: there are more, so each page soon has some. */
async function fewThatBegin(database: Database, accountId: number, begins: string) {
  const query = database.build
    .selectFrom('inbound_message')
    .select('id')
    .where('account_id', '=', accountId)
    .where('sender', '>=', begins)
    .where('sender', '<=', begins.padEnd(longestPhone, '9'))
    .orderBy('sender')
    .limit(fewMax + 1);
  const found = await database.read(query);
  return found.length > fewMax ? undefined : found.map(({ id }) => id);
}

function toReply(row: ReplyRecordRow): ReplyRecord {
  return {
    ...row,
    test: row.test === 1,
  };
}

/** What was received last, for the process that has to tell a repeat from a new message after a crash. */
const answeredUntil = 'inbound.answered-until';

function storedMessages(database: Database) {
  const { build } = database;
  const settings = settingStore(database);
  return {
    async newestMessages(operatorId, sinceMs, newest) {
      const last = build
        .selectFrom('inbound_message')
        .select(sql<number>`coalesce(max(id), 0) - ${sql.lit(newest)}`.as('id'));
      const query = build
        .selectFrom('inbound_message')
        .select([
          'operator_id as operatorId',
          'sender',
          'receiver',
          'data_coding as dataCoding',
          'octets',
          'received_at as receivedAtMs',
        ])
        .where('id', '>', last)
        .where('operator_id', '=', operatorId)
        .where('received_at', '>=', sinceMs)
        .where('parts_total', '=', 1);
      return database.read(query);
    },
    async answeredUntilMs() {
      return Number((await settings.findSetting(answeredUntil)) ?? 0);
    },
    saveAnsweredUntil: (atMs) => settings.saveSetting(answeredUntil, String(atMs)),
  } satisfies Partial<InboundStore>;
}
