/**
 * Many rows as parameters of one statement: an array for each column, which `unnest` makes rows again.
 *
 * A statement then has the same text for any number of rows, is prepared once, and takes 200 of them in
 * one round trip.
 */
import { must } from '#core/assert.ts';
import { arrayOctets, type ColumnType, type Value } from './array-octets.ts';

/** A column's name, its type, and where its value comes from. */
export type Column<Item> = readonly [name: string, type: ColumnType, value: (item: Item) => Value];

export type Columns<Item> = {
  /** The names with commas between. */
  readonly names: string;
  /** How many parameters these columns take. */
  readonly count: number;
  /** `unnest(…) WITH ORDINALITY AS given (…, place)`, its parameters from `$first` on; place 1 is the first row. */
  rows(first?: number, alias?: string): string;
  /** The array of one column, `$…`, where the parameters begin at `$1`. A statement that needs no other column is quicker by it. */
  array(name: string): string;
  /** The parameters. */
  arrays(items: readonly Item[]): Buffer[];
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
  const places = new Map(list.map(([name], index) => [name, index + 1]));
  return {
    names,
    count: list.length,
    rows(first = 1, alias = 'given') {
      const parameters = list.map(([, type], index) => `$${first + index}::${type}[]`).join(', ');
      return `unnest(${parameters}) WITH ORDINALITY AS ${alias} (${names}, place)`;
    },
    array: (name) => `$${must(places.get(name), `column ${name}`)}`,
    arrays: (items) => list.map(([, type, value]) => arrayOctets(type, items, value)),
  };
}
