/** Queries that are written for all backends, on SQLite: read here, written by the writer thread. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type Compilable, SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import { must } from '#core/assert.ts';
import type { AuditKey } from '#core/audit-chain.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import { compileOnly } from '../queries/compile-only.ts';
import { compileSteps, type Database, type WriteStep, type Written } from '../queries/database.ts';
import type { AsideReader } from './aside-reader.ts';
import { auditChaining, receivedKey, type SentKey, sentKey } from './audit-chaining.ts';
import { type RowReader, rowReader } from './read-rows.ts';
import { octetText, textOctets } from './rows.ts';
import type { WriterCalls } from './writer-calls.ts';

/** Statements that a connection keeps ready; the program has about as many queries. */
const statementsMax = 500;

export function sqliteDatabase(
  db: DatabaseSync,
  writer: WriterCalls<ReturnType<typeof queryWrites>>,
  aside: AsideReader,
): Database {
  const prepare = preparedOnce(db);
  return {
    build: compileOnly({ adapter: new SqliteAdapter(), compiler: new SqliteQueryCompiler() }),
    async read<Row>(query: Compilable<Row>) {
      const { sql, parameters } = query.compile();
      return prepare(sql).rows(...(parameters as SQLInputValue[])) as Row[];
    },
    async readAside<Row>(query: Compilable<Row>) {
      const { sql, parameters } = query.compile();
      return aside.read<Row>(sql, parameters);
    },
    // A throw while compiling is a rejection as well.
    write: async (steps, { isPatient = false, auditKey } = {}) => {
      const batch = batchOf(steps, auditKey);
      const done = await (isPatient
        ? writer.callPatiently('runQueries', batch)
        : writer.call('runQueries', batch));
      return done?.map((each) => (typeof each === 'number' ? { rows: [], changes: each } : each));
    },
    holdAuditKey: (key) => writer.call('holdAuditKey', sentKey(key)),
  };
}

/** Steps on their way to the writer thread. Many have the same text: each crosses once. */
type StepBatch = {
  readonly texts: readonly string[];
  readonly steps: readonly StepRow[];
  /** Some of them write rows of the audit. */
  readonly isAudited: boolean;
  readonly auditKey: SentKey | undefined;
};

/** The place of its text, whether it must change a row, and its parameters, with a character for each octet. */
type StepRow = readonly [text: number, mustChange: 0 | 1, parameters: readonly StepValue[]];
type StepValue = string | number | null | { readonly octets: string };

function batchOf(steps: readonly WriteStep[], auditKey: AuditKey | undefined): StepBatch {
  const places = new Map<string, number>();
  const compiled = compileSteps(steps);
  const rows = compiled.map(({ sql, parameters, mustChange }): StepRow => {
    const place = places.get(sql) ?? places.size;
    places.set(sql, place);
    return [place, mustChange ? 1 : 0, parameters.map(stepValue)];
  });
  return {
    texts: [...places.keys()],
    steps: rows,
    isAudited: compiled.some(({ isAudit }) => isAudit),
    auditKey: auditKey && sentKey(auditKey),
  };
}

function stepValue(value: unknown): StepValue {
  return value instanceof Uint8Array ? { octets: octetText(value) } : (value as StepValue);
}

/** What a step has done; of one that returns no rows the number of those that it changed. */
type Done = number | Written;

export function queryWrites(db: DatabaseSync) {
  const prepare = preparedOnce(db);
  const chainAudit = auditChaining(db);
  let held: AuditKey | undefined;
  /** Undefined and nothing kept, where a step that must change a row has changed none. */
  const runAll = ({
    texts,
    steps,
    isAudited,
    auditKey,
  }: StepBatch): readonly Done[] | undefined => {
    const statements = texts.map((text) => prepare(text));
    const done: Done[] = [];
    for (const [text, mustChange, parameters] of steps) {
      const each = run(must(statements[text], 'statement of a step'), parameters);
      const changes = typeof each === 'number' ? each : each.changes;
      if (mustChange === 1 && changes === 0) return undefined;
      done.push(each);
    }
    if (isAudited) chainAudit(auditKey ? receivedKey(auditKey) : held);
    return done;
  };

  return {
    holdAuditKey(key: SentKey): void {
      held = receivedKey(key);
    },
    runQueries(batch: StepBatch): readonly Done[] | undefined {
      db.exec('SAVEPOINT queries');
      const done = runAll(batch);
      db.exec(done === undefined ? 'ROLLBACK TO queries; RELEASE queries' : 'RELEASE queries');
      return done;
    },
  };
}

function run({ statement, rows, returnsRows }: Prepared, parameters: readonly StepValue[]): Done {
  const given = parameters.map((value) =>
    typeof value === 'object' && value !== null ? textOctets(value.octets) : value,
  );
  if (!returnsRows) return Number(statement.run(...given).changes);
  const found = rows(...given);
  return { rows: found, changes: found.length };
}

type Prepared = {
  readonly statement: StatementSync;
  readonly rows: RowReader<unknown>;
  readonly returnsRows: boolean;
};

/** Prepares each text once. */
function preparedOnce(db: DatabaseSync): (sql: string) => Prepared {
  const statements = new BoundedMap<string, Prepared>(statementsMax);
  return (sql) => {
    const standing = statements.get(sql);
    if (standing !== undefined) return standing;
    const statement = db.prepare(sql);
    const returnsRows = statement.columns().length > 0;
    const made = { statement, rows: rowReader<unknown>(statement), returnsRows };
    statements.set(sql, made);
    return made;
  };
}
