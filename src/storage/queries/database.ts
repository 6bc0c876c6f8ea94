/** The seam below the queries that are written once for all backends: those that are not hot. */
import type { Compilable, Kysely } from 'kysely';
import { ImpossibleState } from '#core/assert.ts';
import type { AuditKey } from '#core/audit-chain.ts';
import type { Tables } from './tables.ts';

/**
 * Where queries that are not hot run; they are written once for all backends.
 *
 * Parameters are numbers up to 2^53 − 1, texts of any characters, octets and null. In rows every integer
 * is a number, also a count; yes and no are 1 and 0; octets are a `Uint8Array`. What sums or computes says
 * `cast(… as bigint)`, else PostgreSQL answers a text. Texts are in the order of their code points.
 * Throws `StorageUnavailable` while the backend cannot read or commit.
 */
export interface Database {
  /** Builds and compiles in the backend's dialect; never runs anything itself. */
  readonly build: Kysely<Tables>;
  /** Runs one query; on SQLite on the read-only connection, on PostgreSQL on the pool. */
  read<Row>(query: Compilable<Row>): Promise<readonly Row[]>;
  /** The same for what may take seconds: nothing else waits for it, on SQLite a thread of its own reads. */
  readAside<Row>(query: Compilable<Row>): Promise<readonly Row[]>;
  /**
   * Runs all of them in this order in ONE transaction and one commit. Where a step that must change a
   * row changed none, nothing of the transaction is kept and the answer is undefined.
   */
  write(steps: readonly WriteStep[], how?: WriteWish): Promise<readonly Written[] | undefined>;
  /** What rows of the audit are chained with from now on; a transaction may bring its own. */
  holdAuditKey(key: AuditKey): Promise<void>;
}

export type WriteWish = {
  /** Nobody waits for it: where commits are shared it goes along with the next one, for a while. */
  readonly isPatient?: boolean | undefined;
  /** It is waited for, but others are expected so soon: where commits are shared, it waits so long for theirs. */
  readonly companyMs?: number | undefined;
  /** The key that this transaction makes. */
  readonly auditKey?: AuditKey | undefined;
};

export type WriteStep =
  | Compilable
  | {
      readonly query: Compilable;
      /** It changed or returned a row, or nothing happens at all. */
      readonly mustChange?: boolean;
      /** It writes a row of the audit, which is chained before the commit. */
      readonly isAudit?: boolean;
    };

/** What one step has done. */
export type Written = {
  /** What RETURNING gave. */
  readonly rows: readonly unknown[];
  /** Rows inserted, changed or deleted. */
  readonly changes: number;
};

/** Steps that one transaction may have: a writer that all share is held no longer than that. */
const stepsMax = 1_000;

/** A step as backends run it. */
export type CompiledStep = {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly mustChange: boolean;
  readonly isAudit: boolean;
};

/** For backends: the steps of a transaction, which are bounded. */
export function compileSteps(steps: readonly WriteStep[]): readonly CompiledStep[] {
  if (steps.length > stepsMax) throw new ImpossibleState(`${steps.length} steps in a transaction`);
  return steps.map((step) => {
    const {
      query,
      mustChange = false,
      isAudit = false,
    } = 'compile' in step ? { query: step } : step;
    const { sql, parameters } = query.compile();
    return { sql, parameters, mustChange, isAudit };
  });
}

/**
 * Writes one query and what goes with it, as one commit. Gives the row that the query returns; where it
 * changed none, nothing of the others is kept either and the answer is undefined.
 */
export async function writeRow<Row>(
  database: Database,
  query: Compilable<Row>,
  ...others: readonly WriteStep[]
): Promise<Row | undefined> {
  const written = await database.write([{ query, mustChange: true }, ...others]);
  return written?.[0]?.rows[0] as Row | undefined;
}

/** The same for a query that returns no row: whether it changed one. */
export async function writeChange(
  database: Database,
  query: Compilable,
  ...others: readonly WriteStep[]
): Promise<boolean> {
  return (await database.write([{ query, mustChange: true }, ...others])) !== undefined;
}
