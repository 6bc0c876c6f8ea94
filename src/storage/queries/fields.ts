/**
 * Columns under the names of a record, so that a row is the record and nothing copies it field by field, in both
 * directions: `account_id` is `accountId`; an instant `created_at`, `valid_until` or `at` is `createdAtMs`,
 * `validUntilMs` or `atMs`.
 */
import { type Selection, sql } from 'kysely';
import { fieldName } from '../records.ts';
import type { Tables } from './tables.ts';

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text;

type Camel<Word extends string> = Word extends `${infer Start}_${infer Rest}`
  ? `${Start}${Capitalize<Camel<Rest>>}`
  : Word;

type Named<Word extends string> = Word extends `${infer Column}:${infer Name}`
  ? `${Column} as ${Name}`
  : Word extends 'at' | `${string}_${'at' | 'until' | 'since' | 'before'}`
    ? `${Word} as ${Camel<Word>}Ms`
    : `${Word} as ${Camel<Word>}`;

/**
 * For `select` and `returning`; `ended_by:end` is read as `end`. The names are checked as strings are; what Kysely gets
 * is one piece of SQL that is written here, once, because to read fifteen aliases again for each query takes longer than
 * a row.
 */
export function fields<Table extends keyof Tables, const Text extends string>(
  table: Table,
  ...texts: readonly Text[]
): readonly `${Table}.${Named<Words<Text>>}`[] {
  const words = texts.flatMap((text) => text.split(' '));
  const columns = words.map((word) => {
    const [column = '', name = fieldName(column)] = word.split(':');
    return `"${table}"."${column}" as "${name}"`;
  });
  return [sql.raw(columns.join(', '))] as unknown as readonly `${Table}.${Named<Words<Text>>}`[];
}

/**
 * The same of one table of a join, as a record of the row (`../records.ts`): nothing takes the row apart. Kysely knows no
 * records, so the query says of what type its rows are.
 */
export function recordFields(record: string, table: string, text: string): readonly never[] {
  const columns = text.split(' ').map((word) => {
    const [column = '', name = fieldName(column)] = word.split(':');
    return `"${table}"."${column}" as "${record}.${name}"`;
  });
  return [sql.raw(columns.join(', '))] as unknown as readonly never[];
}

/** A row that was read so. */
export type FieldRow<Table extends keyof Tables, Fields extends readonly string[]> = Selection<
  Tables,
  Table,
  Fields[number]
>;

type ColumnIn<Word extends string> = Word extends `${infer Column}:${string}` ? Column : Word;

type NameIn<Word extends string> = Named<Word> extends `${string} as ${infer Name}` ? Name : never;

/** Text that names columns of the table alone. */
type OfTable<Table extends keyof Tables, Text extends string> =
  Exclude<ColumnIn<Words<Text>>, keyof Tables[Table]> extends never ? Text : never;

/** Of each member of a union, so that null stays beside yes and no. */
type Stored<Value> = Value extends boolean ? 0 | 1 : Value;

type Row<Text extends string, Item> = {
  readonly [Word in Words<Text> as NameIn<Word> extends keyof Item
    ? ColumnIn<Word>
    : never]: NameIn<Word> extends keyof Item ? Stored<Item[NameIn<Word>]> : never;
};

/**
 * For `values` and `set`, by the same words: what they name of a record and no more, as columns, yes and no as 1 and 0.
 * What is undefined is left out; lists and objects are the caller's.
 */
export function rowMaker<Table extends keyof Tables, const Text extends string>(
  _table: Table,
  ...texts: readonly (Text & OfTable<Table, Text>)[]
): <Item extends { readonly [Name in NameIn<Words<Text>>]?: unknown }>(
  item: Item,
) => Row<Text, Item> {
  const words = texts.flatMap((text) => text.split(' '));
  const pairs = words.map((word) => {
    const [column = '', name = fieldName(column)] = word.split(':');
    return { column, name };
  });
  return <Item extends object>(item: Item) => {
    const row: Record<string, unknown> = {};
    for (const { column, name } of pairs) {
      const value = item[name as keyof Item];
      if (value !== undefined) row[column] = typeof value === 'boolean' ? Number(value) : value;
    }
    return row as Row<Text, Item>;
  };
}
