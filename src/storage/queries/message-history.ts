/** Forgetting messages with their recipients, and what operators said of their parts. */

import { sql } from 'kysely';
import type { Purse } from '#accounts/ledger.ts';
import type { Millionths } from '#core/money.ts';
import { nextTurn } from '#core/turns.ts';
import { messageIdOf, recipientOfPart, recipientSlots } from '#model/ids.ts';
import type { Age } from '#queue/retention.ts';
import type { AwaitedPlace } from '#sms/message-store.ts';
import { latePage } from './awaited-parts.ts';
import type { Database, WriteStep } from './database.ts';
import { type IdMarks, marksOf, noteIds } from './ids.ts';
import { RetentionTurn } from './retention-turn.ts';

/** Recipients of one commit: 7 ms of the writer. A message has 500 at most, so one always fits. */
const recipientsMax = 512;
const partsMax = 512;

export async function* forgetMessages(database: Database, age: Age): AsyncGenerator<number> {
  await noteIds(database, age.nowMs);
  const marks = await marksOf(database, age);
  const needed = await neededMessages(database, age, marks);
  const turn = await RetentionTurn.take(database, 'message');
  let after = 0;
  for (;;) {
    const slice = await nextSlice(database, after, marks);
    if (slice === undefined) return;
    const kept = slice.messages.find(({ id }) => needed.has(id))?.id;
    const to = kept === undefined ? slice.to : kept - 1;
    const hasOld = slice.messages.some((row) => row.id <= to && row.valid_until < age.beforeMs);
    const steps = forgetting(database, { after, to, ...age });
    const forgotten = hasOld ? await turn.commit(steps) : 0;
    if (forgotten === undefined) return;
    yield forgotten;
    after = kept ?? to;
  }
}

type Slice = {
  /** The last message that is in it with all its recipients. */
  readonly to: number;
  readonly messages: readonly { readonly id: number; readonly valid_until: number }[];
};

/** Messages behind an id, in the order of their ids, with as many recipients as a commit may have. */
async function nextSlice(database: Database, after: number, marks: IdMarks) {
  const rows = await database.read(
    database.build
      .selectFrom('recipient')
      .innerJoin('message', (join) =>
        join.on('message.id', '=', sql<number>`recipient.id / ${sql.lit(recipientSlots)}`),
      )
      .select(['message.id', 'message.valid_until'])
      .where('recipient.id', '>=', (after + 1) * recipientSlots)
      .orderBy('recipient.id')
      .limit(recipientsMax),
  );
  const last = rows.at(-1)?.id;
  if (last === undefined || last >= marks.message) return partBelow(rows, marks);
  return { to: rows.length < recipientsMax ? last : last - 1, messages: rows };
}

/** The slice that reaches the mark is cut there, and is the last one. */
function partBelow(messages: Slice['messages'], marks: IdMarks): Slice | undefined {
  const below = messages.filter(({ id }) => id < marks.message);
  const last = below.at(-1)?.id;
  return last === undefined ? undefined : { to: last, messages: below };
}

type Range = Age & {
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly to: number;
};

function forgetting({ build }: Database, { after, to, beforeMs }: Range): readonly WriteStep[] {
  const old = build
    .selectFrom('message')
    .where('message.id', '>', after)
    .where('message.id', '<=', to)
    .where('message.valid_until', '<', beforeMs);
  const costs = old
    .select([
      'account_id',
      sql<Purse>`CASE WHEN test = 1 THEN 'test' ELSE 'live' END`.as('purse'),
      sql<Millionths>`cast(sum(cost) as bigint)`.as('amount'),
    ])
    .groupBy(['account_id', 'test']);
  const fold = build
    .insertInto('spent')
    .columns(['account_id', 'purse', 'amount'])
    .expression(costs)
    .onConflict((standing) =>
      standing
        .columns(['account_id', 'purse'])
        .doUpdateSet({ amount: sql<Millionths>`spent.amount + excluded.amount` }),
    );
  const recipients = build
    .deleteFrom('recipient')
    .where('id', '>=', (after + 1) * recipientSlots)
    .where('id', '<', (to + 1) * recipientSlots)
    .where(sql<number>`id / ${sql.lit(recipientSlots)}`, 'in', old.select('message.id'));
  const choices = build
    .deleteFrom('route_choice')
    .where('recipient_id', '>=', (after + 1) * recipientSlots)
    .where('recipient_id', '<', (to + 1) * recipientSlots)
    .where(sql<number>`recipient_id / ${sql.lit(recipientSlots)}`, 'in', old.select('message.id'));
  const replyAddresses = build
    .deleteFrom('reply_address')
    .where('message_id', '>', after)
    .where('message_id', '<=', to)
    .where('message_id', 'in', old.select('message.id'));
  const messages = build
    .deleteFrom('message')
    .where('id', '>', after)
    .where('id', '<=', to)
    .where('valid_until', '<', beforeMs);
  const queries = [fold, recipients, choices, replyAddresses, messages];
  return queries.map((query) => query);
}

/** Of further submits: the first of a recipient is forgotten with its message. */
export async function* forgetSubmittedParts(database: Database, age: Age): AsyncGenerator<number> {
  await noteIds(database, age.nowMs);
  const marks = await marksOf(database, age);
  const turn = await RetentionTurn.take(database, 'further_submit');
  const { build } = database;
  let after = 0;
  for (;;) {
    const rows = await database.read(
      build
        .selectFrom('further_submit')
        .select(['id', 'submitted_at'])
        .where('id', '>', after)
        .where('id', '<', marks.submitted_part)
        .orderBy('id')
        .limit(partsMax),
    );
    const to = rows.at(-1)?.id;
    if (to === undefined) return;
    let forgotten: number | undefined = 0;
    if (rows.some(({ submitted_at }) => submitted_at < age.beforeMs)) {
      const removed = build.selectFrom('operator').select('id').where('state', '=', 'removed');
      const query = build
        .deleteFrom('further_submit')
        .where('id', '>', after)
        .where('id', '<=', to)
        .where('submitted_at', '<', age.beforeMs)
        .where((eb) => eb.or([eb('awaited', '=', 0), eb('operator_id', 'in', removed)]));
      forgotten = await turn.commit([query]);
    }
    if (forgotten === undefined) return;
    yield forgotten;
    after = to;
  }
}

// What must not be forgotten although it is old: parts that are owed, parts that are awaited.

/** Rows of one read: a millisecond or two of the thread that also answers clients. */
const pageMax = 1_000;
/** More old work than that is no exception any more, and nothing is forgotten until it is done. */
const neededMax = 1_000_000;
/** A part is submitted before its message ends, but for what was on its way just then. */
const lateSubmitMs = 3_600_000;

/** Messages of which a part is owed or awaited. What is in neither state now never will be again. */
async function neededMessages(
  database: Database,
  age: Age,
  marks: IdMarks,
): Promise<ReadonlySet<number>> {
  const needed = new Set<number>();
  // In this order: a part leaves the owed ones with the commit that makes it an awaited one.
  for await (const part of owedParts(database, marks))
    addTo(needed, messageIdOf(recipientOfPart(part)));
  for await (const recipient of awaitedRecipients(database, age))
    addTo(needed, messageIdOf(recipient));
  return needed;
}

function addTo(needed: Set<number>, id: number): void {
  needed.add(id);
  if (needed.size > neededMax) throw new Error(`More than ${neededMax} old rows are still needed`);
}

/** In the order of their jobs' ids: the jobs of what is old come first. */
async function* owedParts(database: Database, marks: IdMarks): AsyncGenerator<number> {
  let after = 0;
  for (;;) {
    const rows = await database.read(
      database.build
        .selectFrom('job')
        .select(['id', 'lane', 'subject'])
        .where('id', '>', after)
        .where('id', '<', marks.job)
        .orderBy('id')
        .limit(pageMax),
    );
    for (const { id, lane, subject } of rows) {
      after = id;
      if (lane.startsWith('sms/')) yield subject;
    }
    if (rows.length < pageMax) return;
    await nextTurn();
  }
}

/** Recipients whose report of a part submitted before an instant is awaited. Of a removed operator none will come. */
async function* awaitedRecipients(database: Database, { beforeMs }: Age): AsyncGenerator<number> {
  const operators = database.build
    .selectFrom('operator')
    .select('id')
    .where('state', '<>', 'removed');
  for (const { id } of await database.read(operators)) {
    yield* awaitedOf(database, id, beforeMs + lateSubmitMs);
  }
}

async function* awaitedOf(database: Database, operatorId: number, beforeMs: number) {
  let from: AwaitedPlace | undefined;
  do {
    const wish = { operatorId, beforeMs, from, limit: pageMax };
    const { rows, next } = await latePage(database, wish);
    for (const { recipientId } of rows) yield recipientId;
    from = next;
    await nextTurn();
  } while (from !== undefined);
}
