/** The line above the rows of a list: how many there are, what is done with those selected, and how they are shown and saved. */
import type { ReactNode } from 'react';
import { type BulkAction, BulkBar } from './bulk.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import type { ListOrder } from './list-order.ts';
import type { ListSort } from './list-sort.ts';
import { type ReadAll, SaveRows } from './save-rows.tsx';
import type { ColumnChoice } from './shown-columns.ts';
import { ViewMenu } from './view-menu.tsx';

type BarProps<Row> = {
  readonly total: ReactNode;
  readonly bulk: readonly BulkAction<Row>[];
  readonly selected: readonly Row[];
  readonly clear: () => void;
  readonly order: ListOrder | undefined;
  readonly sort: ListSort<Row> | undefined;
  readonly columns: readonly Column<Row>[];
  readonly choice: ColumnChoice<Column<Row>>;
  /** The name of the table that they are saved as; undefined: they are not. */
  readonly csv: string | undefined;
  readonly readAll: ReadAll;
  readonly tools: ReactNode;
};

export function ListBar<Row>({ total, bulk, selected, clear, choice, ...given }: BarProps<Row>) {
  const { sort } = given;
  const choosable = given.columns.filter(({ id }) => id !== undefined);
  const sortable = sort === undefined ? [] : choice.shown.filter(({ sortBy }) => sortBy);
  return (
    <div className={classes['bar']}>
      <span className={classes['total']}>{total}</span>
      {bulk.length === 0 ? null : <BulkBar rows={selected} actions={bulk} clear={clear} />}
      <span className={classes['tools']}>
        {given.tools}
        {given.csv === undefined ? null : <SaveRows name={given.csv} readAll={given.readAll} />}
        {choosable.length === 0 && sortable.length === 0 ? null : (
          <ViewMenu
            order={given.order}
            sorts={sortable.map((column) => ({
              name: column.name,
              way: sort?.by !== column ? undefined : sort.isDown ? 'down' : 'up',
              turn: () => sort?.turn(column),
            }))}
            columns={choosable.map((column) => ({
              name: column.name,
              isShown: choice.isShown(column),
              toggle: () => choice.toggle(column),
            }))}
          />
        )}
      </span>
    </div>
  );
}
