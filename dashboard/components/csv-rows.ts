/** Rows of a list as the text of a table: a column for each field, under the name that the API gives it. */
import { formatTable } from '#core/csv-text.ts';

type Cell = readonly [name: string, text: string];

export function tableOfRows(rows: readonly unknown[]): string {
  const cells = rows.map((row) => new Map(cellsOf('', row)));
  const found = [...new Set(cells.flatMap((row) => [...row.keys()]))];
  // A thing that is null in one row has columns of its own in the others.
  const names = found.filter((name) => !found.some((other) => other.startsWith(`${name}.`)));
  return formatTable([names, ...cells.map((row) => names.map((name) => row.get(name) ?? ''))]);
}

function cellsOf(name: string, value: unknown): readonly Cell[] {
  if (value === null || value === undefined) return [[name, '']];
  if (Array.isArray(value)) return [[name, listText(value)]];
  if (typeof value !== 'object') {
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  }
  const within = name === '' ? '' : `${name}.`;
  return Object.entries(value).flatMap(([field, one]) => cellsOf(`${within}${field}`, one));
}

function listText(values: readonly unknown[]): string {
  return values.some((value) => typeof value === 'object')
    ? JSON.stringify(values)
    : values.join(' ');
}
