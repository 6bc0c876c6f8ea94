/**
 * The rows of a long list in blocks: those far from what is seen are an empty row as tall as they were, so that
 * a list of any length costs what a page of it does.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './data-table.module.css';

/** Rows of a block, and from how many rows on a list has several. */
const blockRows = 30;
export const wholeRowsMax = 100;

/** About a screen, so that a key held down finds its next row. */
const aheadOf = '900px 0px';

type BlockProps = {
  readonly columns: number;
  /** It has the row that keys reach. */
  readonly isKept: boolean;
  readonly children: ReactNode;
};

export function RowBlock({ columns, isKept, children }: BlockProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** Its height where it is out of sight. */
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const block = body.current;
    if (block === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1);
        if (seen === undefined) return;
        setHeight(seen.isIntersecting ? undefined : seen.boundingClientRect.height);
      },
      { rootMargin: aheadOf },
    );
    observer.observe(block);
    return () => observer.disconnect();
  }, []);
  return (
    <tbody ref={body} data-rows>
      {height === undefined || isKept ? (
        children
      ) : (
        <tr className={classes['gap']}>
          <td colSpan={columns} style={{ height }} aria-hidden />
        </tr>
      )}
    </tbody>
  );
}

/** The rows in blocks, each with the place of its first. */
export function blocksOf<Row>(
  rows: readonly Row[],
): readonly (readonly [number, readonly Row[]])[] {
  if (rows.length <= wholeRowsMax) return [[0, rows]];
  const blocks = Math.ceil(rows.length / blockRows);
  return Array.from({ length: blocks }, (_, at) => [
    at * blockRows,
    rows.slice(at * blockRows, (at + 1) * blockRows),
  ]);
}
