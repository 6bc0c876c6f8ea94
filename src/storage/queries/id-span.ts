/** Rows of an account within a time, as a span of their ids: ids grow with time, so no index on the time is needed. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A table with an index on `(account_id, id)`, and its column of instants; without an account all of its rows. */
export type TimedRows = {
  readonly table:
    | 'message'
    | 'email'
    | 'audit'
    | 'call'
    | 'webhook_event'
    | 'stop_entry'
    | 'inbound_message';
  readonly at: 'accepted_at' | 'at' | 'started_at' | 'created_at' | 'received_at';
  readonly accountId: number | undefined;
  /** Where ids are in the order of time only within a part of them: that part. */
  readonly ids?: IdSpan;
};

/** `untilMs` is exclusive. */
export type Within = {
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
};

/** Both inclusive. */
export type IdSpan = { readonly first: number; readonly last: number };

/**
 * The ids from the first row of the time up to the last, and no further than `last`. Ids that several processes
 * have drawn are not quite in the order of time: a caller who needs the exact time filters by it as well.
 */
export async function idSpan(
  database: Database,
  rows: TimedRows,
  { fromMs, untilMs, last }: Within & { readonly last: number },
): Promise<IdSpan> {
  const lowest = rows.ids?.first ?? 0;
  if (fromMs === undefined && untilMs === undefined) return { first: lowest, last };
  const newest = await newestOf(database, rows);
  const since = (atMs: number) => firstSince(database, rows, { newest, atMs });
  const first = fromMs === undefined ? lowest : await since(fromMs);
  const end = untilMs === undefined ? last : await since(untilMs);
  return { first, last: Math.min(last, end) };
}

function ofAccount({ build }: Database, { table, at, accountId, ids }: TimedRows) {
  type Row = { id: number; account_id: number };
  const all = build
    .selectFrom(sql<Row>`${sql.table(table)}`.as('timed'))
    .select(['timed.id', sql<number>`${sql.ref(`timed.${at}`)}`.as('at')])
    .$if(ids !== undefined, (query) => query.where('timed.id', '<=', ids?.last ?? 0))
    .limit(1);
  return accountId === undefined ? all : all.where('timed.account_id', '=', accountId);
}

async function newestOf(database: Database, rows: TimedRows): Promise<number> {
  const [row] = await database.read(ofAccount(database, rows).orderBy('timed.id', 'desc'));
  return row?.id ?? rows.ids?.first ?? 0;
}

type Sought = { readonly newest: number; readonly atMs: number };

/** By halves: thirty reads of one row. */
async function firstSince(database: Database, rows: TimedRows, { newest, atMs }: Sought) {
  let [low, high] = [rows.ids?.first ?? 0, newest + 1];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    const query = ofAccount(database, rows).where('timed.id', '>=', middle).orderBy('timed.id');
    const [row] = await database.read(query);
    if (row === undefined || row.at >= atMs) high = middle;
    else low = row.id;
  }
  return high;
}
