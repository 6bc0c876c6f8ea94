/**
 * Columns under the names of a record, so that a row is the record and nothing copies it field by field:
 * `account_id` is read as `accountId`, an instant `created_at` as `createdAtMs`, and `ended_by:end` as `end`.
 */
import { type Selection, sql } from 'kysely';
import type { Tables } from './tables.ts';

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text;

type Camel<Word extends string> = Word extends `${infer Start}_${infer Rest}`
  ? `${Start}${Capitalize<Camel<Rest>>}`
  : Word;

type Named<Word extends string> = Word extends `${infer Column}:${infer Name}`
  ? `${Column} as ${Name}`
  : Word extends `${string}_at`
    ? `${Word} as ${Camel<Word>}Ms`
    : `${Word} as ${Camel<Word>}`;

/**
 * For `select` and `returning`. The names are checked as strings are; what Kysely gets is one piece of SQL that is
 * written here, once, because to read fifteen aliases anew for each query takes longer than a row.
 */
export function fields<Table extends keyof Tables, const Text extends string>(
  table: Table,
  ...texts: readonly Text[]
): readonly `${Table}.${Named<Words<Text>>}`[] {
  const words = texts.flatMap((text) => text.split(' '));
  const columns = words.map((word) => {
    const [column = '', name = nameOf(column)] = word.split(':');
    return `"${table}"."${column}" as "${name}"`;
  });
  return [sql.raw(columns.join(', '))] as unknown as readonly `${Table}.${Named<Words<Text>>}`[];
}

/** A row that was read so. */
export type FieldRow<Table extends keyof Tables, Fields extends readonly string[]> = Selection<
  Tables,
  Table,
  Fields[number]
>;

function nameOf(column: string): string {
  const name = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return column.endsWith('_at') ? `${name}Ms` : name;
}
