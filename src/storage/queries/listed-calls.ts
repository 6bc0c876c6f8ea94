/** Calls as they are listed: under the number that was called, and under each that they were led on to. */
import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { CallQuery, CallRecord } from '#numbers/calls/call-record.ts';
import type { Database } from './database.ts';
import { type FieldRow, fields } from './fields.ts';

export const callFields = fields(
  'call',
  'id account_id payer_id number caller target kind trunk_in trunk_out process_id started_at',
  'ringing_at answered_at ended_at per_minute first_s next_s reserved billed_s cost cause',
  'sip_status rule',
);
type Row = FieldRow<'call', typeof callFields>;

export async function findCall(
  database: Database,
  callId: number,
): Promise<CallRecord | undefined> {
  const query = database.build.selectFrom('call').select(callFields).where('id', '=', callId);
  const [call] = await withHops(database, await database.read(query));
  return call;
}

export async function listCalls(
  database: Database,
  query: CallQuery,
): Promise<readonly CallRecord[]> {
  const { build } = database;
  const { accountId, mode, number, beforeId, limit } = query;
  let called = build.selectFrom('call').select(callFields).where('id', '<', beforeId);
  if (accountId !== undefined) called = called.where('account_id', '=', accountId);
  if (number !== undefined) called = called.where('number', '=', number);
  if (mode !== undefined) called = called.where(ofMode(mode));
  const newest = called.orderBy('id', 'desc').limit(limit);
  if (accountId === undefined && number === undefined) {
    return withHops(database, await database.read(newest));
  }
  return newestOf(database, limit, [newest, ledThere(database, query)]);
}

/** Calls that were led on to a number, by the index of that. */
function ledThere({ build }: Database, { accountId, mode, number, beforeId, limit }: CallQuery) {
  let hops = build
    .selectFrom('call_hop')
    .innerJoin('call as led', 'led.id', 'call_hop.call_id')
    .select('call_hop.call_id')
    .distinct()
    .where('call_hop.call_id', '<', beforeId);
  if (accountId !== undefined) hops = hops.where('call_hop.account_id', '=', accountId);
  if (number !== undefined) hops = hops.where('call_hop.number', '=', number);
  if (mode !== undefined) hops = hops.where(ofMode(mode));
  const ids = hops.orderBy('call_hop.call_id', 'desc').limit(limit);
  return build.selectFrom('call').select(callFields).where('id', 'in', ids);
}

function ofMode(mode: KeyMode): RawBuilder<boolean> {
  const isIn = mode === 'test' ? sql.raw('IN') : sql.raw('NOT IN');
  return sql<boolean>`trunk_in ${isIn} (SELECT name FROM trunk WHERE built_in = 1)`;
}

/** By an index each: who called, which number, whom the call was led to, and by which number of ours. */
export async function callsOfNumber(
  database: Database,
  wish: { readonly accountId: number; readonly number: string; readonly limit: number },
): Promise<readonly CallRecord[]> {
  const { accountId, number, limit } = wish;
  const { build } = database;
  const hop = build
    .selectFrom('call_hop')
    .select('place')
    .where('call_hop.call_id', '=', sql.ref<number>('call.id'))
    .where('call_hop.account_id', '=', accountId);
  const found = (['caller', 'number', 'target'] as const).map((column) =>
    build
      .selectFrom('call')
      .select(callFields)
      .where(column, '=', number)
      .where((is) => is.or([is('account_id', '=', accountId), is.exists(hop)]))
      .orderBy('id', 'desc')
      .limit(limit),
  );
  const query = {
    accountId,
    number: number as PhoneNumber,
    limit,
    beforeId: Number.MAX_SAFE_INTEGER,
  };
  return newestOf(database, limit, [...found, ledThere(database, query)]);
}

async function newestOf(database: Database, limit: number, queries: readonly Compilable<Row>[]) {
  const found = await Promise.all(queries.map((query) => database.read(query)));
  const rows = new Map(found.flat().map((row) => [row.id, row]));
  return withHops(database, [...rows.values()].toSorted((a, b) => b.id - a.id).slice(0, limit));
}

/** Rows with the numbers that each call was led on to, in their order. */
export async function withHops<Of extends Row>(
  database: Database,
  rows: readonly Of[],
): Promise<readonly (Omit<Of, 'cause'> & CallRecord)[]> {
  if (rows.length === 0) return [];
  const query = database.build
    .selectFrom('call_hop')
    .select(['call_id', 'number', 'account_id as accountId'])
    .where(
      'call_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('call_id')
    .orderBy('place');
  const hops = Map.groupBy(await database.read(query), (hop) => hop.call_id);
  return rows.map((row) => ({
    ...row,
    cause: row.cause === '' ? null : row.cause,
    hops: (hops.get(row.id) ?? []).map(({ number, accountId }) => ({ number, accountId })),
  }));
}
