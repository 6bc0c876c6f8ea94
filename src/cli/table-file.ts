/** A table that a command reads by kinds of values (`#core/csv-table.ts`). */
import { readFile, stat } from 'node:fs/promises';
import { parseTable } from '#core/csv-table.ts';
import type { ValueKind } from '#core/value-kind.ts';

type Columns = Readonly<
  Record<string, { readonly kind: ValueKind<unknown>; readonly otherwise?: unknown }>
>;

type RowOf<Given extends Columns> = {
  readonly [Name in keyof Given]: Given[Name]['kind'] extends ValueKind<infer Value>
    ? Value
    : never;
};

type FileReading<Row> =
  | { readonly ok: true; readonly rows: readonly Row[] }
  | { readonly ok: false; readonly problem: string };

const bytesMax = 20_000_000;

/** Throws the system's error where there is no file. */
export async function readTable<Given extends Columns>(
  path: string,
  columns: Given,
  rowsMax: number,
): Promise<FileReading<RowOf<Given>>> {
  const { size } = await stat(path);
  if (size > bytesMax) return { ok: false, problem: `${path} is larger than ${bytesMax} bytes` };
  const reading = parseTable(await readFile(path, 'utf8'), columnsOf(columns), rowsMax);
  return reading.ok
    ? { ok: true, rows: reading.rows as readonly RowOf<Given>[] }
    : { ok: false, problem: reading.problem.en };
}

export function columnsOf(columns: Columns): Parameters<typeof parseTable>[1] {
  const read = Object.entries(columns).map(([name, { kind, otherwise }]) => {
    // Commands speak English.
    const form = { en: kind.form, fr: kind.form };
    return [name, { form, read: kind.read, otherwise }] as const;
  });
  return Object.fromEntries(read);
}
