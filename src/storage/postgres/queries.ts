/** Queries that are written for all backends, on PostgreSQL. */
import { type Compilable, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import { compileOnly } from '../queries/compile-only.ts';
import {
  type CompiledStep,
  compileSteps,
  type Database,
  type Written,
} from '../queries/database.ts';
import type { Connection, Parameter } from './connection.ts';
import { type Transactions, transact } from './transaction.ts';

export function postgresDatabase(transactions: Transactions): Database {
  const read = <Row>(query: Compilable<Row>): Promise<readonly Row[]> => {
    const { sql, parameters } = query.compile();
    return transactions.pool.rows<Row>({ text: sql }, parameters as readonly Parameter[]);
  };
  return {
    build: compileOnly({ adapter: new PostgresAdapter(), compiler: new PostgresQueryCompiler() }),
    read,
    // The server reads for each session by itself.
    readAside: read,
    async write(steps) {
      try {
        return await transact(transactions, {
          look: (connection) => runAll(connection, compileSteps(steps)),
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
  connection: Connection,
  steps: readonly CompiledStep[],
): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (const { sql, parameters, mustChange } of steps) {
    const done = await connection.run({ text: sql }, parameters as readonly Parameter[]);
    if (mustChange && done.changes === 0) throw new NothingChanged();
    written.push({ rows: done.rows, changes: done.changes });
  }
  return written;
}
