/** The audit trail: one row for each change of a setting, in the commit of the change. */

import type { RawBuilder } from 'kysely';
import type { AuditStore } from '#accounts/audit-store.ts';
import { must } from '#core/assert.ts';
import type { AuditKey } from '#core/audit-chain.ts';
import type { Author } from '#core/author.ts';
import { auditKeySetting } from '#core/sealed-values.ts';
import { auditRecords, auditTotal } from './audit-records.ts';
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
    hash: 'pending',
  };
  return { query: build.insertInto('audit').values(row), isAudit: true };
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
