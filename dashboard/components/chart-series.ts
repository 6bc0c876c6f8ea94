/** What a plot shows: its lines or bars over time, and how lines are told apart. */
import type { Axis } from './time-axis.ts';

export type Series = {
  readonly name: string;
  /** One for each instant; null: nothing is known. */
  readonly values: readonly (number | null)[];
  /** Quiet is what it is compared with: a line, also beside bars. */
  readonly tone: 'accent' | 'bad' | 'warn' | 'info' | 'quiet';
};

export type ChartProps = {
  readonly label: string;
  /** Milliseconds since 1970, rising. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly axis: Axis;
  /** Counts: bars that stand on each other. Left out: lines. */
  readonly isBars?: boolean;
  /** How a value is written; left out: as a number. */
  readonly show?: (value: number) => string;
  /** Where the axis ends, from 0; left out: a little above the highest value. */
  readonly top?: number;
};

/** Lines differ in more than their colour. */
export function dashOf(place: number, { tone }: Series): number[] | undefined {
  return tone === 'quiet' ? [4, 4] : [undefined, [6, 3], [2, 3], [9, 3, 2, 3]][place];
}
