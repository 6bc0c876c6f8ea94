/**
 * Rows as objects. SQLite's own have no prototype and are dictionaries: to make them of arrays here takes half the
 * time (124 µs for 100 rows of 15 columns, 251 µs), and what reads them is faster.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { rowsOf } from '../records.ts';

export type RowReader<Row> = (...parameters: readonly SQLInputValue[]) => Row[];

export function rowsFrom(db: DatabaseSync): <Row>(sql: string) => RowReader<Row> {
  return (sql) => rowReader(db.prepare(sql));
}

/** Takes the statement over: it answers arrays from now on. */
export function rowReader<Row>(statement: StatementSync): RowReader<Row> {
  const read = rowsOf(statement.columns().map(({ name }) => name));
  statement.setReturnArrays(true);
  return (...parameters) => {
    const rows = statement.all(...parameters) as unknown as readonly (readonly unknown[])[];
    return rows.map((values) => read(values) as Row);
  };
}
