/** What must not be forgotten although it is old: parts that are owed, parts that are awaited. */

import { sql } from 'kysely';
import { nextTurn } from '#core/turns.ts';
import { messageIdOf, recipientOfPart } from '#model/ids.ts';
import type { Age } from '#queue/retention.ts';
import type { Database } from './database.ts';
import type { IdMarks } from './id-marks.ts';

/** Rows of one read: a millisecond or two of the thread that also answers clients. */
const pageMax = 1_000;
/** More old work than that is no exception any more, and nothing is forgotten until it is done. */
const neededMax = 1_000_000;
/** A part is submitted before its message ends, but for what was on its way just then. */
const lateSubmitMs = 3_600_000;

/** Messages of which a part is owed or awaited. What is in neither state now never will be again. */
export async function neededMessages(
  database: Database,
  age: Age,
  marks: IdMarks,
): Promise<ReadonlySet<number>> {
  const needed = new Set<number>();
  // In this order: a part leaves the owed ones with the commit that makes it an awaited one.
  for await (const part of owedParts(database, marks))
    addTo(needed, messageIdOf(recipientOfPart(part)));
  for await (const part of awaitedParts(database, age))
    addTo(needed, messageIdOf(recipientOfPart(part)));
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

/** Parts submitted before an instant whose report is awaited. Of a removed operator none will come. */
async function* awaitedParts(database: Database, { beforeMs }: Age): AsyncGenerator<number> {
  const operators = database.build
    .selectFrom('operator')
    .select('id')
    .where('state', '<>', 'removed');
  for (const { id } of await database.read(operators)) {
    yield* awaitedPartsOf(database, id, beforeMs + lateSubmitMs);
  }
}

async function* awaitedPartsOf(database: Database, operatorId: number, beforeMs: number) {
  let after = { submitted_at: 0, id: 0 };
  for (;;) {
    const rows = await database.read(
      database.build
        .selectFrom('submitted_part')
        .select(['id', 'submitted_at', 'part_id'])
        .where('operator_id', '=', operatorId)
        // As a literal, else the partial index does not serve.
        .where((eb) => eb('awaited', '=', eb.lit(1)))
        .where('submitted_at', '<', beforeMs)
        .where(sql<boolean>`(submitted_at, id) > (${after.submitted_at}, ${after.id})`)
        .orderBy('submitted_at')
        .orderBy('id')
        .limit(pageMax),
    );
    for (const row of rows) yield row.part_id;
    after = rows.at(-1) ?? after;
    if (rows.length < pageMax) return;
    await nextTurn();
  }
}
