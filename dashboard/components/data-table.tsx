/**
 * A list by cursor: a table where there is room, cards where there is not. `j`, `k` and Enter walk
 * through it. Rows that came since stand behind a button, so that nothing jumps under the pointer.
 */
import { Button } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { countText } from '../texts/texts.ts';
import classes from './data-table.module.css';
import { PausedNote } from './paused-note.tsx';
import { isNoLonger } from './query-view.tsx';
import { StaleNote } from './stale-note.tsx';
import { FailedView, Waiting } from './states.tsx';

export type Column<Row> = {
  readonly name: string;
  readonly show: (row: Row) => ReactNode;
  /** Figures stand to the right. */
  readonly isFigure?: boolean;
  /** Heads the card of a narrow screen, where its name is left out. */
  readonly isTitle?: boolean;
};

type News = { readonly count: number; readonly isMore: boolean; readonly show: () => void };

type TableProps<Row> = {
  /** What the table holds, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined: they are on their way. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string | number;
  /** Shown in place of no rows. */
  readonly empty: ReactNode;
  readonly failure?: unknown;
  readonly retry?: (() => void) | undefined;
  /** A row is opened: by a click, or Enter. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly more?: { readonly load: () => void; readonly isLoading: boolean } | undefined;
  readonly news?: News | undefined;
  /** Since when a live list hears nothing. */
  readonly pausedSinceMs?: number | undefined;
};

export function DataTable<Row>(props: TableProps<Row>) {
  const { rows, failure, retry, empty, more, news, pausedSinceMs } = props;
  const texts = useTexts(commonTexts);
  if (rows === undefined && !failure) return <Waiting />;
  if (rows === undefined || isNoLonger(failure)) {
    return <FailedView failure={failure} retry={retry} />;
  }
  return (
    <div>
      <StaleNote failure={failure} retry={retry} />
      <PausedNote sinceMs={pausedSinceMs} />
      <NewsButton news={news} />
      {rows.length === 0 ? empty : <Rows {...props} rows={rows} />}
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

type RowsProps<Row> = TableProps<Row> & { readonly rows: readonly Row[] };

function Rows<Row>({ label, columns, rows, keyOf, onOpen }: RowsProps<Row>) {
  const [reached, setReached] = useState<string | number>();
  // Tab reaches one row, and leaves the table from there: whoever walks through it has j, k and the arrows.
  const stop = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === reached),
  );
  const walk = (event: KeyboardEvent, row: Row) => {
    const step = steps[event.key];
    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(row);
    if (step === undefined || meansMore(event)) return;
    event.preventDefault();
    neighbour(event.currentTarget, step)?.focus();
  };
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, isFigure }) => (
              <th key={name} scope="col" data-figure={isFigure || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody data-rows>
          {rows.map((row, at) => (
            <tr
              key={keyOf(row)}
              tabIndex={at === stop ? 0 : -1}
              data-open={onOpen === undefined ? undefined : true}
              onClick={(event) => onOpen !== undefined && opens(event) && onOpen(row)}
              onKeyDown={(event) => walk(event, row)}
              onFocus={() => setReached(keyOf(row))}
            >
              {columns.map(({ name, show, isFigure, isTitle }) => (
                <td
                  key={name}
                  data-figure={isFigure || undefined}
                  data-title={isTitle || undefined}
                >
                  <span className={classes['name']} aria-hidden="true">
                    {name}
                  </span>
                  <span className={classes['value']}>{show(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function neighbour(row: Element, step: 1 | -1): HTMLElement | null {
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  return next instanceof HTMLElement ? next : null;
}

/** What has a use of its own for arrows and letters, and what reads them as the browser's. */
const withKeys =
  'input, select, textarea, audio, video, [contenteditable], [aria-haspopup], [role=menu], [role=radiogroup]';

/** A dialog that a row has opened stands elsewhere in the page, and its keys come by here all the same. */
function meansMore(event: KeyboardEvent): boolean {
  const { target, currentTarget, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return ctrlKey || metaKey || altKey || target.closest(withKeys) !== null;
}

/** Who marks text with the pointer wants to copy it, and who presses a button of the row wants that. */
function opens({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  const isOther = target.closest('a, button, label, input, select, textarea, audio') !== null;
  return !isOther && getSelection()?.isCollapsed !== false;
}
