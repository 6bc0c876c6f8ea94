/** Which columns of a list a reader wants to see: kept in this browser, list by list. */
import { useState } from 'react';
import { readColumns, writeColumns } from '../app/choices.ts';

type Choosable = {
  /** Under which the choice is kept; undefined: it is always shown. */
  readonly id?: string | undefined;
  /** Hidden until somebody wants it. */
  readonly isExtra?: boolean | undefined;
};

export type ColumnChoice<Column> = {
  readonly shown: readonly Column[];
  readonly isShown: (column: Column) => boolean;
  readonly toggle: (column: Column) => void;
};

/** `list`: undefined where nothing can be chosen. */
export function useShownColumns<Column extends Choosable>(
  list: string | undefined,
  columns: readonly Column[],
): ColumnChoice<Column> {
  const [changed, setChanged] = useState(() => readChanged(list));
  const isShown = (column: Column) => isColumnShown(column, changed);
  return {
    shown: columns.filter(isShown),
    isShown,
    toggle: ({ id }) => {
      if (list === undefined || id === undefined) return;
      const next = new Set(changed);
      if (!next.delete(id)) next.add(id);
      writeColumns(list, [...next].join(' '));
      setChanged(next);
    },
  };
}

/** `changed`: columns that are not as they are by default. */
export function isColumnShown({ id, isExtra = false }: Choosable, changed: ReadonlySet<string>) {
  return id === undefined || changed.has(id) === isExtra;
}

function readChanged(list: string | undefined): ReadonlySet<string> {
  const kept = list === undefined ? '' : readColumns(list);
  return new Set(kept.split(' ').filter((id) => id !== ''));
}
