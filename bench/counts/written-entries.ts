/**
 * What a write does to a table and its indexes, as row triggers that count: an insert writes an entry of each index
 * whose condition holds, an update one of each index whose columns or condition it changes.
 */

export type CountedTable = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly indexes: readonly CountedIndex[];
};

export type CountedIndex = {
  readonly name: string;
  /** Column names, or expressions over them. */
  readonly keys: readonly string[];
  /** Of a partial index, as SQL; null: each row has an entry. */
  readonly condition: string | null;
};

export type Write = 'insert' | 'update' | 'delete';

/** One figure, and when it grows: after which write of which table, and for which of its rows. */
export type Counter = {
  readonly name: string;
  readonly table: string;
  readonly after: Write;
  /** Over NEW and OLD; undefined: each row. */
  readonly when: string | undefined;
};

const writes = ['insert', 'update', 'delete'] as const;

export function countersOf(table: CountedTable): readonly Counter[] {
  const rows: readonly Counter[] = writes.map((after) => ({
    name: `${after} ${table.name}`,
    table: table.name,
    after,
    when: undefined,
  }));
  return [...rows, ...table.indexes.flatMap((index) => entriesOf(index, table))];
}

function entriesOf(
  index: CountedIndex,
  { name: table, columns }: CountedTable,
): readonly Counter[] {
  const on = (row: 'NEW' | 'OLD', sql: string): string => qualify(sql, row, columns);
  const name = `entry ${index.name}`;
  const { condition } = index;
  const changes = index.keys.map((key) => `${on('NEW', key)} IS DISTINCT FROM ${on('OLD', key)}`);
  if (condition === null) {
    return [
      { name, table, after: 'insert', when: undefined },
      { name, table, after: 'update', when: changes.join(' OR ') },
    ];
  }
  const holds = `(${on('NEW', condition)})`;
  const joins = `NOT coalesce((${on('OLD', condition)}), false)`;
  const moved = [...changes, joins].join(' OR ');
  return [
    { name, table, after: 'insert', when: holds },
    { name, table, after: 'update', when: `${holds} AND (${moved})` },
  ];
}

/** A text, a cast, or a name. */
const tokens = /'(?:[^']|'')*'|::[\w ]+|"?[A-Za-z_]\w*"?/g;

/** The SQL with each column named of that row. */
export function qualify(sql: string, row: 'NEW' | 'OLD', columns: readonly string[]): string {
  const known = new Set(columns);
  return sql.replace(tokens, (token) =>
    known.has(token.replaceAll('"', '')) ? `${row}.${token}` : token,
  );
}
