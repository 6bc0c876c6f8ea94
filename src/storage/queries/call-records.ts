/** Calls as people look them up: by caller, outcome and time, newest or oldest first, each page within a bound. */
import { type RawBuilder, sql } from 'kysely';
import type {
  CallFilter,
  CallOutcome,
  CallPage,
  CallRecordQuery,
  CallTotal,
} from '#numbers/calls/call-record.ts';
import { beginsWith } from './begins-with.ts';
import type { Database } from './database.ts';
import { type IdSpan, idSpan } from './id-span.ts';
import { callFields, withHops } from './listed-calls.ts';
import { pageOf } from './page-of.ts';

/** Calls that a page looks at, and that a total is of: as many of the account's numbers, and of those led on to them. */
const lookedAtMax = 10_000;

export async function callRecords(database: Database, query: CallRecordQuery): Promise<CallPage> {
  const { limit, afterId } = query;
  const direction = afterId === undefined ? 'desc' : 'asc';
  const { span, edge } = await spanOf(database, query);
  const pages = ways.map((way) =>
    way(database, query, span)
      .selectAll()
      .orderBy('id', direction)
      .limit(limit + 1),
  );
  const found = (await Promise.all(pages.map((page) => database.read(page)))).flat();
  const rows = [...new Map(found.map((row) => [row.id, row])).values()].toSorted((a, b) =>
    direction === 'desc' ? b.id - a.id : a.id - b.id,
  );
  const { page, lastOfMore } = pageOf(rows, limit);
  return { calls: await withHops(database, page), nextId: lastOfMore?.id ?? edge };
}

export async function callTotal(database: Database, filter: CallFilter): Promise<CallTotal> {
  const query = { ...filter, beforeId: Number.MAX_SAFE_INTEGER, limit: lookedAtMax };
  const { span, edge } = await spanOf(database, query);
  const ids = ways.map((way) => way(database, query, span).select('id'));
  const [own, led] = await Promise.all(ids.map((one) => database.read(one)));
  const calls = new Set([...(own ?? []), ...(led ?? [])].map(({ id }) => id)).size;
  return { calls, of: edge === undefined ? undefined : lookedAtMax };
}

/** Of the account's own numbers, and of those that were led on to one of them. */
const ways = [
  (database: Database, query: CallFilter, span: IdSpan) =>
    fitting(database, query, span).where('id', 'in', ownIds(database, query, span)),
  (database: Database, query: CallFilter, span: IdSpan) =>
    fitting(database, query, span).where('id', 'in', ledIds(database, query, span)),
];

function fitting(
  { build }: Database,
  { callerBegins, outcome, ...time }: CallFilter,
  span: IdSpan,
) {
  let rows = build
    .selectFrom(build.selectFrom('call').select(callFields).as('seen'))
    .where('id', '>=', span.first)
    .where('id', '<=', span.last);
  if (callerBegins !== undefined) rows = rows.where(beginsWith('seen.caller', callerBegins));
  if (outcome !== undefined) rows = rows.where(outcomes[outcome]);
  if (time.fromMs !== undefined) rows = rows.where('startedAtMs', '>=', time.fromMs);
  if (time.untilMs !== undefined) rows = rows.where('startedAtMs', '<', time.untilMs);
  return rows;
}

const outcomes: Readonly<Record<CallOutcome, RawBuilder<boolean>>> = {
  'under way': sql`${sql.ref('endedAtMs')} IS NULL`,
  refused: sql`${sql.ref('endedAtMs')} IS NOT NULL AND kind = 'refused'`,
  'not answered': sql`${sql.ref('endedAtMs')} IS NOT NULL AND kind <> 'refused' AND ${sql.ref('answeredAtMs')} IS NULL`,
  answered: sql`${sql.ref('endedAtMs')} IS NOT NULL AND kind = 'forward' AND ${sql.ref('answeredAtMs')} IS NOT NULL`,
  voicemail: sql`${sql.ref('endedAtMs')} IS NOT NULL AND kind = 'voicemail' AND ${sql.ref('answeredAtMs')} IS NOT NULL`,
};

function ownIds({ build }: Database, { accountId, number }: CallFilter, span: IdSpan) {
  const ids = build
    .selectFrom('call')
    .select('call.id as id')
    .where('call.account_id', '=', accountId)
    .where('call.id', '>=', span.first)
    .where('call.id', '<=', span.last);
  return number === undefined ? ids : ids.where('call.number', '=', number);
}

function ledIds({ build }: Database, { accountId, number }: CallFilter, span: IdSpan) {
  const ids = build
    .selectFrom('call_hop')
    .select('call_hop.call_id as id')
    .where('call_hop.account_id', '=', accountId)
    .where('call_hop.call_id', '>=', span.first)
    .where('call_hop.call_id', '<=', span.last);
  return number === undefined ? ids : ids.where('call_hop.number', '=', number);
}

/** Where a page may look, and the last call there; `edge` is undefined where nothing is behind it. */
async function spanOf(database: Database, query: CallRecordQuery) {
  const { fromMs, untilMs, beforeId, afterId } = query;
  const all = { table: 'call', at: 'started_at', accountId: undefined } as const;
  const within = await idSpan(database, all, { fromMs, untilMs, last: beforeId - 1 });
  const span = { ...within, first: Math.max(within.first, (afterId ?? 0) + 1) };
  const direction = afterId === undefined ? 'desc' : 'asc';
  const edges = [
    ...(await database.read(
      ownIds(database, query, span)
        .orderBy('call.id', direction)
        .limit(1)
        .offset(lookedAtMax - 1),
    )),
    ...(await database.read(
      ledIds(database, query, span)
        .orderBy('call_hop.call_id', direction)
        .limit(1)
        .offset(lookedAtMax - 1),
    )),
  ].map(({ id }) => id);
  if (edges.length === 0) return { span, edge: undefined };
  if (direction === 'asc')
    return { span: { ...span, last: Math.min(...edges) }, edge: Math.min(...edges) };
  return { span: { ...span, first: Math.max(...edges) }, edge: Math.max(...edges) };
}
