/**
 * Many rows as parameters of one statement: an array for each column, which `unnest` makes rows again.
 *
 * A statement then has the same text for any number of rows, is prepared once, and takes 200 of them in
 * one round trip.
 */

export type ColumnType = 'bigint' | 'text' | 'bytea';

type Value = number | string | Uint8Array | boolean | null;

/** A column's name, its type, and where its value comes from. */
export type Column<Item> = readonly [name: string, type: ColumnType, value: (item: Item) => Value];

export type Columns<Item> = {
  /** The names with commas between. */
  readonly names: string;
  /** How many parameters these columns take. */
  readonly count: number;
  /** `unnest(…) WITH ORDINALITY AS given (…, place)`, its parameters from `$first` on; place 1 is the first row. */
  rows(first?: number, alias?: string): string;
  /** The parameters. */
  arrays(items: readonly Item[]): string[];
};

/** The rows of each as parameters of one statement, in this order. */
export function placed<Name extends string>(
  all: Readonly<Record<Name, Pick<Columns<never>, 'count' | 'rows'>>>,
): Readonly<Record<Name, string>> {
  let first = 1;
  const texts: [string, string][] = [];
  for (const [name, { count, rows }] of Object.entries<Pick<Columns<never>, 'count' | 'rows'>>(
    all,
  )) {
    texts.push([name, rows(first)]);
    first += count;
  }
  return Object.fromEntries(texts) as Record<Name, string>;
}

export function columns<Item>(list: readonly Column<Item>[]): Columns<Item> {
  const names = list.map(([name]) => name).join(', ');
  return {
    names,
    count: list.length,
    rows(first = 1, alias = 'given') {
      const parameters = list.map(([, type], index) => `$${first + index}::${type}[]`).join(', ');
      return `unnest(${parameters}) WITH ORDINALITY AS ${alias} (${names}, place)`;
    },
    arrays: (items) => list.map(([, , value]) => arrayText(items, value)),
  };
}

/**
 * An array as the server reads it (section 8.15.6 of the manual). Columns often say the same for all rows of a batch: such a value is
 * written once.
 */
function arrayText<Item>(items: readonly Item[], valueIn: (item: Item) => Value): string {
  let text = '';
  let last: Value | undefined;
  let written = '';
  for (const item of items) {
    const value = valueIn(item);
    if (value !== last) written = elementText(value);
    last = value;
    text += text === '' ? written : `,${written}`;
  }
  return `{${text}}`;
}

function elementText(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'string') return `"${escaped(value)}"`;
  return String.raw`"\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;
}

/** A replacement by a pattern takes five times as long as to see that there is nothing to replace. */
function escaped(text: string): string {
  return text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, String.raw`\$&`) : text;
}
