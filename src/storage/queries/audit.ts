/** The audit log: one row for each change of a setting, in the commit of the change. */

import type { Compilable, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type {
  AuditFilter,
  AuditPage,
  AuditQuery,
  AuditRecord,
  AuditStore,
  AuditTotal,
} from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import type { AuditKey } from '#core/audit-chain.ts';
import type { Author } from '#core/author.ts';
import { auditKeySetting } from '#core/sealed-values.ts';
import { beginsWith } from './begins-with.ts';
import type { Database, WriteStep } from './database.ts';
import { type IdSpan, idSpan } from './id-span.ts';
import { pageOf } from './page-of.ts';

export type Audited = {
  /** A noun and what was done to it: `route.set`. */
  readonly action: string;
  /** Which one of its kind; of one that the same commit has made, a query that finds it. */
  readonly target: string | RawBuilder<string>;
  readonly accountId?: number | undefined;
  /** What it is from now on; without secrets. */
  readonly details: object;
};

/** Columns by which people know a row; others are known by their id. */
const names = {
  api_key: 'prefix',
  dashboard_user: 'email',
  mail_domain: 'name',
  number: 'number',
  operator: 'name',
  smpp_user: 'system_id',
  trunk: 'name',
} as const;

/** The target of a change: the name that the row has when the step runs, or its id where it has gone. */
export function targetOf(table: keyof typeof names, id: number): RawBuilder<string> {
  return sql<string>`coalesce((SELECT ${sql.ref(names[table])} FROM ${sql.table(table)} WHERE id = ${id}), ${String(id)})`;
}

export function auditStep({ build }: Database, author: Author, audited: Audited): WriteStep {
  const { action, target, accountId, details } = audited;
  const row = {
    at: author.atMs,
    actor: author.actor,
    account_id: accountId ?? null,
    action,
    target,
    details: JSON.stringify(details),
    hash: 'pending',
  };
  return { query: build.insertInto('audit').values(row), isAudit: true };
}

/** A removal that is audited before it, while the row has the name that `targetOf` reads: whether a row was there. */
export async function writeRemoval(
  database: Database,
  audit: WriteStep,
  remove: Compilable,
  ...others: readonly WriteStep[]
): Promise<boolean> {
  const steps = [audit, { query: remove, mustChange: true }, ...others];
  return (await database.write(steps)) !== undefined;
}

export function auditStore(database: Database): AuditStore {
  let held: AuditKey | undefined;
  return {
    auditKey: () => held,
    async holdAuditKey(key) {
      await database.holdAuditKey(key);
      held = key;
    },
    async keepAuditKey(value, auditKey, author) {
      const { build } = database;
      const { from } = auditKey;
      const name = auditKeySetting;
      const keep = build
        .insertInto('setting')
        .values({ name, value })
        .onConflict((standing) => standing.column('name').doNothing());
      const isEnd = build
        .updateTable('audit_head')
        .set({ n: from - 1 })
        .where('n', '=', from - 1);
      const audited = auditStep(database, author, {
        action: 'audit.keyed',
        target: name,
        details: { from },
      });
      const steps = [
        { query: keep, mustChange: true },
        { query: isEnd, mustChange: true },
        audited,
      ];
      if ((await database.write(steps, { auditKey })) !== undefined) return value;
      const query = build.selectFrom('setting').select('value').where('name', '=', name);
      return (await database.read(query))[0]?.value;
    },
    async note(author, { accountId, ...record }) {
      const audited = { ...record, accountId: accountId ?? undefined };
      await database.write([auditStep(database, author, audited)]);
    },
    listAudit: (beforeId, limit) => database.read(newestAudit(database, beforeId, limit)),
    auditChain: (afterN, limit) =>
      database.read(
        database.build
          .selectFrom('audit')
          .select(['id', 'at as atMs', 'actor', 'account_id as accountId', 'action', 'target'])
          .select(['details', 'n', 'hash'])
          .where('n', '>', afterN)
          .orderBy('n')
          .limit(limit),
      ),
    async auditStart() {
      const query = database.build.selectFrom('audit_start').select(['n', 'hash']);
      const [start] = await database.read(query);
      return must(start, 'start of the audit');
    },
    async auditHead() {
      const query = database.build.selectFrom('audit_head').select(['n', 'hash', 'seal']);
      const [head] = await database.read(query);
      return must(head, 'head of the audit');
    },
    auditRecords: (query) => auditRecords(database, query),
    auditTotal: (filter) => auditTotal(database, filter),
  };
}

function newestAudit({ build }: Database, beforeId: number, limit: number) {
  return (
    build
      .selectFrom('audit')
      .select(['id', 'at as atMs', 'actor', 'account_id as accountId', 'action', 'target'])
      .select('details')
      .where('id', '<', beforeId)
      // What has no place in the chain is nobody's of ours.
      .where('n', '>', 0)
      .orderBy('id', 'desc')
      .limit(limit)
  );
}

// The audit as people look it up: by who, what and when, newest or oldest first, each page within a bound.

/** Rows that a page with filters looks at, and that a total is of. */
const lookedAtMax = 10_000;

async function auditRecords(database: Database, query: AuditQuery): Promise<AuditPage> {
  const { limit } = query;
  const isFiltered = [query.actor, query.action, query.target].some((one) => one !== undefined);
  const looked = {
    span: await spanOf(database, query),
    rows: isFiltered ? lookedAtMax : limit + 1,
  };
  const page = fitting(database, query, looked)
    .selectAll()
    .orderBy('id', directionOf(query))
    .limit(limit + 1);
  const found: readonly AuditRecord[] = await database.read(page);
  const { page: records, lastOfMore } = pageOf(found, limit);
  return { records, nextId: lastOfMore?.id ?? (await idAt(database, query, looked)) };
}

async function auditTotal(database: Database, filter: AuditFilter): Promise<AuditTotal> {
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
