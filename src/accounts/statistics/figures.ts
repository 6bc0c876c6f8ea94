/** Adds up counted rows of figures, and writes what they come to as a table. */
import { delayOf } from '#core/delays.ts';
import { add, formatExact, type Millionths, zero } from '#core/money.ts';

export type CountOf<One> = (one: One) => number;

export function sumOf<One>(figures: readonly One[], countOf: CountOf<One>): number {
  return figures.reduce((sum, one) => sum + countOf(one), 0);
}

export function costOf(figures: readonly { readonly cost: Millionths }[]): string {
  return formatExact(figures.reduce((sum, { cost }) => add(sum, cost), zero));
}

/** Those that count most first. */
export function largestFirst<One, Key>(
  figures: readonly One[],
  keyOf: (figure: One) => Key,
  countOf: CountOf<One>,
): readonly (readonly [Key, readonly One[]])[] {
  return [...Map.groupBy(figures, keyOf)].toSorted(
    ([, a], [, b]) => sumOf(b, countOf) - sumOf(a, countOf),
  );
}

/** Of what arrived, whose `detail` is how long it took; null: nothing did. */
export function delaysOf<One extends { readonly detail: string }>(
  arrived: readonly One[],
  countOf: CountOf<One>,
) {
  const counts = new Map<number, number>();
  for (const one of arrived) {
    const bound = Number(one.detail);
    counts.set(bound, (counts.get(bound) ?? 0) + countOf(one));
  }
  return {
    halfWithinMs: delayOf(counts, 0.5) ?? null,
    mostWithinMs: delayOf(counts, 0.95) ?? null,
  };
}

/** Columns are named as the members are, in snake case; null is an empty cell. */
export function tableOf(
  members: readonly string[],
  rows: readonly Readonly<Record<string, string | number | null>>[],
): readonly (readonly string[])[] {
  const heading = members.map((name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  return [heading, ...rows.map((row) => members.map((name) => String(row[name] ?? '')))];
}
