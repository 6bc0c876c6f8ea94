/** A table read in the order of its key, in pages that fit in memory whatever stands in its rows. */
import { type RawBuilder, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Database } from '../queries/database.ts';
import { rawQuery } from './raw-query.ts';
import type { Table } from './schema.ts';

export type Row = Readonly<Record<string, Value>>;

export type Value = string | number | Uint8Array | null;

/** A page and the keys it lies between; what is not told is the end of the table. */
export type Page = Range & { readonly rows: readonly Row[] };

type Range = {
  /** Exclusive. */
  readonly after: Row | undefined;
  /** Inclusive. */
  readonly to: Row | undefined;
};

/** PostgreSQL takes 65,535 parameters in a statement; half of that serves both ends. */
const valuesMax = 30_000;
const rowsMax = 1_000;
/** A row longer than that is a page of its own. */
const octetsMax = 4_000_000;

/** All of a table, every key in exactly one page's range. */
export async function* pagesOf(source: Database, table: Table): AsyncGenerator<Page> {
  let after: Row | undefined;
  for (;;) {
    const rows = await nextRows(source, table, after);
    const isLast = rows === undefined;
    const to = isLast ? undefined : must(rows.at(-1), 'last row of a page');
    yield { rows: rows ?? [], after, to };
    if (isLast) return;
    after = to;
  }
}

/** Undefined behind the last row. */
async function nextRows(source: Database, table: Table, after: Row | undefined) {
  const count = await countThatFit(source, table, after);
  if (count === 0) return undefined;
  const range = { after, to: undefined };
  return source.read(rawQuery(source, sql<Row>`${select(table, range)} LIMIT ${count}`));
}

/** How many of the next rows make a page; at least one, if there is one. */
async function countThatFit(source: Database, table: Table, after: Row | undefined) {
  const lengths = table.long.map(
    (column) => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`,
  );
  const length = lengths.length === 0 ? sql`0` : sql.join(lengths, sql` + `);
  const max = Math.min(rowsMax, Math.floor(valuesMax / table.columns.length));
  const rows = await source.read(
    rawQuery(
      source,
      sql<{ octets: number }>`
        SELECT ${length} AS octets FROM ${sql.table(table.name)}
        ${within(table, { after, to: undefined })} ORDER BY ${keyOf(table)} LIMIT ${max}`,
    ),
  );
  let octets = 0;
  const tooMany = rows.findIndex((row) => {
    octets += row.octets;
    return octets > octetsMax;
  });
  return tooMany === -1 ? rows.length : Math.max(1, tooMany);
}

/** The rows of a range in the order of their key. */
export function readRange(database: Database, table: Table, range: Range): Promise<readonly Row[]> {
  return database.read(rawQuery(database, select(table, range)));
}

function select(table: Table, range: Range): RawBuilder<Row> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  return sql<Row>`SELECT ${columns} FROM ${sql.table(table.name)} ${within(table, range)}
    ORDER BY ${keyOf(table)}`;
}

function within(table: Table, { after, to }: Range): RawBuilder<unknown> {
  const key = keyOf(table);
  const valuesOf = (row: Row) => sql.join(table.key.map((column) => row[column]));
  const conditions = [
    ...(after === undefined ? [] : [sql`(${key}) > (${valuesOf(after)})`]),
    ...(to === undefined ? [] : [sql`(${key}) <= (${valuesOf(to)})`]),
  ];
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
}

function keyOf(table: Table): RawBuilder<unknown> {
  return sql.join(table.key.map((column) => sql.ref(column)));
}
