/** Rows of the audit take their places in the chain, in the transaction that has written them. */
import { must } from '#core/assert.ts';
import {
  type AuditKey,
  type ChainHead,
  chainRows,
  type UnchainedRecord,
} from '#core/audit-chain.ts';
import type { Statements } from './statement.ts';

/** The row of the head stays locked until the commit, so numbers and hashes follow each other. */
const lockHead = 'SELECT n, hash, seal FROM audit_head FOR UPDATE';
/** Those of other transactions that are in progress are not seen. */
const pending = `SELECT id, at AS "atMs", actor, account_id AS "accountId", action, target, details
  FROM audit WHERE n = 0 AND hash = 'pending' ORDER BY id`;
const place = 'UPDATE audit SET n = $1, hash = $2 WHERE id = $3';
const moveHead = 'UPDATE audit_head SET n = $1, hash = $2, seal = $3';

export async function chainAudit(connection: Statements, key: AuditKey | undefined): Promise<void> {
  const [locked, written] = await Promise.all([
    connection.run<ChainHead>({ text: lockHead }),
    connection.run<UnchainedRecord>({ text: pending }),
  ]);
  const { rows, head } = chainRows(must(locked.rows[0], 'head of the audit'), written.rows, key);
  await Promise.all([
    ...rows.map(({ n, hash, id }) => connection.run({ text: place }, [n, hash, id])),
    connection.run({ text: moveHead }, [head.n, head.hash, head.seal]),
  ]);
}
