/** Calls as they are listed: under the number that was called, and under each that they were led on to. */
import { type Compilable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { CallHop, CallQuery, CallRecord } from '#numbers/calls/call-record.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

type Row = Selectable<Tables['call']>;

export async function findCall(
  database: Database,
  callId: number,
): Promise<CallRecord | undefined> {
  const query = database.build.selectFrom('call').selectAll().where('id', '=', callId);
  const [call] = await withHops(database, await database.read(query));
  return call;
}

export async function listCalls(
  database: Database,
  query: CallQuery,
): Promise<readonly CallRecord[]> {
  const { build } = database;
  const { accountId, mode, number, beforeId, limit } = query;
  let called = build.selectFrom('call').selectAll().where('id', '<', beforeId);
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
function ledThere(
  { build }: Database,
  { accountId, mode, number, beforeId, limit }: CallQuery,
): Compilable<Row> {
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
  return build.selectFrom('call').selectAll().where('id', 'in', ids);
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
      .selectAll()
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

async function newestOf(
  database: Database,
  limit: number,
  queries: readonly Compilable<Row>[],
): Promise<readonly CallRecord[]> {
  const found = await Promise.all(queries.map((query) => database.read(query)));
  const rows = new Map(found.flat().map((row) => [row.id, row]));
  return withHops(database, [...rows.values()].toSorted((a, b) => b.id - a.id).slice(0, limit));
}

/** Rows with the numbers that each call was led on to, in their order. */
export async function withHops(
  database: Database,
  rows: readonly Row[],
): Promise<readonly CallRecord[]> {
  if (rows.length === 0) return [];
  const query = database.build
    .selectFrom('call_hop')
    .select(['call_id', 'number', 'account_id'])
    .where(
      'call_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('call_id')
    .orderBy('place');
  const hops = Map.groupBy(await database.read(query), (hop) => hop.call_id);
  return rows.map((row) => toRecord(row, (hops.get(row.id) ?? []).map(toHop)));
}

function toHop(row: { readonly number: string; readonly account_id: number | null }): CallHop {
  return { number: row.number, accountId: row.account_id };
}

function toRecord(row: Row, hops: readonly CallHop[]): CallRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    payerId: row.payer_id,
    number: row.number,
    hops,
    caller: row.caller,
    target: row.target,
    kind: row.kind,
    trunkIn: row.trunk_in,
    trunkOut: row.trunk_out,
    processId: row.process_id,
    startedAtMs: row.started_at,
    ringingAtMs: row.ringing_at,
    answeredAtMs: row.answered_at,
    endedAtMs: row.ended_at,
    perMinute: row.per_minute,
    firstS: row.first_s,
    nextS: row.next_s,
    reserved: row.reserved,
    billedS: row.billed_s,
    cost: row.cost,
    cause: row.cause === '' ? null : row.cause,
    sipStatus: row.sip_status,
    rule: row.rule,
  };
}
