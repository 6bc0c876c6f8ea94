/** Rows of the audit take their places in the chain, in the transaction that has written them. */
import type { DatabaseSync } from 'node:sqlite';
import {
  type AuditKey,
  type ChainHead,
  chainRows,
  type UnchainedRecord,
} from '#core/audit-chain.ts';

/** A key on its way to the writer thread. */
export type SentKey = { readonly key: string; readonly from: number };

export function sentKey({ key, from }: AuditKey): SentKey {
  return { key: Buffer.from(key).toString('base64'), from };
}

export function receivedKey({ key, from }: SentKey): AuditKey {
  return { key: Buffer.from(key, 'base64'), from };
}

export function auditChaining(db: DatabaseSync): (key: AuditKey | undefined) => void {
  // Prepared at the first use: the tables are not there while a schema is brought up to date.
  let made: ReturnType<typeof prepareAll> | undefined;
  return (key) => {
    made ??= prepareAll(db);
    const { head, pending, place, moveHead } = made;
    const chained = chainRows(
      head.get() as unknown as ChainHead,
      pending.all() as unknown as UnchainedRecord[],
      key,
    );
    for (const { n, hash, id } of chained.rows) place.run(n, hash, id);
    moveHead.run(chained.head.n, chained.head.hash, chained.head.seal);
  };
}

function prepareAll(db: DatabaseSync) {
  return {
    head: db.prepare('SELECT n, hash, seal FROM audit_head'),
    pending:
      db.prepare(`SELECT id, at AS atMs, actor, account_id AS accountId, action, target, details
      FROM audit WHERE n = 0 AND hash = 'pending' ORDER BY id`),
    place: db.prepare('UPDATE audit SET n = ?, hash = ? WHERE id = ?'),
    moveHead: db.prepare('UPDATE audit_head SET n = ?, hash = ?, seal = ?'),
  };
}
