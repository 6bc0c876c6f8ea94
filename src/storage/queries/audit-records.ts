/** The audit as people look it up: by who, what and when, newest or oldest first, each page within a bound. */
import { sql } from 'kysely';
import type {
  AuditFilter,
  AuditPage,
  AuditQuery,
  AuditRecord,
  AuditTotal,
} from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import { beginsWith } from './begins-with.ts';
import type { Database } from './database.ts';
import { type IdSpan, idSpan } from './id-span.ts';

/** Rows that a page with filters looks at, and that a total is of. */
const lookedAtMax = 10_000;

export async function auditRecords(database: Database, query: AuditQuery): Promise<AuditPage> {
  const { limit } = query;
  const isFiltered = [query.actor, query.action, query.target].some((one) => one !== undefined);
  const looked = { span: await spanOf(database, query), rows: isFiltered ? lookedAtMax : limit };
  const page = fitting(database, query, looked)
    .selectAll()
    .orderBy('id', directionOf(query))
    .limit(limit);
  const records: readonly AuditRecord[] = await database.read(page);
  const nextId =
    records.length === limit ? records.at(-1)?.id : await idAt(database, query, looked);
  return { records, nextId };
}

export async function auditTotal(database: Database, filter: AuditFilter): Promise<AuditTotal> {
  const query = { ...filter, beforeId: Number.MAX_SAFE_INTEGER, limit: lookedAtMax };
  const looked = { span: await spanOf(database, query), rows: lookedAtMax };
  const count = sql<number>`cast(count(*) as bigint)`.as('records');
  const [sum] = await database.read(fitting(database, query, looked).select(count));
  const beyond = await idAt(database, query, { ...looked, rows: lookedAtMax + 1 });
  return { ...must(sum, 'row of a count'), of: beyond === undefined ? undefined : lookedAtMax };
}

type Looked = { readonly span: IdSpan; readonly rows: number };

function fitting(database: Database, query: AuditQuery, looked: Looked) {
  const { actor, action, target, fromMs, untilMs } = query;
  let rows = database.build.selectFrom(seen(database, query, looked).as('seen'));
  if (actor !== undefined) rows = rows.where(beginsWith('seen.actor', actor));
  if (action !== undefined) rows = rows.where(beginsWith('seen.action', action));
  if (target !== undefined) rows = rows.where(beginsWith('seen.target', target));
  if (fromMs !== undefined) rows = rows.where('atMs', '>=', fromMs);
  if (untilMs !== undefined) rows = rows.where('atMs', '<', untilMs);
  return rows;
}

/** The last row that was looked at; undefined: there are not so many. */
async function idAt(database: Database, query: AuditQuery, { span, rows }: Looked) {
  const last = seen(database, query, { span, rows: 1 }).offset(rows - 1);
  const [row] = await database.read(last);
  return row?.id;
}

function seen({ build }: Database, query: AuditQuery, { span, rows }: Looked) {
  const { accountId, beforeId, afterId = 0 } = query;
  const all = build
    .selectFrom('audit')
    .select(['id', 'at as atMs', 'actor', 'account_id as accountId', 'action', 'target', 'details'])
    .where('id', '>', Math.max(afterId, span.first - 1))
    .where('id', '<', Math.min(beforeId, span.last + 1))
    // What has no place in the chain is nobody's of ours.
    .where('n', '>', 0)
    .orderBy('id', directionOf(query))
    .limit(rows);
  return accountId === undefined ? all : all.where('account_id', '=', accountId);
}

function directionOf({ afterId }: AuditQuery): 'asc' | 'desc' {
  return afterId === undefined ? 'desc' : 'asc';
}

function spanOf(database: Database, { accountId, fromMs, untilMs }: AuditQuery): Promise<IdSpan> {
  const rows = { table: 'audit', at: 'at', accountId } as const;
  return idSpan(database, rows, { fromMs, untilMs, last: Number.MAX_SAFE_INTEGER - 1 });
}
