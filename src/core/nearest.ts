/** "Did you mean": the known word nearest to one that nobody knows. */

/** The word that takes the fewest slips of the finger; the earlier one of two that are equally near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const near = known.map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) }));
  return near.toSorted((a, b) => a.slips - b.slips)[0]?.candidate;
}

/** More is a paste, not a slip; the cost is the product of the two lengths. */
const comparedMax = 64;

/** Letters that were added, lost, mistaken or swapped with their neighbour. */
function slipsBetween(a: string, b: string): number {
  const from = a.slice(0, comparedMax);
  const to = b.slice(0, comparedMax);
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
