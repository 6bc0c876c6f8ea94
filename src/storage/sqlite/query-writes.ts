/** Queries that are written for all backends, as the writer thread runs them: it loads no query builder. */
import type { DatabaseSync } from 'node:sqlite';
import { must } from '#core/assert.ts';
import type { AuditKey } from '#core/audit-chain.ts';
import type { Written } from '../queries/database.ts';
import { auditChaining, receivedKey, type SentKey } from './audit-chaining.ts';
import { NumberedTexts, type SentText } from './numbered-texts.ts';
import { type Prepared, preparedOnce } from './prepared.ts';
import { textOctets } from './rows.ts';

/** Steps on their way to the writer thread. Many have the same text, which stands there once. */
export type StepBatch = {
  readonly texts: readonly SentText[];
  readonly steps: readonly StepRow[];
  /** Some of them write rows of the audit. */
  readonly isAudited: boolean;
  readonly auditKey: SentKey | undefined;
};

/** The place of its text, whether it must change a row, and its parameters, with a character for each octet. */
export type StepRow = readonly [text: number, mustChange: 0 | 1, parameters: readonly StepValue[]];
export type StepValue = string | number | null | { readonly octets: string };

/** What a step has done; of one that returns no rows the number of those that it changed. */
type Done = number | Written;

export type BatchDone = {
  /** Undefined and nothing kept, where a step that must change a row has changed none. */
  readonly done: readonly Done[] | undefined;
  /** Of the texts, where one of them came in full. */
  readonly numbers: readonly number[] | undefined;
};

export function queryWrites(db: DatabaseSync) {
  const prepare = preparedOnce(db);
  const chainAudit = auditChaining(db);
  const known = new NumberedTexts();
  let held: AuditKey | undefined;
  const runAll = ({
    texts,
    steps,
    isAudited,
    auditKey,
  }: StepBatch): readonly Done[] | undefined => {
    const statements = texts.map((text) => prepare(known.textOf(text)));
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
    runQueries(batch: StepBatch): BatchDone {
      const numbers = known.numbersOf(batch.texts);
      if (!mayLeaveSome(batch)) return { done: runAll(batch), numbers };
      db.exec('SAVEPOINT queries');
      const done = runAll(batch);
      db.exec(done === undefined ? 'ROLLBACK TO queries; RELEASE queries' : 'RELEASE queries');
      return { done, numbers };
    },
  };
}

/**
 * Whether changes may stand before a step that then changes nothing, and have to be undone. A savepoint copies each page
 * that is written after it (55 µs a call). What throws is undone by the connection.
 */
function mayLeaveSome({ steps }: StepBatch): boolean {
  return steps.some(([, mustChange], place) => place > 0 && mustChange === 1);
}

function run({ statement, rows, returnsRows }: Prepared, parameters: readonly StepValue[]): Done {
  const given = parameters.map((value) =>
    typeof value === 'object' && value !== null ? textOctets(value.octets) : value,
  );
  if (!returnsRows) return Number(statement.run(...given).changes);
  const found = rows(...given);
  return { rows: found, changes: found.length };
}
