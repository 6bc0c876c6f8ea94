/** Messages as people look them up: by account and by phone, newest first, each page within a bound. */

import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Millionths } from '#core/money.ts';
import { recipientSlots } from '#model/ids.ts';
import type {
  MessageRecordStore,
  RecipientRecord,
  RecordFilter,
  RecordQuery,
} from '#sms/records/message-record-store.ts';
import { paidCost } from '../paid-cost.ts';
import { beginsWith } from './begins-with.ts';
import type { Database } from './database.ts';
import { type FieldRow, fields } from './fields.ts';
import { type IdSpan, idSpan } from './id-span.ts';
import { messageFigures } from './message-figures.ts';
import { pageOf } from './page-of.ts';
import { findRecipientFacts, keepPdus } from './recipient-facts.ts';

/** Rows that a page with filters looks at: few first, and all of them where those were not enough. */
const looks = [500, 10_000] as const;

export function messageRecordStore(database: Database): MessageRecordStore {
  return {
    ...messageFigures(database),
    async listRecords(query) {
      const span = await spanOf(database, query);
      const stages = isFiltered(query) ? looks : [query.limit + 1];
      for (const rows of stages) {
        const page = await look(database, query, { span, rows });
        if (page.records.length === query.limit || page.nextId === undefined) return page;
        if (rows === stages.at(-1)) return page;
      }
      return { records: [], nextId: undefined };
    },
    async totalRecords(filter) {
      const query = { ...filter, beforeId: Number.MAX_SAFE_INTEGER, limit: totalOfMax };
      const looked = { span: await spanOf(database, query), rows: totalOfMax };
      const sums = fitting(database, query, looked).select([
        sql<number>`cast(count(*) as bigint)`.as('records'),
        sql<number>`cast(coalesce(sum(parts), 0) as bigint)`.as('parts'),
        sql<Millionths>`cast(coalesce(sum(paid), 0) as bigint)`.as('paid'),
      ]);
      const [sum] = await database.read(sums);
      const beyond = await rowAt(database, query, { ...looked, rows: totalOfMax + 1 });
      const of = beyond === undefined ? undefined : totalOfMax;
      return { ...must(sum, 'row of sums'), of };
    },
    async findMessageRecord(accountId, messageId) {
      const query = database.build
        .selectFrom('message')
        .select(foundFields)
        .where('id', '=', messageId)
        .where('account_id', '=', accountId);
      const [row] = await database.read(query);
      return row && { ...row, test: row.test === 1 };
    },
    async recipientRecords(accountId, messageId) {
      const query = recipients(database, accountId)
        .where('message.id', '=', messageId)
        .orderBy('recipient.id');
      return (await database.read(query)).map((row) => toRecord(row));
    },
    recordsOfRemoteId: (accountId, remoteId, limit) =>
      recordsOfRemoteId(database, accountId, { remoteId, limit }),
    async recordsOfClientRequest(accountId, clientRequestId, limit) {
      const messages = database.build
        .selectFrom('message as named')
        .select('named.id')
        .where('named.account_id', '=', accountId)
        .where('named.client_request_id', '=', clientRequestId)
        // As the index has it: without these words neither backend takes it.
        .where('named.client_request_id', '<>', sql.lit(''))
        .orderBy('named.id', 'desc')
        .limit(limit);
      const query = recipients(database, accountId)
        .where('message.id', 'in', messages)
        .orderBy('recipient.id', 'desc')
        .limit(limit);
      return (await database.read(query)).map((row) => toRecord(row));
    },
    recipientFacts: (accountId, recipientId) =>
      findRecipientFacts(database, accountId, recipientId),
    keepPdus: (pdus, keptMax) => keepPdus(database, pdus, keptMax),
  };
}

const messageFields = fields(
  'message',
  'id:messageId accepted_at scheduled_at sender text currency tag test request_id',
);
const recipientFields = fields(
  'recipient',
  'id phone text:ownText state reason changed_at parts form cost',
);
const columns = [
  ...messageFields,
  ...recipientFields,
  sql<Millionths>`${sql.raw(paidCost)}`.as('paid'),
] as const;

/** Messages among whose parts one is looked for that no index has. */
const newestMessages = 20_000;

async function recordsOfRemoteId(
  database: Database,
  accountId: number,
  { remoteId, limit }: { readonly remoteId: string; readonly limit: number },
): Promise<readonly RecipientRecord[]> {
  const { build } = database;
  const parts = build
    .selectFrom('submitted_part')
    .select('recipient_id')
    .where('remote_id', '=', remoteId);
  const awaited = parts
    .where('operator_id', 'in', build.selectFrom('operator').select('operator.id'))
    .where('awaited', '=', sql.lit(1))
    .limit(limit);
  const newest = build
    .selectFrom('recipient as newest')
    .select(
      sql<number>`coalesce(max(newest.id), 0) - ${sql.lit(newestMessages * recipientSlots)}`.as(
        'id',
      ),
    );
  const late = parts.where('recipient_id', '>', newest).limit(limit);
  const found = await Promise.all([database.read(awaited), database.read(late)]);
  const ids = found.flat().map(({ recipient_id: id }) => id);
  if (ids.length === 0) return [];
  const query = build
    .selectFrom('recipient')
    .innerJoin('message', (join) =>
      join.on(sql<boolean>`message.id = recipient.id / ${sql.lit(recipientSlots)}`),
    )
    .select(columns)
    .where('recipient.id', 'in', [...new Set(ids)])
    .where('message.account_id', '=', accountId)
    .orderBy('recipient.id', 'desc')
    .limit(limit);
  return (await database.read(query)).map((row) => toRecord(row));
}

function recipients({ build }: Database, accountId: number) {
  return build
    .selectFrom('message')
    .innerJoin('recipient', (join) =>
      join.on(
        sql<boolean>`recipient.id >= message.id * ${sql.lit(recipientSlots)} AND recipient.id < (message.id + 1) * ${sql.lit(recipientSlots)}`,
      ),
    )
    .select(columns)
    .where('message.account_id', '=', accountId);
}

/** Those to one phone are found by it: most phones get few messages. */
function recipientsOfPhone({ build }: Database, { accountId, phone }: RecordQuery) {
  return build
    .selectFrom('recipient')
    .innerJoin('message', (join) =>
      join.on(sql<boolean>`message.id = recipient.id / ${sql.lit(recipientSlots)}`),
    )
    .select(columns)
    .where('recipient.phone', '=', phone ?? ('' as never))
    .where('message.account_id', '=', accountId);
}

function isFiltered(filter: RecordFilter): boolean {
  const { states, reason, sender, tag, test, requestId, begins, scheduledAfterMs } = filter;
  const others = [states, reason, sender, tag, test, requestId, begins, scheduledAfterMs];
  return others.some((one) => one !== undefined);
}

type Look = { readonly span: IdSpan; readonly rows: number };

/** What is looked at comes by an index, in its order, and is filtered then: so the bound holds. */
async function look(database: Database, query: RecordQuery, { span, rows }: Look) {
  const { limit } = query;
  const page = fitting(database, query, { span, rows })
    .selectAll()
    .orderBy('id', directionOf(query))
    .limit(limit + 1);
  const found = (await database.read(page)).map((row) => toRecord(row));
  const { page: records, lastOfMore } = pageOf(found, limit);
  return { records, nextId: lastOfMore?.id ?? (await rowAt(database, query, { span, rows })) };
}

/** The last row that was looked at, read from the indexes alone; undefined: there are not so many. */
async function rowAt(database: Database, query: RecordQuery, { span, rows }: Look) {
  const end = seenRows(database, query, { span, rows: 1 })
    .clearSelect()
    .select('recipient.id')
    .offset(rows - 1);
  const [last] = await database.read(end);
  return last?.id;
}

function fitting(database: Database, query: RecordQuery, looked: Look) {
  const { states, reason, sender, tag, test, requestId, begins, scheduledAfterMs, ...time } = query;
  let rows = database.build.selectFrom(seenRows(database, query, looked).as('seen'));
  if (states !== undefined) rows = rows.where('state', 'in', [...states]);
  if (reason !== undefined) rows = rows.where('reason', '=', reason);
  if (sender !== undefined) rows = rows.where('sender', '=', sender);
  if (tag !== undefined) rows = rows.where('tag', '=', tag);
  if (requestId !== undefined) rows = rows.where('requestId', '=', requestId);
  if (test !== undefined) rows = rows.where('test', '=', Number(test));
  if (scheduledAfterMs !== undefined) rows = rows.where('scheduledAtMs', '>', scheduledAfterMs);
  for (const [column, text] of Object.entries(begins ?? {})) {
    if (text !== undefined) rows = rows.where(beginsWith(`seen.${column}`, text));
  }
  // Ids that several processes have drawn are not quite in the order of time.
  if (time.fromMs !== undefined) rows = rows.where('acceptedAtMs', '>=', time.fromMs);
  if (time.untilMs !== undefined) rows = rows.where('acceptedAtMs', '<', time.untilMs);
  return rows;
}

/** Records that a total is of: what is beyond them is not counted. */
const totalOfMax = 10_000;

function directionOf({ afterId }: RecordQuery): 'asc' | 'desc' {
  return afterId === undefined ? 'desc' : 'asc';
}

function seenRows(database: Database, query: RecordQuery, { span, rows }: Look) {
  const { phone, accountId, tag, beforeId, afterId = -1 } = query;
  const direction = directionOf(query);
  const first = Math.max(span.first, Math.floor(afterId / recipientSlots));
  const base =
    phone === undefined
      ? ofTag(recipients(database, accountId), tag)
          .where('message.id', '>=', first)
          .where('message.id', '<=', span.last)
          .orderBy('message.id', direction)
      : recipientsOfPhone(database, query).where('recipient.id', '>=', first * recipientSlots);
  const before = Math.min(beforeId, (span.last + 1) * recipientSlots);
  // With its sign the id is no column: else SQLite takes this bound in place of the join's, and reads
  // everything from each message to the end of the table.
  return base
    .where(sql<boolean>`+recipient.id < ${before} AND +recipient.id > ${afterId}`)
    .orderBy('recipient.id', direction)
    .limit(rows);
}

/** Tags have an index of their own, without the messages that have none. */
function ofTag(base: ReturnType<typeof recipients>, tag: string | undefined) {
  if (tag === undefined || tag === '') return base;
  return base.where('message.tag', '=', tag).where('message.tag', '<>', sql.lit(''));
}

/** Beyond any message, and its recipients are numbers still. */
const highest = Math.floor(Number.MAX_SAFE_INTEGER / recipientSlots) - 1;

/** The messages that a page may be about: those before its cursor, within its time. */
function spanOf(database: Database, { accountId, beforeId, ...time }: RecordQuery) {
  const last = Math.min(highest, Math.ceil(beforeId / recipientSlots));
  const rows = { table: 'message', at: 'accepted_at', accountId } as const;
  return idSpan(database, rows, { ...time, last });
}

type Row = FieldRow<'message', typeof messageFields> &
  FieldRow<'recipient', typeof recipientFields> & { readonly paid: Millionths };

function toRecord({ ownText, requestId: _requestId, ...row }: Row): RecipientRecord {
  return { ...row, text: ownText ?? row.text, test: row.test === 1 };
}

const foundFields = fields(
  'message',
  'id sender text tag class cost currency test accepted_at key_id request_id valid_until scheduled_at',
  'client_request_id',
);
