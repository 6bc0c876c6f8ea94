/** How a list that is whole in the page is sorted: by which column, up or down. It stands in the address. */
import type { Language } from '../texts/texts.ts';
import type { Column } from './column.ts';
import { useFilter } from './use-filter.ts';

export type ListSort<Row> = {
  /** Undefined: as the server gave them. */
  readonly by: Column<Row> | undefined;
  readonly isDown: boolean;
  /** Up, down, and as the server gave them. */
  readonly turn: (column: Column<Row>) => void;
};

/** `list`: its name, so that several lists of a page are sorted each by itself. */
export function useSort<Row>(
  list: string | undefined,
  columns: readonly Column<Row>[],
): ListSort<Row> {
  const [asked, set] = useFilter(`${list ?? ''}Sort`);
  const isDown = asked.startsWith('-');
  const wanted = isDown ? asked.slice(1) : asked;
  const by = columns.find((column) => column.sortBy !== undefined && sortName(column) === wanted);
  return {
    by,
    isDown,
    turn: (column) => {
      const name = sortName(column);
      if (by !== column) set(name);
      else set(isDown ? '' : `-${name}`);
    },
  };
}

function sortName<Row>({ id }: Column<Row>): string {
  return id ?? 'title';
}

/** What has no value stands last, up and down. */
export function sortRows<Row>(
  rows: readonly Row[],
  { by, isDown }: Pick<ListSort<Row>, 'by' | 'isDown'>,
  language: Language,
): readonly Row[] {
  const valueFor = by?.sortBy;
  if (valueFor === undefined) return rows;
  const words = new Intl.Collator(language, { numeric: true });
  return rows.toSorted((one, other) => {
    const [a, b] = [valueFor(one), valueFor(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(`${a}`, `${b}`);
    return isDown ? -order : order;
  });
}
