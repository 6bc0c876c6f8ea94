/** Queries that are written for all backends, on PostgreSQL. */
import { type Compilable, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import type { AuditKey } from '#core/audit-chain.ts';
import { compileOnly } from '../queries/compile-only.ts';
import {
  type CompiledStep,
  compileSteps,
  type Database,
  type Written,
} from '../queries/database.ts';
import { chainAudit } from './audit-chaining.ts';
import type { Parameter, Statements } from './statement.ts';
import { type Transactions, transact } from './transaction.ts';

export function postgresDatabase(transactions: Transactions): Database {
  const read = <Row>(query: Compilable<Row>): Promise<readonly Row[]> => {
    const { sql, parameters } = query.compile();
    return transactions.pool.rows<Row>({ text: sql }, parameters as readonly Parameter[]);
  };
  let held: AuditKey | undefined;
  return {
    holdAuditKey: async (key) => {
      held = key;
    },
    build: compileOnly({ adapter: new PostgresAdapter(), compiler: new PostgresQueryCompiler() }),
    read,
    // The server reads for each session by itself.
    readAside: read,
    async write(steps, { auditKey = held } = {}) {
      try {
        return await transact(transactions, {
          look: (connection) => runAll(connection, compileSteps(steps), auditKey),
          write: async (_, written) => written,
        });
      } catch (error) {
        if (error instanceof NothingChanged) return undefined;
        throw error;
      }
    },
  };
}

/** Ends a transaction of which nothing is kept. */
class NothingChanged extends Error {
  override readonly name = 'NothingChanged';
}

/** One after the other: what follows a step that changed nothing is not even tried. */
async function runAll(
  connection: Statements,
  steps: readonly CompiledStep[],
  auditKey: AuditKey | undefined,
): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (const { sql, parameters, mustChange } of steps) {
    const done = await connection.run({ text: sql }, parameters as readonly Parameter[]);
    if (mustChange && done.changes === 0) throw new NothingChanged();
    written.push({ rows: done.rows, changes: done.changes });
  }
  if (steps.some(({ isAudit }) => isAudit)) await chainAudit(connection, auditKey);
  return written;
}
