/** What a column of a table shows, and where it stands on a narrow screen. */
import type { ReactNode } from 'react';

export type Column<Row> = {
  readonly name: string;
  readonly show: (row: Row) => ReactNode;
  /** Figures stand to the right. */
  readonly isFigure?: boolean;
  /** Heads the card of a narrow screen, where its name is left out. */
  readonly isTitle?: boolean;
  /** Under which its reader's choice is kept in a list with a name; left out: it is always shown. */
  readonly id?: string;
  /** Hidden until its reader wants it. */
  readonly isExtra?: boolean;
  /** Its place in a card of three lines: beside the title, the line below, or the last line. In a list where one has a place, columns without are left out of cards. */
  readonly card?: 'corner' | 'line' | 'foot';
  /** In a card, its name stands before its value. */
  readonly isNamed?: boolean;
  /** Of a list that is whole in the page: its head sorts by this. It needs an `id`, unless it is the title. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** Rows are in its order. */
  readonly isOrder?: boolean;
};
