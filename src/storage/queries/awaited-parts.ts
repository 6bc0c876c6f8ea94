/**
 * Parts whose report is awaited, by their operator. Their indexes are in the order of the operator's ids, not of time: who
 * looks for old ones goes through all of them, a page at a time.
 */
import { sql } from 'kysely';
import { partSlots, recipientSlots } from '#model/ids.ts';
import type { AwaitedPlace, MessageStore, OverduePart, OverdueWish } from '#sms/message-store.ts';
import { asOverdue, joinedByPart, type SubmittedRow, submittedColumns } from '../part-rows.ts';
import type { Database } from './database.ts';

/** Awaited parts that are looked at for the newest ones, and messages where there are more. */
const newestMax = 20_000;

type Found = { readonly id: number; readonly recipientId: number };

/** Which parts of a page are late, and where the next page begins; undefined: this was the last one. */
type LatePage = { readonly rows: readonly Found[]; readonly next: AwaitedPlace | undefined };

/** Parts submitted before an instant, of so many awaited ones; all that is looked at stands in an index. */
export async function latePage(
  database: Database,
  { operatorId, beforeMs, from = beginningOf('first'), limit }: OverdueWish,
): Promise<LatePage> {
  const { build } = database;
  const { submit, remoteId, submittedAtMs } = from;
  const place = sql`(remote_id, submitted_at)`;
  const parts = build
    .selectFrom(`${submit}_submit`)
    .where('operator_id', '=', operatorId)
    // As a literal, else the partial indexes do not serve.
    .where((eb) => eb('awaited', '=', eb.lit(1)))
    .where(sql<boolean>`${place} > (${remoteId}, ${submittedAtMs})`);
  const ends = parts
    .select(['remote_id as remoteId', 'submitted_at as submittedAtMs'])
    .orderBy('remote_id')
    .orderBy('submitted_at')
    .offset(limit - 1)
    .limit(1);
  const [end] = await database.read(ends);
  const late = parts
    .select(['id', sql<number>`part_id / ${sql.lit(partSlots)}`.as('recipientId')])
    .where('submitted_at', '<', beforeMs)
    .$if(end !== undefined, (some) =>
      some.where(sql<boolean>`${place} <= (${end?.remoteId}, ${end?.submittedAtMs})`),
    );
  const next = end === undefined ? behind(submit) : { submit, ...end };
  return { rows: await database.read(late), next };
}

function beginningOf(submit: AwaitedPlace['submit']): AwaitedPlace {
  return { submit, remoteId: '', submittedAtMs: 0 };
}

/** Further submits are gone through behind the first ones. */
function behind(submit: AwaitedPlace['submit']): AwaitedPlace | undefined {
  return submit === 'first' ? beginningOf('further') : undefined;
}

export type AwaitedParts = Pick<MessageStore, 'overdueParts' | 'newestAwaited'>;

export function awaitedParts(database: Database): AwaitedParts {
  return {
    async overdueParts(wish) {
      const { rows, next } = await latePage(database, wish);
      return { parts: await readParts(database, wish.operatorId, rows), next };
    },
    async newestAwaited(operatorId, limit) {
      const found = await findNewest(database, operatorId);
      const newest = found.toSorted((a, b) => b.submittedAtMs - a.submittedAtMs).slice(0, limit);
      return readParts(database, operatorId, newest);
    },
  };
}

/** All that are awaited, or those of the newest messages. */
async function findNewest(
  database: Database,
  operatorId: number,
): Promise<readonly (Found & { readonly submittedAtMs: number })[]> {
  const { build } = database;
  const awaited = build
    .selectFrom('submitted_part')
    .select(['id', 'recipient_id as recipientId', 'submitted_at as submittedAtMs'])
    .where('operator_id', '=', operatorId)
    .where((eb) => eb('awaited', '=', eb.lit(1)))
    .limit(newestMax);
  const all = await database.readAside(awaited);
  if (all.length < newestMax) return all;
  const newest = build
    .selectFrom('recipient')
    .select(sql<number>`coalesce(max(id), 0) - ${sql.lit(newestMax * recipientSlots)}`.as('id'));
  return database.readAside(awaited.where('recipient_id', '>', newest));
}

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
