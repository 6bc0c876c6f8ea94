/** The audit trail: one row for each change of a setting, in the commit of the change. */

import type { RawBuilder } from 'kysely';
import type { AuditStore } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import type { Database, WriteStep } from './database.ts';

export type Audited = {
  /** A noun and what was done to it: `route.set`. */
  readonly action: string;
  /** Which one of its kind; of one that the same commit has made, a query that finds it. */
  readonly target: string | RawBuilder<string>;
  readonly accountId?: number | undefined;
  /** What it is from now on; without secrets. */
  readonly details: object;
};

export function auditStep({ build }: Database, author: Author, audited: Audited): WriteStep {
  const { action, target, accountId, details } = audited;
  const row = {
    at: author.atMs,
    actor: author.actor,
    account_id: accountId ?? null,
    action,
    target,
    details: JSON.stringify(details),
  };
  return { query: build.insertInto('audit').values(row) };
}

export function auditStore(database: Database): AuditStore {
  return {
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
      const query = database.build.selectFrom('audit_head').select(['n', 'hash']);
      const [head] = await database.read(query);
      return must(head, 'head of the audit');
    },
    listAccountAudit: (accountId, beforeId, limit) =>
      database.read(newestAudit(database, beforeId, limit).where('account_id', '=', accountId)),
  };
}

function newestAudit({ build }: Database, beforeId: number, limit: number) {
  return build
    .selectFrom('audit')
    .select(['id', 'at as atMs', 'actor', 'account_id as accountId', 'action', 'target'])
    .select('details')
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit);
}
