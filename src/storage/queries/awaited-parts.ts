/**
 * Parts whose report is awaited, by their operator. Their indexes are in the order of the operator's ids, not of time: who
 * looks for old ones goes through all of them, a page at a time.
 */
import { sql } from 'kysely';
import { partSlots, recipientSlots } from '#model/ids.ts';
import type { AwaitedPlace, MessageStore, OverduePart } from '#sms/message-store.ts';
import { asOverdue, joinedByPart, type SubmittedRow, submittedColumns } from '../part-rows.ts';
import type { Database } from './database.ts';

const beginning: AwaitedPlace = { remoteId: '', submittedAtMs: 0 };
/** Awaited parts that are looked at for the newest ones, and messages where there are more. */
const newestMax = 20_000;

export type AwaitedWish = {
  readonly operatorId: number;
  /** Undefined: from the first one on. */
  readonly from: AwaitedPlace | undefined;
  readonly limit: number;
};

type AwaitedRow = AwaitedPlace & { readonly id: number; readonly recipientId: number };

/** Of which parts, and where the next page begins; undefined: this was the last one. */
type AwaitedPage = {
  readonly rows: readonly AwaitedRow[];
  readonly next: AwaitedPlace | undefined;
};

/** A page of an operator's awaited parts, all read from the indexes. The first of it may be the last of the page before. */
export async function awaitedPage(
  database: Database,
  { operatorId, from = beginning, limit }: AwaitedWish,
): Promise<AwaitedPage> {
  const { build } = database;
  // Each of them stops at a page: what is ordered behind a union is read to its end.
  const pageOf = (rows: ReturnType<typeof awaitedIn>) => {
    const isBehind = sql<boolean>`(remote_id, submitted_at) >= (${from.remoteId}, ${from.submittedAtMs})`;
    const page = rows.where(isBehind).orderBy('remote_id').orderBy('submitted_at').limit(limit);
    return build.selectFrom(page.as('page')).selectAll();
  };
  const both = pageOf(awaitedIn(database, 'first_submit', operatorId)).unionAll(
    pageOf(awaitedIn(database, 'further_submit', operatorId)),
  );
  const rows = await database.read(
    build
      .selectFrom(both.as('page'))
      .selectAll()
      .orderBy('remoteId')
      .orderBy('submittedAtMs')
      .limit(limit),
  );
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { rows, next: last && behind(from, last) };
}

/** A whole page that an operator took under one id in one millisecond is passed over but for its beginning. */
function behind(from: AwaitedPlace, { remoteId, submittedAtMs }: AwaitedRow): AwaitedPlace {
  const isStuck = remoteId === from.remoteId && submittedAtMs === from.submittedAtMs;
  return { remoteId, submittedAtMs: isStuck ? submittedAtMs + 1 : submittedAtMs };
}

function awaitedIn(
  { build }: Database,
  table: 'first_submit' | 'further_submit',
  operatorId: number,
) {
  return (
    build
      .selectFrom(table)
      .select(['id', 'remote_id as remoteId', 'submitted_at as submittedAtMs'])
      .select(sql<number>`part_id / ${sql.lit(partSlots)}`.as('recipientId'))
      .where('operator_id', '=', operatorId)
      // As a literal, else the partial indexes do not serve.
      .where((eb) => eb('awaited', '=', eb.lit(1)))
  );
}

export type AwaitedParts = Pick<MessageStore, 'overdueParts' | 'newestAwaited'>;

export function awaitedParts(database: Database): AwaitedParts {
  return {
    async overdueParts({ beforeMs, ...wish }) {
      const { rows, next } = await awaitedPage(database, wish);
      const late = rows.filter(({ submittedAtMs }) => submittedAtMs < beforeMs);
      return { parts: await readParts(database, wish.operatorId, late), next };
    },
    async newestAwaited(operatorId, limit) {
      const found = await findNewest(database, operatorId);
      const newest = found.toSorted((a, b) => b.submittedAtMs - a.submittedAtMs).slice(0, limit);
      return readParts(database, operatorId, newest);
    },
  };
}

/** All that are awaited, or those of the newest messages. */
async function findNewest(database: Database, operatorId: number): Promise<readonly AwaitedRow[]> {
  const page = await awaitedPage(database, { operatorId, from: undefined, limit: newestMax });
  if (page.next === undefined) return page.rows;
  const newest = database.build
    .selectFrom('recipient')
    .select(({ fn, lit }) =>
      sql<number>`coalesce(${fn.max('id')}, 0) - ${lit(newestMax * recipientSlots)}`.as('id'),
    );
  return database.readAside(
    awaitedIn(database, 'first_submit', operatorId).where('recipient_id', '>', newest),
  );
}

type Found = Pick<AwaitedRow, 'id' | 'recipientId'>;

/** Those that are still awaited, in the order of `found`. */
async function readParts(
  database: Database,
  operatorId: number,
  found: readonly Found[],
): Promise<readonly OverduePart[]> {
  if (found.length === 0) return [];
  const recipientIds = sql.join(found.map(({ recipientId }) => sql`${recipientId}`));
  // With the plus the index of recipients serves, not that of all that is awaited.
  const rows = sql<SubmittedRow>`(
    SELECT ${sql.raw(submittedColumns)} FROM submitted_part
      ${sql.raw(joinedByPart('submitted_part.part_id'))}
    WHERE submitted_part.recipient_id IN (${recipientIds})
      AND +submitted_part.operator_id = ${operatorId} AND submitted_part.awaited = 1
  )`.as('found');
  const read = await database.read(database.build.selectFrom(rows).selectAll());
  const parts = new Map(read.map((row) => [row.part.submittedPartId, asOverdue(row)]));
  return found.flatMap(({ id }) => parts.get(id) ?? []);
}
