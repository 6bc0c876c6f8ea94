/**
 * A list by cursor: a table where there is room, cards where there is not. `j`, `k` and Enter walk through it, `x`
 * selects. Rows that came since stand behind a button, so that nothing jumps under the pointer. A list with a name
 * has a line above its rows (list-bar.tsx).
 */
import { Button, Checkbox } from '@mantine/core';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { listTexts } from '../texts/lists.ts';
import { countText, type Language, type Plural } from '../texts/texts.ts';
import type { BulkAction } from './bulk.tsx';
import type { Column } from './column.ts';
import classes from './data-table.module.css';
import { ListBar } from './list-bar.tsx';
import type { ListOrder } from './list-order.ts';
import { type ListSort, sortRows, useSort } from './list-sort.ts';
import { NothingFits } from './nothing-fits.tsx';
import { PausedNote } from './paused-note.tsx';
import { isNoLonger } from './query-view.tsx';
import { blocksOf, RowBlock, wholeRowsMax } from './row-blocks.tsx';
import type { ReadAll } from './save-rows.tsx';
import { useShownColumns } from './shown-columns.ts';
import { StaleNote } from './stale-note.tsx';
import { FailedView, Waiting } from './states.tsx';
import { type Selection, useSelection } from './use-selection.ts';

type News = { readonly count: number; readonly isMore: boolean; readonly show: () => void };

export type TableProps<Row> = {
  /** What the table holds, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined: they are on their way. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string | number;
  /** Shown in place of no rows. */
  readonly empty: ReactNode;
  /** A filter is set: without rows, none fits it. */
  readonly isFiltered?: boolean;
  readonly failure?: unknown;
  readonly retry?: (() => void) | undefined;
  /** A row is opened: by a click, or Enter. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly more?: { readonly load: () => void; readonly isLoading: boolean } | undefined;
  readonly news?: News | undefined;
  /** Since when a live list hears nothing. */
  readonly pausedSinceMs?: number | undefined;
  /** The rows are of another filter: those of this one are on their way. */
  readonly isOld?: boolean | undefined;
  /** Its name, under which the browser keeps which columns are shown; left out: there is nothing to choose. */
  readonly list?: string | undefined;
  readonly order?: ListOrder | undefined;
  /** How many there are, in a line. */
  readonly total?: ReactNode;
  /** In its place, where the server tells the number of all rows: `{count} numbers`. */
  readonly counted?: Plural;
  readonly count?: number | undefined;
  /** What can be done with several rows at once; none: rows are not selected. */
  readonly bulk?: readonly BulkAction<Row>[] | undefined;
  /** The name of the file that its rows are saved as; left out: they are not. */
  readonly csv?: string | undefined;
  /** All rows that the filters choose; left out: those shown are all. */
  readonly readAll?: ReadAll | undefined;
  /** Before the tools of the line above the rows, such as a filter. */
  readonly tools?: ReactNode;
};

export function DataTable<Row>(props: TableProps<Row>) {
  const { failure, retry, empty, isFiltered = false, more, list, csv, bulk = [] } = props;
  const texts = useTexts(commonTexts);
  const { language } = useLanguage();
  const choice = useShownColumns(list, props.columns);
  const sort = useSort(list, choice.shown);
  const rows = more === undefined ? props.rows && sortRows(props.rows, sort, language) : props.rows;
  const selection = useSelection(rows?.map(props.keyOf) ?? []);
  // The page is as wide as a list needs before its rows are there, so that nothing moves when they come.
  if (rows === undefined || isNoLonger(failure)) {
    return (
      <div data-list={list}>
        {failure ? <FailedView failure={failure} retry={retry} /> : <Waiting />}
      </div>
    );
  }
  const selected = rows.filter((row) => selection.has(props.keyOf(row)));
  return (
    <div data-list={list}>
      <StaleNote failure={failure} retry={retry} />
      <PausedNote sinceMs={props.pausedSinceMs} />
      {list === undefined ? null : (
        <ListBar
          total={props.total ?? totalOf(props, language)}
          bulk={bulk}
          selected={selected}
          clear={selection.clear}
          order={props.order}
          sort={more === undefined ? sort : undefined}
          columns={props.columns}
          choice={choice}
          csv={rows.length === 0 ? undefined : csv}
          tools={props.tools}
          readAll={props.readAll ?? (async () => ({ rows, isAll: true }))}
        />
      )}
      <NewsButton news={props.news} />
      {rows.length === 0 ? (
        isFiltered ? (
          <NothingFits />
        ) : (
          empty
        )
      ) : (
        <Rows
          {...props}
          columns={choice.shown}
          rows={rows}
          sort={more === undefined ? sort : undefined}
          selection={bulk.length === 0 ? undefined : selection}
        />
      )}
      {more === undefined ? null : (
        <div className={classes['more']}>
          <Button variant="default" loading={more.isLoading} onClick={more.load}>
            {texts.more}
          </Button>
        </div>
      )}
    </div>
  );
}

function totalOf<Row>({ count, counted }: TableProps<Row>, language: Language): string {
  return count === undefined || counted === undefined ? '' : countText(counted, count, language);
}

/** Its place is always there: who does not see it hears of it. */
function NewsButton({ news }: { readonly news: News | undefined }) {
  const texts = useTexts(commonTexts);
  const { language } = useLanguage();
  return (
    <div role="status">
      {news === undefined ? null : (
        <div className={classes['news']}>
          <Button size="compact-sm" radius="xl" onClick={news.show}>
            {countText(news.isMore ? texts.newsMore : texts.news, news.count, language)}
          </Button>
        </div>
      )}
    </div>
  );
}

type RowsProps<Row> = TableProps<Row> & {
  readonly rows: readonly Row[];
  readonly selection: Selection | undefined;
  /** Undefined: not all rows are in the page. */
  readonly sort: ListSort<Row> | undefined;
};

function Rows<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, keyOf, selection, isOld = false } = props;
  const [reached, setReached] = useState<string | number>();
  // Tab stops at one row and then leaves the table; j, k and the arrows move between rows.
  const stop = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === reached),
  );
  const isLong = rows.length > wholeRowsMax;
  const table = useFixedWidths(isLong, columns.map(({ name }) => name).join('\n'));
  const cells = columns.length + (selection === undefined ? 0 : 1);
  return (
    <div className={classes['scroll']}>
      <table
        ref={table}
        className={classes['table']}
        aria-label={label}
        aria-busy={isOld}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
        data-cards={columns.some(({ card }) => card !== undefined) || undefined}
      >
        <Heads {...props} />
        {blocksOf(rows).map(([from, block]) => (
          <RowBlock key={from} columns={cells} isKept={stop >= from && stop < from + block.length}>
            {block.map((row, at) => (
              <OneRow
                {...props}
                key={keyOf(row)}
                row={row}
                place={isLong ? from + at : undefined}
                isStop={from + at === stop}
                reach={() => setReached(keyOf(row))}
              />
            ))}
          </RowBlock>
        ))}
      </table>
    </div>
  );
}

/** Rows that come and go would move the columns of a table that is as wide as its content. */
function useFixedWidths(isFixed: boolean, columns: string) {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const heads = [...(table.current?.querySelectorAll('th') ?? [])];
    const widths = heads.map((head) => head.getBoundingClientRect().width);
    const whole = widths.reduce((sum, width) => sum + width, 0);
    // Cards have heads that nobody sees.
    const isTable = whole > 400;
    if (!isFixed || !isTable || table.current === null || columns === '') return undefined;
    const { style } = table.current;
    for (const [at, head] of heads.entries()) {
      head.style.width = `${(100 * (widths[at] ?? 0)) / whole}%`;
    }
    style.tableLayout = 'fixed';
    return () => {
      for (const head of heads) head.style.width = '';
      style.tableLayout = '';
    };
  }, [isFixed, columns]);
  return table;
}

function Heads<Row>({ columns, selection, order, sort }: RowsProps<Row>) {
  const texts = useTexts(listTexts);
  return (
    <thead>
      <tr>
        {selection === undefined ? null : (
          <th scope="col" className={classes['pick']}>
            <Checkbox
              size="xs"
              aria-label={texts.selectAll}
              checked={selection.isAll}
              indeterminate={selection.isSome && !selection.isAll}
              onChange={selection.toggleAll}
            />
          </th>
        )}
        {columns.map((column) => (
          <Head key={column.name} column={column} order={order} sort={sort} />
        ))}
      </tr>
    </thead>
  );
}

type HeadProps<Row> = Pick<RowsProps<Row>, 'order' | 'sort'> & { readonly column: Column<Row> };

/** Its name is a button where rows can be put in its order. */
function Head<Row>({ column, order, sort }: HeadProps<Row>) {
  const { name, isFigure, isOrder = false, sortBy } = column;
  const isUp = order?.value === 'oldest';
  let sorted: 'ascending' | 'descending' | 'none' | undefined;
  let turn: (() => void) | undefined;
  if (isOrder && order !== undefined) {
    sorted = isUp ? 'ascending' : 'descending';
    turn = () => order.set(isUp ? 'newest' : 'oldest');
  } else if (sortBy !== undefined && sort !== undefined) {
    sorted = sort.by !== column ? 'none' : sort.isDown ? 'descending' : 'ascending';
    turn = () => sort.turn(column);
  }
  return (
    <th scope="col" data-figure={isFigure || undefined} aria-sort={sorted}>
      {turn === undefined || sorted === undefined ? (
        name
      ) : (
        <button type="button" className={classes['sort']} onClick={turn}>
          {`${name}\u00a0`}
          <span aria-hidden="true">{arrows[sorted]}</span>
        </button>
      )}
    </th>
  );
}

const arrows = { ascending: '↑', descending: '↓', none: '↕' } as const;

type OneRowProps<Row> = RowsProps<Row> & {
  readonly row: Row;
  /** In a list of which not all rows stand in the page. */
  readonly place: number | undefined;
  readonly isStop: boolean;
  readonly reach: () => void;
};

function OneRow<Row>(props: OneRowProps<Row>) {
  const { row, columns, keyOf, onOpen, selection, place, isStop, reach } = props;
  const texts = useTexts(listTexts);
  const id = useId();
  const key = keyOf(row);
  const isSelected = selection?.has(key) ?? false;
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row);
    const selects = event.key === 'x' && selection !== undefined;
    if ((step === undefined && !selects) || meansMore(event)) return;
    event.preventDefault();
    if (step === undefined) selection?.toggle(key);
    else neighbour(event.currentTarget, step)?.focus();
  };
  return (
    <tr
      tabIndex={isStop ? 0 : -1}
      data-open={onOpen === undefined ? undefined : true}
      data-selected={isSelected || undefined}
      aria-rowindex={place === undefined ? undefined : place + 2}
      onClick={(event) => onOpen !== undefined && opens(event) && onOpen(row)}
      onKeyDown={walk}
      onFocus={reach}
    >
      {selection === undefined ? null : (
        <td className={classes['pick']} data-pick>
          <Checkbox
            size="xs"
            id={`${id}-pick`}
            aria-label={texts.select}
            aria-labelledby={`${id}-pick ${id}-title`}
            checked={isSelected}
            tabIndex={isStop ? 0 : -1}
            onChange={() => undefined}
            onClick={({ shiftKey }) => selection.toggle(key, shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.name} id={id} column={column} row={row} />
      ))}
    </tr>
  );
}

type CellProps<Row> = {
  readonly id: string;
  readonly column: Column<Row>;
  readonly row: Row;
};

function Cell<Row>({ id, column, row }: CellProps<Row>) {
  const { name, show, isFigure, isTitle, card, isNamed } = column;
  const value = show(row);
  return (
    <td
      id={isTitle ? `${id}-title` : undefined}
      data-figure={isFigure || undefined}
      data-title={isTitle || undefined}
      data-card={card}
      data-named={isNamed || undefined}
      data-none={(value === none && !isTitle) || undefined}
    >
      <span className={classes['name']} aria-hidden="true">
        {name}
      </span>
      <span className={classes['value']}>{value}</span>
    </td>
  );
}

/** What a column shows for a row that has no such value; a card leaves it out. */
const none = '–';

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Also in the block beside its own. */
function neighbour(row: Element, step: 1 | -1): HTMLElement | null {
  const block = row.parentElement;
  const next =
    step === 1
      ? (row.nextElementSibling ?? block?.nextElementSibling?.firstElementChild)
      : (row.previousElementSibling ?? lastRowOf(block?.previousElementSibling));
  return next instanceof HTMLElement ? next : null;
}

function lastRowOf(block: Element | null | undefined): Element | null | undefined {
  return block?.matches('[data-rows]') ? block.lastElementChild : undefined;
}

/** What has a use of its own for arrows and letters, and what reads them as the browser's. */
const withKeys =
  'input:not([type=checkbox]), select, textarea, audio, video, [contenteditable], [aria-haspopup], [role=menu], [role=radiogroup]';

/** A dialog that a row has opened stands elsewhere in the page, and its keys come by here all the same. */
function meansMore(event: KeyboardEvent): boolean {
  const { target, currentTarget, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return ctrlKey || metaKey || altKey || target.closest(withKeys) !== null;
}

/** Who marks text with the pointer wants to copy it, and who presses a button of the row wants that. */
function opens({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  const isOther =
    target.closest('a, button, label, input, select, textarea, audio, [data-pick]') !== null;
  return !isOther && getSelection()?.isCollapsed !== false;
}
