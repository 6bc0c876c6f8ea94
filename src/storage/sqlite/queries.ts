/** Queries that are written for all backends, on SQLite: read here, written by the writer thread. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { type Compilable, SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import type { AuditKey } from '#core/audit-chain.ts';
import { compileOnly } from '../queries/compile-only.ts';
import { compileSteps, type Database, type WriteStep } from '../queries/database.ts';
import type { AsideReader } from './aside-reader.ts';
import { sentKey } from './audit-chaining.ts';
import { KnownNumbers } from './numbered-texts.ts';
import { preparedOnce } from './prepared.ts';
import type { queryWrites, StepBatch, StepRow, StepValue } from './query-writes.ts';
import { octetText } from './rows.ts';
import type { WriterCalls } from './writer-calls.ts';

/** What nobody waits for goes at the latest after this time. */
const patienceMs = 50;

export function sqliteDatabase(
  db: DatabaseSync,
  writer: WriterCalls<ReturnType<typeof queryWrites>>,
  aside: AsideReader,
): Database {
  const prepare = preparedOnce(db);
  const known = new KnownNumbers();
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
    write: async (steps, { isPatient = false, companyMs = 0, auditKey } = {}) => {
      const batch = batchOf(steps, known, auditKey);
      const waitMs = isPatient ? patienceMs : companyMs;
      const { done, numbers } = await (waitMs === 0
        ? writer.call('runQueries', batch)
        : writer.callWithin(waitMs, 'runQueries', batch));
      known.learn(batch.texts, numbers);
      return done?.map((each) => (typeof each === 'number' ? { rows: [], changes: each } : each));
    },
    holdAuditKey: (key) => writer.call('holdAuditKey', sentKey(key)),
  };
}

function batchOf(
  steps: readonly WriteStep[],
  known: KnownNumbers,
  auditKey: AuditKey | undefined,
): StepBatch {
  const places = new Map<string, number>();
  const compiled = compileSteps(steps);
  const rows = compiled.map(({ sql, parameters, mustChange }): StepRow => {
    const place = places.get(sql) ?? places.size;
    places.set(sql, place);
    return [place, mustChange ? 1 : 0, parameters.map(stepValue)];
  });
  return {
    texts: [...places.keys()].map((text) => known.sent(text)),
    steps: rows,
    isAudited: compiled.some(({ isAudit }) => isAudit),
    auditKey: auditKey && sentKey(auditKey),
  };
}

function stepValue(value: unknown): StepValue {
  return value instanceof Uint8Array ? { octets: octetText(value) } : (value as StepValue);
}
