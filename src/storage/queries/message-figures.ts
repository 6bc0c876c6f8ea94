/** What messages came to, hour by hour, and how far they are counted. */

import { type RawBuilder, sql } from 'kysely';
import type { Purse } from '#accounts/ledger.ts';
import type { Millionths } from '#core/money.ts';
import { recipientSlots } from '#model/ids.ts';
import type { Counted, FigureWish } from '#sms/records/message-figures.ts';
import type { MessageRecordStore } from '#sms/records/message-record-store.ts';
import type { Database, WriteStep } from './database.ts';
import { RetentionTurn } from './retention-turn.ts';

/** A jump of ids (a restore skips many) is one block: nobody gives out what lies far behind. */
const blocksMax = 100;
/** A process that began so much later than a block was noted has not reserved it, whatever their clocks say. */
const slackMs = 86_400_000;

export function messageFigures(database: Database) {
  const { build } = database;
  return {
    async takeTurn() {
      const turn = await RetentionTurn.take(database, 'message figures');
      return {
        commit: async (counted) => (await turn.commit(stepsOf(database, counted))) !== undefined,
      };
    },
    noteBlocks: (blockSize, nowMs) => noteBlocks(database, blockSize, nowMs),
    async forgetBlock({ first }) {
      // The newest stays: it says how far ids are noted.
      const newest = build.selectFrom('stat_block').select((eb) => eb.fn.max('first').as('first'));
      const query = build
        .deleteFrom('stat_block')
        .where('first', '=', first)
        .where('first', '<', newest);
      await database.write([query]);
    },
    listBlocks: () => listBlocks(database),
    async recipientsInBlock({ end, nextRecipientId }, limit) {
      const query = recipients(database)
        .where('recipient.id', '>=', nextRecipientId)
        .where('recipient.id', '<', end * recipientSlots)
        .orderBy('recipient.id')
        .limit(limit);
      return database.read(query);
    },
    async openRecipients(nowMs, limit) {
      const open = await database.read(
        database.build
          .selectFrom('stat_open')
          .select(['recipient_id as recipientId', 'operator_id as operatorId'])
          .select('look_at as lookAtMs')
          .where('look_at', '<=', nowMs)
          .orderBy('look_at')
          .limit(limit),
      );
      if (open.length === 0) return [];
      const ids = open.map(({ recipientId }) => recipientId);
      const found = await database.read(recipients(database).where('recipient.id', 'in', ids));
      const byId = new Map(found.map((row) => [row.id, row]));
      return open.map((one) => ({ ...one, recipient: byId.get(one.recipientId) }));
    },
    figuresByHour: (wish) => {
      const detail = sql<string>`CASE WHEN state = 'delivered' THEN detail ELSE '' END`;
      return database.read(
        sums(database, wish)
          .select(['starts_at as startsAtMs', 'state', detail.as('detail')])
          .groupBy(['starts_at', 'state', detail])
          .orderBy('starts_at'),
      );
    },
    figuresByPlace: (wish) =>
      database.read(
        sums(database, wish)
          .select(['country', 'operator_id as operatorId', 'state', 'detail'])
          .groupBy(['country', 'operator_id', 'state', 'detail'])
          .orderBy('country')
          .orderBy('operator_id')
          .orderBy('state')
          .orderBy('detail'),
      ),
  } satisfies Partial<MessageRecordStore>;
}

function sums({ build }: Database, { accountId, purse, fromMs, untilMs }: FigureWish) {
  return (
    build
      .selectFrom('stat_hour')
      .select([
        total<number>('messages').as('messages'),
        total<number>('parts').as('parts'),
        total<Millionths>('cost').as('cost'),
      ])
      .where('account_id', '=', accountId)
      .where('purse', '=', purse)
      .where('starts_at', '>=', fromMs)
      .where('starts_at', '<', untilMs)
      // What was in progress leaves zeros behind.
      .where('messages', '<>', 0)
  );
}

function total<Value extends number>(column: string): RawBuilder<Value> {
  return sql<Value>`cast(sum(${sql.ref(column)}) as bigint)`;
}

async function noteBlocks(database: Database, blockSize: number, nowMs: number): Promise<void> {
  const { build } = database;
  const [reserved] = await database.read(
    build.selectFrom('id_block').select('next').where('name', '=', 'message'),
  );
  const [noted] = await database.read(
    build.selectFrom('stat_block').select('beyond').orderBy('first', 'desc').limit(1),
  );
  const [from, until] = [noted?.beyond ?? 1, reserved?.next ?? 1];
  if (until <= from) return;
  const starts: number[] = [from];
  const far = Math.floor((until - from) / blockSize) - blocksMax;
  let at = far > 0 ? from + far * blockSize : from + blockSize;
  for (; at < until; at += blockSize) starts.push(at);
  const rows = starts.map((first, place) => ({
    first,
    beyond: starts[place + 1] ?? until,
    next_recipient_id: first * recipientSlots,
    noted_at: nowMs,
  }));
  // Another process has noted them meanwhile.
  const query = build
    .insertInto('stat_block')
    .values(rows)
    .onConflict((standing) => standing.doNothing());
  await database.write([query]);
}

async function listBlocks(database: Database) {
  const { build } = database;
  const oldest = build
    .selectFrom('process')
    .select((eb) => eb.fn.min<number | null>('started_at').as('at'));
  const rows = await database.read(
    build
      .selectFrom('stat_block')
      .select([
        'first',
        'beyond as end',
        'next_recipient_id as nextRecipientId',
        'noted_at as notedAtMs',
      ])
      .orderBy('first'),
  );
  const [process] = await database.read(oldest);
  const since = process?.at ?? null;
  return rows.map(({ notedAtMs, ...block }) => ({
    ...block,
    isAbandoned: since !== null && since > notedAtMs + slackMs,
  }));
}

function stepsOf({ build }: Database, { changes, place, open, ended }: Counted): WriteStep[] {
  const steps: WriteStep[] = [];
  if (changes.length > 0) {
    const rows = changes.map(({ accountId, startsAtMs, operatorId, ...rest }) => ({
      ...rest,
      account_id: accountId,
      starts_at: startsAtMs,
      operator_id: operatorId,
    }));
    const key = [
      ...(['account_id', 'purse', 'starts_at', 'country'] as const),
      ...(['operator_id', 'state', 'detail'] as const),
    ];
    const query = build
      .insertInto('stat_hour')
      .values(rows)
      .onConflict((standing) =>
        standing.columns(key).doUpdateSet({
          messages: sql<number>`stat_hour.messages + excluded.messages`,
          parts: sql<number>`stat_hour.parts + excluded.parts`,
          cost: sql<Millionths>`stat_hour.cost + excluded.cost`,
        }),
      );
    steps.push(query);
  }
  if (open.length > 0) {
    const rows = open.map(({ recipientId, operatorId, lookAtMs }) => ({
      recipient_id: recipientId,
      operator_id: operatorId,
      look_at: lookAtMs,
    }));
    const query = build
      .insertInto('stat_open')
      .values(rows)
      .onConflict((standing) =>
        standing.column('recipient_id').doUpdateSet({ look_at: sql<number>`excluded.look_at` }),
      );
    steps.push(query);
  }
  if (ended.length > 0) {
    steps.push(build.deleteFrom('stat_open').where('recipient_id', 'in', ended));
  }
  if (place !== undefined) {
    const query = build
      .updateTable('stat_block')
      .set({ next_recipient_id: place.nextRecipientId })
      .where('first', '=', place.first);
    steps.push(query);
  }
  return steps;
}

const columns = [
  'recipient.id',
  'message.account_id as accountId',
  'message.accepted_at as acceptedAtMs',
  'message.scheduled_at as scheduledAtMs',
  'recipient.phone',
  'recipient.operator_id as operatorId',
  'recipient.state',
  'recipient.reason',
  'recipient.changed_at as changedAtMs',
  'recipient.parts',
  'recipient.cost',
] as const;

const givenBack = sql<Millionths>`coalesce((SELECT amount FROM movement
  WHERE movement.recipient_id = recipient.id AND movement.recipient_id IS NOT NULL), 0)`;

/** As it is counted: rows are not copied. */
const purse = sql<Purse>`CASE WHEN message.test = 1 THEN 'test' ELSE 'live' END`;

function recipients({ build }: Database) {
  return build
    .selectFrom('recipient')
    .innerJoin('message', (join) =>
      join.on(sql<boolean>`message.id = recipient.id / ${sql.lit(recipientSlots)}`),
    )
    .select(columns)
    .select([givenBack.as('givenBack'), purse.as('purse')]);
}
