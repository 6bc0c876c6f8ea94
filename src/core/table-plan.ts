/** What a table would change of what stands: the plan of an import, as people see it and as it is carried out. */
import { z } from 'zod';

/** Changes that a plan lists one by one. */
export const changesShown = 200;

export type TablePlan<Wanted, Standing = Wanted> = {
  /** All that the table wants, whether or not it stands. */
  readonly set: readonly Wanted[];
  readonly added: readonly Wanted[];
  /** What it is to be, and what it is. */
  readonly changed: readonly (readonly [Wanted, Standing])[];
  readonly removed: readonly Standing[];
};

export const planShape = { added: z.int(), changed: z.int(), removed: z.int(), same: z.int() };

export function countPlan({ set, added, changed, removed }: TablePlan<unknown>) {
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    same: set.length - added.length - changed.length,
  };
}

/** Wanted rows that do not stand, and those that stand otherwise. */
export function differences<Wanted, Standing extends Wanted>(
  wanted: readonly Wanted[],
  standing: readonly Standing[],
  by: {
    readonly keyOf: (row: Wanted) => string;
    readonly isSame: (one: Wanted, other: Wanted) => boolean;
  },
): Pick<TablePlan<Wanted, Standing>, 'added' | 'changed'> {
  const known = new Map(standing.map((row) => [by.keyOf(row), row]));
  return {
    added: wanted.filter((row) => !known.has(by.keyOf(row))),
    changed: wanted.flatMap((row): (readonly [Wanted, Standing])[] => {
      const before = known.get(by.keyOf(row));
      return before === undefined || by.isSame(before, row) ? [] : [[row, before]];
    }),
  };
}
