/** Calls, and the money that is set aside for them while they go on. */

import { type Compilable, sql } from 'kysely';
import { must } from '#core/assert.ts';
import { type Millionths, times, zero } from '#core/money.ts';
import type { PriceSteps } from '#numbers/calls/call-price.ts';
import type {
  CallEnd,
  CallOwner,
  CallStore,
  InterruptedCall,
  InterruptedQuery,
  NewCall,
} from '#numbers/calls/call-record.ts';
import { callPrices } from './call-prices.ts';
import { callRecords, callTotal } from './call-records.ts';
import { type Database, type WriteStep, writeChange } from './database.ts';
import { rowMaker } from './fields.ts';
import { callCountries } from './forward-rules.ts';
import { callFields, callsOfNumber, findCall, listCalls, withHops } from './listed-calls.ts';
import { prepare, prepareOne } from './prepared.ts';
import { textBacks } from './text-backs.ts';

/** Neither side of a call waits for these: a process that dies before them costs what was proved by then. */
const patiently = { isPatient: true };

/**
 * Calls that begin one behind the other, as quickly as this, share commits: each waits so long for the next ones. A
 * commit, with its two messages between threads, takes a fifth of the CPU of a call.
 */
const companyMs = 10;

/** Milliseconds since 1970, whatever the clocks of the processes say. */
const now = sql<number>`now_ms()`;

export function callStore(database: Database): CallStore {
  const queries = callQueries(database);
  const companyOf = companyAtBegins();
  return {
    ...callPrices(database),
    ...callCountries(database),
    ...textBacks(database),
    beginCall: (call, reserve) =>
      begin(database, queries, { call, reserve, companyMs: companyOf(call) }),
    reserveMore: (callId, n, amount, atMs) =>
      reserveMore(database, queries, { callId, n, amount, atMs }),
    async answered(callId, atMs, { perMinute, firstS, nextS }) {
      const notes = queries.answer({ callId, atMs, perMinute, firstS, nextS });
      await database.write(
        notes.map((query) => query),
        patiently,
      );
    },
    endCall: (callId, end) => finish(database, queries, { callId, end }),
    async recordRefused(call, end) {
      const row = { ...callRow(call), ...endColumns(end) };
      const insert = database.build.insertInto('call').values(row);
      await database.write([insert, ...hopSteps(database, call)]);
    },
    listCalls: (query) => listCalls(database, query),
    callRecords: (query) => callRecords(database, query),
    callTotal: (filter) => callTotal(database, filter),
    findCall: (callId) => findCall(database, callId),
    callsOfNumber: (accountId, number, limit) =>
      callsOfNumber(database, { accountId, number, limit }),
    async seen(processId) {
      const upsert = database.build
        .insertInto('call_process')
        .values({ id: processId, seen_at: now })
        .onConflict((standing) => standing.column('id').doUpdateSet({ seen_at: now }));
      await database.write([upsert]);
    },
    async forgetProcesses(silentMs) {
      const { build } = database;
      const goingOn = build
        .selectFrom('call')
        .select('call.id')
        .where('call.process_id', '=', sql.ref<number>('call_process.id'))
        .where('call.ended_at', 'is', null);
      const gone = build
        .deleteFrom('call_process')
        .where('seen_at', '<=', sql<number>`now_ms() - ${sql.lit(silentMs)}`)
        .where((eb) => eb.not(eb.exists(goingOn)));
      await database.write([gone]);
    },
    listInterrupted: (query) => listInterrupted(database, query),
    async spentOnCalls(accountId, sinceMs) {
      const [row] = await database.read(queries.spent({ accountId, sinceMs }));
      return row?.sum ?? zero;
    },
    async countElsewhere(processId, owner) {
      const [row] = await database.read(queries.elsewhere({ processId, ...owner }));
      return { ofPayer: row?.of_payer ?? 0, ofNumber: row?.of_number ?? 0 };
    },
  };
}

/** What each call reads and writes, compiled once. */
function callQueries({ build }: Database) {
  return {
    insert: prepare((call: NewCall & { readonly reserved: Millionths }) => [
      build.insertInto('call').values({ ...callRow(call), reserved: call.reserved }),
    ]),
    firstReserve: prepare((open: FirstReserve) => firstReserve(build, open)),
    setAside: prepare((reserve: OpenReserve) => setAside(build, reserve)),
    answer: prepare((open: { callId: number; atMs: number } & PriceSteps) => [
      build
        .updateTable('call')
        .set({
          answered_at: open.atMs,
          per_minute: open.perMinute,
          first_s: open.firstS,
          next_s: open.nextS,
        })
        .where('id', '=', open.callId)
        .where('ended_at', 'is', null),
    ]),
    finish: prepare((open: OpenEnd) => finishSteps(build, open)),
    spent: prepareOne((open: { readonly accountId: number; readonly sinceMs: number }) =>
      spentSince(build, open),
    ),
    elsewhere: prepareOne((open: CallOwner & { readonly processId: number }) =>
      underWayElsewhere(build, open),
    ),
  };
}

type Queries = ReturnType<typeof callQueries>;

/** A call that comes alone is not kept waiting. */
function companyAtBegins(): (call: NewCall) => number {
  let lastAtMs = 0;
  return ({ startedAtMs }) => {
    const isBusy = Math.abs(startedAtMs - lastAtMs) <= companyMs;
    lastAtMs = startedAtMs;
    return isBusy ? companyMs : 0;
  };
}

type Begin = {
  readonly call: NewCall;
  readonly reserve: Millionths;
  readonly companyMs: number;
};

/** The money first: where there is too little of it nothing has been written yet. */
async function begin(
  database: Database,
  queries: Queries,
  { call, reserve, companyMs: waitMs }: Begin,
): Promise<boolean> {
  const { payerId, startedAtMs: atMs, id: callId } = call;
  const [insert] = queries.insert({ ...call, reserved: payerId === null ? zero : reserve });
  const steps: WriteStep[] = [must(insert, 'insert'), ...hopSteps(database, call)];
  if (payerId !== null && reserve !== 0) {
    const first = { payerId, amount: reserve, taken: times(reserve, -1), atMs };
    const [debit, movement] = queries.firstReserve({ ...first, subject: `${callId}/0` });
    steps.unshift({ query: must(debit, 'debit'), mustChange: true });
    steps.push(must(movement, 'movement'));
  }
  return (await database.write(steps, { companyMs: waitMs })) !== undefined;
}

const hopRow = rowMaker('call_hop', 'call_id place number account_id');

/** Few calls have any. */
function hopSteps({ build }: Database, { id, hops }: NewCall): readonly WriteStep[] {
  if (hops.length === 0) return [];
  const rows = hops.map((hop, place) => hopRow({ ...hop, callId: id, place: place + 1 }));
  return [build.insertInto('call_hop').values(rows)];
}

type Reserve = {
  readonly callId: number;
  readonly n: number;
  readonly amount: Millionths;
  readonly atMs: number;
};

type OpenReserve = Pick<Reserve, 'callId' | 'amount' | 'atMs'> & {
  /** What the movement says: below zero. */
  readonly taken: Millionths;
  readonly subject: string;
};

/** Nothing where the balance would be below zero. Movements of one number happen once. */
function setAsideSteps(queries: Queries, { callId, n, amount, atMs }: Reserve) {
  if (amount === 0) return [];
  const values = { callId, amount, atMs, taken: times(amount, -1), subject: `${callId}/${n}` };
  return queries.setAside(values).map((query) => ({ query, mustChange: true }));
}

function setAside(build: Database['build'], { callId, amount, atMs, taken, subject }: OpenReserve) {
  const payer = build
    .selectFrom('call')
    .select('payer_id')
    .where('id', '=', callId)
    .where('ended_at', 'is', null);
  const debit = build
    .updateTable('account')
    .set((eb) => ({ balance: eb('balance', '-', amount) }))
    .where('id', '=', payer)
    .where('balance', '>=', amount);
  const movement = build
    .insertInto('movement')
    .columns(['account_id', 'purse', 'kind', 'amount', 'actor', 'at', 'subject'])
    .expression(
      build
        .selectFrom('call')
        .where('id', '=', callId)
        .select((eb) => [
          'payer_id as account_id',
          eb.val('live').as('purse'),
          eb.val('call').as('kind'),
          sql<Millionths>`cast(${taken} as bigint)`.as('amount'),
          eb.val('calls').as('actor'),
          eb.val(atMs).as('at'),
          eb.val(subject).as('subject'),
        ]),
    )
    .onConflict((standing) => standing.doNothing());
  return [debit, movement];
}

type FirstReserve = Pick<OpenReserve, 'amount' | 'taken' | 'atMs' | 'subject'> & {
  readonly payerId: number;
};

/** Of a call that begins: nobody else knows it yet. */
function firstReserve(build: Database['build'], open: FirstReserve) {
  const { payerId, amount, taken, atMs, subject } = open;
  const debit = build
    .updateTable('account')
    .set((eb) => ({ balance: eb('balance', '-', amount) }))
    .where('id', '=', payerId)
    .where('balance', '>=', amount);
  const movement = build.insertInto('movement').values({
    account_id: payerId,
    purse: 'live',
    kind: 'call',
    amount: taken,
    actor: 'calls',
    at: atMs,
    subject,
  });
  return [debit, movement];
}

async function reserveMore(database: Database, queries: Queries, reserve: Reserve) {
  const { callId, amount } = reserve;
  const raise = database.build
    .updateTable('call')
    .set((eb) => ({ reserved: eb('reserved', '+', amount) }))
    .where('id', '=', callId)
    .where('ended_at', 'is', null);
  return writeChange(database, raise, ...setAsideSteps(queries, reserve));
}

type OpenEnd = CallEnd & { readonly callId: number; readonly subject: string };

/** The call's row first: of two ends at once the second finds it ended. */
async function finish(
  database: Database,
  queries: Queries,
  { callId, end }: { readonly callId: number; readonly end: CallEnd },
): Promise<boolean> {
  const [close, ...others] = queries.finish({ ...end, callId, subject: `${callId}/end` });
  const steps = others.map((query) => query);
  const first = { query: must(close, 'first step'), mustChange: true };
  return (await database.write([first, ...steps], patiently)) !== undefined;
}

function finishSteps(build: Database['build'], end: OpenEnd): readonly Compilable[] {
  const { callId, cost, subject } = end;
  const close = build
    .updateTable('call')
    .set(endColumns(end))
    .where('id', '=', callId)
    .where('ended_at', 'is', null);
  const left = sql<Millionths>`reserved - ${cost}`;
  const paid = build.selectFrom('call').where('id', '=', callId).where('payer_id', 'is not', null);
  const credit = build
    .updateTable('account')
    .set((eb) => ({ balance: eb('balance', '+', paid.select(left.as('left'))) }))
    .where('id', '=', paid.select('payer_id'));
  const movement = build
    .insertInto('movement')
    .columns(['account_id', 'purse', 'kind', 'amount', 'actor', 'at', 'subject'])
    .expression(
      paid
        .where(left, '<>', zero)
        .select((eb) => [
          'payer_id as account_id',
          eb.val('live').as('purse'),
          eb.val('call').as('kind'),
          left.as('amount'),
          eb.val('calls').as('actor'),
          eb.val(end.endedAtMs).as('at'),
          eb.val(subject).as('subject'),
        ]),
    );
  return [close, credit, movement];
}

async function listInterrupted(
  database: Database,
  { silentMs, exceptProcess, limit }: InterruptedQuery,
): Promise<readonly InterruptedCall[]> {
  const query = database.build
    .selectFrom('call')
    .innerJoin('call_process', 'call_process.id', 'call.process_id')
    .select(callFields)
    .select('call_process.seen_at as seenAtMs')
    .where('call.ended_at', 'is', null)
    .where('call.process_id', '<>', exceptProcess)
    .where('call_process.seen_at', '<=', sql<number>`now_ms() - ${sql.lit(silentMs)}`)
    .orderBy('call.id')
    .limit(limit);
  return withHops(database, await database.read(query));
}

/** Calls that go on count with what they have reserved. */
function spentSince(
  build: Database['build'],
  { accountId, sinceMs }: { readonly accountId: number; readonly sinceMs: number },
) {
  const sum = sql<Millionths>`cast(coalesce(sum(CASE WHEN ended_at IS NULL THEN reserved ELSE cost END), 0) as bigint)`;
  return build
    .selectFrom('call')
    .select(sum.as('sum'))
    .where('payer_id', '=', accountId)
    .where('started_at', '>=', sinceMs);
}

/** By the index of calls that have not ended: a few thousand at the most. */
function underWayElsewhere(
  build: Database['build'],
  { processId, payerId, number }: CallOwner & { readonly processId: number },
) {
  const ofPayer = sql<number>`cast(coalesce(sum(CASE WHEN payer_id = ${payerId} THEN 1 ELSE 0 END), 0) as bigint)`;
  const hop = build
    .selectFrom('call_hop')
    .select('place')
    .where('call_hop.call_id', '=', sql.ref<number>('call.id'))
    .where('call_hop.number', '=', number);
  const ofNumber = sql<number>`cast(coalesce(sum(CASE WHEN number = ${number} OR EXISTS ${hop} THEN 1 ELSE 0 END), 0) as bigint)`;
  return build
    .selectFrom('call')
    .select([ofPayer.as('of_payer'), ofNumber.as('of_number')])
    .where('ended_at', 'is', null)
    .where('process_id', '<>', processId);
}

const madeRow = rowMaker(
  'call',
  'id account_id payer_id number caller target kind trunk_in process_id started_at per_minute first_s',
  'next_s',
);
const unended = {
  trunk_out: '',
  reserved: zero,
  billed_s: 0,
  cost: zero,
  cause: '',
  sip_status: 0,
  rule: '',
} as const;

function callRow(call: NewCall) {
  return { ...madeRow(call), ...unended };
}

const endColumns = rowMaker(
  'call',
  'ended_at ringing_at answered_at trunk_out billed_s cost cause sip_status rule',
);
