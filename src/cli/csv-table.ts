/**
 * Tables that people keep in spreadsheets: CSV (RFC 4180) with a heading, each column of a kind. Either
 * every line reads, or nothing is taken and each line that does not is named.
 */
import { readFile, stat } from 'node:fs/promises';
import { nearest } from '#core/nearest.ts';
import type { ValueKind } from '#core/value-kind.ts';

type Column<Value> = {
  readonly kind: ValueKind<Value>;
  /** What an empty cell, or a file without the column, stands for; undefined: it must be there. */
  readonly otherwise?: Value;
};

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowOf<Given extends Columns> = {
  readonly [Name in keyof Given]: Given[Name] extends Column<infer Value> ? Value : never;
};

export type TableReading<Row> =
  | { readonly ok: true; readonly rows: readonly Row[] }
  | { readonly ok: false; readonly problem: string };

const bytesMax = 20_000_000;
/** Lines that are named when many do not read. */
const problemsShownMax = 20;

/** Reads a file; throws the system's error where there is none. */
export async function readTable<Given extends Columns>(
  path: string,
  columns: Given,
  rowsMax: number,
): Promise<TableReading<RowOf<Given>>> {
  const { size } = await stat(path);
  if (size > bytesMax) return { ok: false, problem: `${path} is larger than ${bytesMax} bytes` };
  return parseTable(await readFile(path, 'utf8'), columns, rowsMax);
}

export function parseTable<Given extends Columns>(
  text: string,
  columns: Given,
  rowsMax: number,
): TableReading<RowOf<Given>> {
  const [heading, ...lines] = splitLines(text.replace(/^\uFEFF/, ''));
  if (heading === undefined) return { ok: false, problem: 'The file is empty' };
  const names = heading.cells.map((cell) => cell.trim());
  const wrong = headingProblem(names, columns);
  if (wrong !== undefined) return { ok: false, problem: `line 1: ${wrong}` };
  if (lines.length > rowsMax) {
    return {
      ok: false,
      problem: `The file has ${lines.length} rows; ${rowsMax} are taken at once`,
    };
  }
  const problems: string[] = [];
  const rows = lines.map((line) => readRow(line, { names, columns, problems }));
  return problems.length > 0
    ? { ok: false, problem: listed(problems) }
    : { ok: true, rows: rows as RowOf<Given>[] };
}

/** The first row with a name that one before it has already. */
export function findTwice<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Row | undefined {
  const seen = new Set<string>();
  return rows.find((row) => seen.size === seen.add(nameOf(row)).size);
}

type Line = { readonly number: number; readonly cells: readonly string[] };

/** Quoted cells may hold commas, quotes written twice, and line ends; semicolons part cells as well. */
function splitLines(text: string): readonly Line[] {
  const separator = /^[^\n]*;/.test(text) && !/^[^\n;]*,/.test(text) ? ';' : ',';
  const cell = new RegExp(`"((?:[^"]|"")*)"|([^${separator}\\r\\n]*)`, 'y');
  const lines: Line[] = [];
  let at = 0;
  let number = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const startedAt = number;
    for (;;) {
      cell.lastIndex = at;
      const match = cell.exec(text);
      const quoted = match?.[1];
      cells.push(quoted?.replaceAll('""', '"') ?? match?.[2] ?? '');
      number += (quoted?.match(/\n/g) ?? []).length;
      at = cell.lastIndex;
      if (text[at] !== separator) break;
      at += 1;
    }
    const rest = /[^\n]*\n?/y;
    rest.lastIndex = at;
    const stray = rest.exec(text)?.[0] ?? '';
    at += stray.length;
    number += 1;
    if (stray.trim() !== '') cells.push(stray.trim());
    if (cells.some((each) => each.trim() !== '')) lines.push({ number: startedAt, cells });
  }
  return lines;
}

function headingProblem(names: readonly string[], columns: Columns): string | undefined {
  const known = Object.keys(columns);
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined) {
    return `there is no column "${stranger}"; the nearest is "${nearest(stranger, known)}"`;
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `column "${twice}" stands there twice`;
  const missing = known.find(
    (name) => columns[name]?.otherwise === undefined && !names.includes(name),
  );
  return missing === undefined ? undefined : `column "${missing}" is missing`;
}

function readRow(
  { number, cells }: Line,
  {
    names,
    columns,
    problems,
  }: {
    readonly names: readonly string[];
    readonly columns: Columns;
    readonly problems: string[];
  },
): Readonly<Record<string, unknown>> {
  if (cells.length > names.length) {
    problems.push(`line ${number}: ${cells.length} cells under ${names.length} headings`);
  }
  const values = Object.entries(columns).map(([name, { kind, otherwise }]) => {
    const text = (cells[names.indexOf(name)] ?? '').trim();
    if (text === '' && otherwise !== undefined) return [name, otherwise];
    const value = kind.read(text);
    if (value === undefined) problems.push(`line ${number}: ${name} must be ${kind.form}`);
    return [name, value];
  });
  return Object.fromEntries(values) as Readonly<Record<string, unknown>>;
}

function listed(problems: readonly string[]): string {
  const shown = problems.slice(0, problemsShownMax);
  const others = problems.length - shown.length;
  const more = others === 0 ? '' : `\nand ${others} more`;
  return `Nothing is taken of the file:\n${shown.join('\n')}${more}`;
}
