/** Statements of one connection, each prepared once. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BoundedMap } from '#core/bounded-map.ts';
import { type RowReader, rowReader } from './read-rows.ts';

/** The program has about as many queries. */
const statementsMax = 500;

export type Prepared = {
  readonly statement: StatementSync;
  readonly rows: RowReader<unknown>;
  readonly returnsRows: boolean;
};

export function preparedOnce(db: DatabaseSync): (sql: string) => Prepared {
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
