/** What people ask about accepted messages, and the commit that takes one back. */

import { type Selectable, sql } from 'kysely';
import type { Millionths } from '#core/money.ts';
import { partSlots, partsOfMessage, recipientSlots } from '#model/ids.ts';
import { testColumnOf } from '#model/key-mode.ts';
import type { CancellableRecipient, Cancellation, MessageStore } from '#sms/message-store.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import { paidCost } from '../paid-cost.ts';
import { type KeptRow, keptColumns } from '../part-rows.ts';
import { type AwaitedParts, awaitedParts } from './awaited-parts.ts';
import type { Database, WriteStep } from './database.ts';
import { findReply } from './remembered-replies.ts';
import type { Tables } from './tables.ts';

const cancelled = 'cancelled';
const stopped = 'stopped';

/** All but what every message passes. */
export type SharedMessages = KeptReceipts & AwaitedParts & Statuses & Schedules;

export function sharedMessages(database: Database): SharedMessages {
  return {
    ...keptReceipts(database),
    ...awaitedParts(database),
    ...statuses(database),
    ...schedules(database),
  };
}

type Statuses = Pick<MessageStore, 'recipientsOf' | 'recipientsWithTag' | 'countWithTag'>;

function statuses(database: Database) {
  const { build } = database;
  const rows = build
    .selectFrom('message')
    .innerJoin('recipient', (join) =>
      join.on(
        sql<boolean>`recipient.id >= message.id * ${sql.lit(recipientSlots)} AND recipient.id < (message.id + 1) * ${sql.lit(recipientSlots)}`,
      ),
    );
  const columns = [
    'message.id',
    'recipient.phone',
    'recipient.state',
    'recipient.changed_at',
    sql<Millionths>`${sql.raw(paidCost)}`.as('cost'),
    'message.currency',
  ] as const;
  return {
    async recipientsOf(reach, messageId) {
      const query = rows
        .select(columns)
        .where('message.id', '=', messageId)
        .where('message.account_id', '=', reach.accountId)
        .where('message.test', '=', testColumnOf(reach))
        .orderBy('recipient.id');
      return (await database.read(query)).map((row) => toStatus(row));
    },
    async recipientsWithTag({ accountId, mode, tag, offset, limit }) {
      const query = rows
        .select(columns)
        .where('message.account_id', '=', accountId)
        .where('message.test', '=', testColumnOf({ mode }))
        .where('message.tag', '=', tag)
        // The index holds messages with a tag alone.
        .where('message.tag', '<>', '')
        .orderBy('message.id', 'desc')
        .orderBy('recipient.id')
        .limit(limit)
        .offset(offset);
      return (await database.read(query)).map((row) => toStatus(row));
    },
    async countWithTag({ accountId, mode }, tag, max) {
      const tagged = rows
        .select('recipient.id')
        .where('message.account_id', '=', accountId)
        .where('message.test', '=', testColumnOf({ mode }))
        .where('message.tag', '=', tag)
        .where('message.tag', '<>', '')
        .limit(max);
      const query = build
        .selectFrom(tagged.as('tagged'))
        .select((select) => select.fn.countAll<number>().as('count'));
      const [row] = await database.read(query);
      return row?.count ?? 0;
    },
  } satisfies Partial<MessageStore>;
}

type StatusRow = Pick<Selectable<Tables['message']>, 'id' | 'currency'> &
  Pick<Selectable<Tables['recipient']>, 'phone' | 'state' | 'changed_at' | 'cost'>;

function toStatus({ id, phone, state, changed_at, cost, currency }: StatusRow): RecipientStatus {
  const told = state === 'accepted' ? 'waiting' : state;
  return { messageId: id, phone, state: told, atMs: changed_at, cost, currency };
}

type Schedules = Pick<MessageStore, 'findMessage' | 'cancel' | 'findCancellable' | 'findReply'>;

function schedules(database: Database) {
  const { build } = database;
  return {
    async findMessage(reach, messageId) {
      const recipients = build
        .selectFrom('recipient')
        .select('recipient.id')
        .where(sql<boolean>`${ofMessage(messageId, 'recipient.id', recipientSlots)}`);
      const cancelledRecipient = recipients.where('reason', '=', cancelled);
      const otherRecipient = recipients.where('reason', '<>', stopped);
      const query = build
        .selectFrom('message')
        .select((select) => [
          'scheduled_at as scheduledAtMs',
          select
            .case()
            .when(select.exists(cancelledRecipient))
            .then(1)
            .else(0)
            .end()
            .as('cancelled'),
          select.case().when(select.exists(otherRecipient)).then(0).else(1).end().as('stopped'),
        ])
        .where('id', '=', messageId)
        .where('account_id', '=', reach.accountId)
        .where('test', '=', testColumnOf(reach));
      const [row] = await database.read(query);
      return row && { ...row, cancelled: row.cancelled === 1, stopped: row.stopped === 1 };
    },
    async cancel(cancellation) {
      const written = await database.write(cancelSteps(database, cancellation));
      return written?.[1]?.changes ?? 0;
    },
    findCancellable: (wish) => findCancellable(database, wish),
    findReply: (accountId, key, sinceMs) => findReply(database, { accountId, key, sinceMs }),
  } satisfies Partial<MessageStore>;
}

/** Only recipients that this makes `cancelled` are refunded: a STOP may have given others their money back. */
function cancelSteps(database: Database, cancellation: Cancellation): readonly WriteStep[] {
  const { accountId, messageId, nowMs } = cancellation;
  const { build } = database;
  const mine = build
    .selectFrom('message')
    .select('message.id')
    .where('message.id', '=', messageId)
    .where('message.account_id', '=', accountId)
    .where('message.test', '=', testColumnOf(cancellation));
  const finish = build
    .updateTable('recipient')
    .set({ state: 'not delivered', reason: cancelled, changed_at: nowMs })
    .where(sql<boolean>`${ofMessage(messageId, 'recipient.id', recipientSlots)}`)
    .where('state', '=', 'accepted')
    .where('id', 'in', waitingRecipients(cancellation))
    .where((where) => where.exists(mine));
  return [
    { query: finish, mustChange: true },
    { query: disown(database, cancellation), mustChange: true },
    ...refund(database, cancellation),
  ];
}

/**
 * Lanes are found one by one by their index, whose cost is the number of lanes and not of rows; those of
 * the account end with its id, whatever operator and class they are of.
 */
export function lanesOf(accountId: number, which: 'all' | 'held' = 'all') {
  const going =
    which === 'held' ? sql<boolean>`false` : sql<boolean>`lane LIKE ${`sms/%/${accountId}`}`;
  return sql<string>`(
    WITH RECURSIVE found (lane) AS (
      SELECT min(lane) FROM job WHERE lane >= 'held/' AND lane < 'sms0'
      UNION ALL
      SELECT (SELECT min(job.lane) FROM job WHERE job.lane > found.lane AND job.lane < 'sms0')
      FROM found WHERE found.lane IS NOT NULL
    )
    SELECT lane FROM found WHERE ${going} OR lane LIKE ${`held/%/${accountId}`}
      OR lane LIKE ${`paused/%/${accountId}/%`}
  )`;
}

/** Parts that nobody has tried and that leave later: at their time, or when somebody releases them. */
function waits({ messageId, leavesAfterMs }: Cancellation) {
  return sql<boolean>`${ofMessage(messageId, 'subject', partsOfMessage)}
    AND ${untried} AND (due_at >= ${leavesAfterMs} OR ${isHeld})`;
}

const isHeld = sql<boolean>`(lane LIKE 'held/%' OR lane LIKE 'paused/%')`;

const untried = sql<boolean>`(attempt = 0
  AND NOT EXISTS (SELECT 1 FROM submit_intent WHERE submit_intent.job_id = job.id))`;

/** Jobs have no index by their subject. */
const waitingLook = 20_000;

/** What leaves later is found by its time in each lane; what is held, by its lanes alone. */
async function findCancellable(
  database: Database,
  { accountId, leavesAfterMs, messageIds }: Parameters<MessageStore['findCancellable']>[0],
): Promise<readonly CancellableRecipient[]> {
  const { build } = database;
  const jobs = build.selectFrom('job').select(['id', 'subject', 'lane', 'due_at', 'attempt']);
  const later = jobs
    .where('lane', 'in', lanesOf(accountId))
    .where('due_at', '>=', leavesAfterMs)
    .limit(waitingLook);
  const held = jobs.where('lane', 'in', lanesOf(accountId, 'held')).limit(waitingLook);
  const find = (looked: typeof later) =>
    database.read(
      build
        .selectFrom(looked.as('job'))
        .select(sql<number>`subject / ${sql.lit(partSlots)}`.as('recipientId'))
        .select(sql<number | null>`CASE WHEN ${isHeld} THEN NULL ELSE due_at END`.as('leavesAtMs'))
        .where(sql<number>`subject / ${sql.lit(partsOfMessage)}`, 'in', messageIds)
        .where(untried),
    );
  const found = await Promise.all([find(later), find(held)]);
  return found.flat();
}

function waitingRecipients(cancellation: Cancellation) {
  return sql<number>`(SELECT subject / ${sql.lit(partSlots)} FROM job
    WHERE lane IN ${lanesOf(cancellation.accountId)} AND ${waits(cancellation)})`;
}

function disown({ build }: Database, cancellation: Cancellation) {
  return build
    .deleteFrom('job')
    .where('lane', 'in', lanesOf(cancellation.accountId))
    .where(waits(cancellation));
}

function refund(database: Database, cancellation: Cancellation): readonly WriteStep[] {
  const { accountId, messageId, nowMs } = cancellation;
  const { build } = database;
  const taken = build
    .selectFrom('recipient')
    .innerJoin('message', (join) => join.on('message.id', '=', messageId))
    .where(sql<boolean>`${ofMessage(messageId, 'recipient.id', recipientSlots)}`)
    .where('recipient.reason', '=', cancelled)
    .where('recipient.cost', '>', 0 as never);
  const movements = build
    .insertInto('movement')
    .columns(['account_id', 'purse', 'kind', 'amount', 'actor', 'at', 'recipient_id'])
    .expression(
      taken.select([
        'message.account_id',
        sql<'live' | 'test'>`CASE message.test WHEN 1 THEN 'test' ELSE 'live' END`.as('purse'),
        sql<'refund'>`'refund'`.as('kind'),
        'recipient.cost',
        sql<string>`'system'`.as('actor'),
        sql<number>`cast(${nowMs} as bigint)`.as('at'),
        'recipient.id',
      ]),
    );
  const sum = (test: 0 | 1) =>
    sql<never>`coalesce((SELECT cast(sum(recipient.cost) AS bigint) FROM recipient
      JOIN message ON message.id = ${messageId} AND message.test = ${test}
      WHERE ${ofMessage(messageId, 'recipient.id', recipientSlots)}
        AND recipient.reason = ${cancelled}), 0)`;
  const giveBack = build
    .updateTable('account')
    .set({
      balance: sql<never>`balance + ${sum(0)}`,
      test_balance: sql<never>`test_balance + ${sum(1)}`,
    })
    .where('id', '=', accountId);
  return [movements, giveBack];
}

function ofMessage(messageId: number, column: string, slots: number) {
  const ref = sql.ref(column);
  return sql`${ref} >= ${messageId * slots} AND ${ref} < ${(messageId + 1) * slots}`;
}

/** Receipts that matched no message, beside the parts whose report is awaited. */
type KeptReceipts = Pick<MessageStore, 'countKept' | 'newestKept'>;

function keptReceipts(database: Database): KeptReceipts {
  const { build } = database;
  return {
    countKept(receivedBeforeMs, newest) {
      const query = build
        .selectFrom('unmatched_receipt')
        .select('operator_id as operatorId')
        .select(({ fn }) => [
          fn.countAll<number>().as('receipts'),
          fn.max<number>('id').as('newestId'),
        ])
        .where(amongNewest(newest))
        .where('received_at', '<', receivedBeforeMs)
        .groupBy('operator_id');
      return database.read(query);
    },
    async newestKept(operatorId, limit, among) {
      const rows = sql<KeptRow>`(
        SELECT ${sql.raw(keptColumns)} FROM unmatched_receipt AS kept
        WHERE kept.operator_id = ${operatorId} AND ${amongNewest(among)}
        ORDER BY kept.id DESC LIMIT ${limit}
      )`.as('found');
      const found = await database.read(build.selectFrom(rows).selectAll());
      return found.map(({ kept }) => kept).toSorted((a, b) => a.id - b.id);
    },
  };
}

/** Ids only grow: the newest are found without a look at the others. */
function amongNewest(newest: number) {
  return sql<boolean>`id > (SELECT coalesce(max(id), 0) - ${newest} FROM unmatched_receipt)`;
}
