/** Which tables an installation on SQLite has, in an order in which they can be filled. */
import { sql } from 'kysely';
import { ImpossibleState } from '#core/assert.ts';
import type { Database } from '../queries/database.ts';
import { rawQuery } from './raw-query.ts';

export type Table = {
  readonly name: string;
  /** All of them, in the order of the table. */
  readonly columns: readonly string[];
  /** Columns of texts and octets, whose length nobody knows. */
  readonly long: readonly string[];
  /** The primary key: rows are read in its order. */
  readonly key: readonly string[];
  /** Tables whose rows must be there first. */
  readonly references: ReadonlySet<string>;
};

/** Which processes run, and what they hold now: those of the source have ended. */
const ofProcesses = ['process', 'lease', 'smpp_bind', 'process_note'];

type ColumnRow = {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** 1 is the first of the key, 0 none of it. */
  readonly place: number;
};

/** Those that others refer to come first. Who worked on what is of no use where nobody works yet. */
export async function readTables(database: Database): Promise<readonly Table[]> {
  const columns = await database.read(
    rawQuery(
      database,
      sql<ColumnRow>`
        SELECT t.name AS "table", c.name AS "column", c.type, c.pk AS place
        FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT IN ('process', 'lease')
        ORDER BY t.name, c.cid`,
    ),
  );
  const references = await database.read(
    rawQuery(
      database,
      sql<{ from: string; to: string }>`
        SELECT t.name AS "from", f."table" AS "to"
        FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'`,
    ),
  );
  const moved = columns.filter(({ table }) => !ofProcesses.includes(table));
  const byTable = Map.groupBy(moved, ({ table }) => table);
  const tables = [...byTable].map(([name, all]) => ({
    ...tableOf(name, all),
    references: new Set(references.filter(({ from }) => from === name).map(({ to }) => to)),
  }));
  return inOrder(tables);
}

function tableOf(name: string, columns: readonly ColumnRow[]): Omit<Table, 'references'> {
  const key = columns.filter(({ place }) => place > 0).toSorted((a, b) => a.place - b.place);
  if (key.length === 0) throw new ImpossibleState(`The table ${name} has no primary key`);
  return {
    name,
    columns: columns.map(({ column }) => column),
    long: columns.filter(({ type }) => type !== 'INTEGER').map(({ column }) => column),
    key: key.map(({ column }) => column),
  };
}

function inOrder(tables: readonly Table[]): readonly Table[] {
  const ordered: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const done = new Set(ordered.map(({ name }) => name));
    const next = left.filter(({ name, references }) =>
      [...references].every((to) => to === name || done.has(to)),
    );
    if (next.length === 0) throw new ImpossibleState('Tables refer to each other in a circle');
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}
