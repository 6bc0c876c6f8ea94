/** Queries that are written for all backends, on SQLite: read here, written by the writer thread. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type Compilable, SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import { BoundedMap } from '#core/bounded-map.ts';
import { compileOnly } from '../queries/compile-only.ts';
import {
  type CompiledStep,
  compileSteps,
  type Database,
  type WriteStep,
  type Written,
} from '../queries/database.ts';
import { octetText, textOctets } from './rows.ts';
import type { WriterClient } from './writer-client.ts';

/** Statements that a connection keeps ready; the program has about as many queries. */
const statementsMax = 500;

export function sqliteDatabase(db: DatabaseSync, writer: WriterClient): Database {
  const prepare = preparedOnce(db);
  return {
    build: compileOnly({ adapter: new SqliteAdapter(), compiler: new SqliteQueryCompiler() }),
    async read<Row>(query: Compilable<Row>) {
      const { sql, parameters } = query.compile();
      return prepare(sql).all(...(parameters as SQLInputValue[])) as Row[];
    },
    // A throw while compiling is a rejection as well.
    write: async (steps) => writer.call('runQueries', stepRows(steps)),
  };
}

/** A step on its way to the writer thread, with a character for each octet. */
type StepRow = Omit<CompiledStep, 'parameters'> & {
  readonly parameters: readonly (Plain | { readonly octets: string })[];
};

type Plain = string | number | null;

function stepRows(steps: readonly WriteStep[]): readonly StepRow[] {
  return compileSteps(steps).map((step) => ({
    ...step,
    parameters: step.parameters.map((value) =>
      value instanceof Uint8Array ? { octets: octetText(value) } : (value as Plain),
    ),
  }));
}

export function queryWrites(db: DatabaseSync) {
  const prepare = preparedOnce(db);
  const run = ({ sql, parameters }: StepRow): Written => {
    const statement = prepare(sql);
    const given = parameters.map((value) =>
      typeof value === 'object' && value !== null ? textOctets(value.octets) : value,
    );
    if (statement.columns().length === 0) {
      return { rows: [], changes: Number(statement.run(...given).changes) };
    }
    const rows = statement.all(...given);
    return { rows, changes: rows.length };
  };

  /** Undefined and nothing kept, where a step that must change a row has changed none. */
  const runAll = (steps: readonly StepRow[]): readonly Written[] | undefined => {
    const written: Written[] = [];
    for (const step of steps) {
      const done = run(step);
      if (step.mustChange && done.changes === 0) return undefined;
      written.push(done);
    }
    return written;
  };

  return {
    runQueries(steps: readonly StepRow[]): readonly Written[] | undefined {
      db.exec('SAVEPOINT queries');
      const written = runAll(steps);
      db.exec(written === undefined ? 'ROLLBACK TO queries; RELEASE queries' : 'RELEASE queries');
      return written;
    },
  };
}

/** Prepares each text once. */
function preparedOnce(db: DatabaseSync): (sql: string) => StatementSync {
  const statements = new BoundedMap<string, StatementSync>(statementsMax);
  return (sql) => {
    const standing = statements.get(sql);
    if (standing !== undefined) return standing;
    const made = db.prepare(sql);
    statements.set(sql, made);
    return made;
  };
}
