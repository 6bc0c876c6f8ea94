/**
 * Rows as objects. SQLite's own have no prototype and are dictionaries: to make them of arrays here takes half the
 * time (124 µs for 100 rows of 15 columns, 251 µs), and what reads them is faster.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';

export type RowReader = (parameters: readonly SQLInputValue[]) => Record<string, unknown>[];

/** Takes the statement over: it answers arrays from now on. */
export function rowReader(statement: StatementSync): RowReader {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  return (parameters) => {
    const rows = statement.all(...parameters) as unknown as readonly (readonly unknown[])[];
    return rows.map((values) => asObject(names, values));
  };
}

function asObject(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let place = 0; place < names.length; place += 1) row[names[place] ?? ''] = values[place];
  return row;
}
