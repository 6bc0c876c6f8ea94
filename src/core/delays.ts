/** How long messages and mails took, kept as counts between bounds; what is told of them lies within its bounds. */

const secondMs = 1_000;
const hourMs = 3_600_000;

/** Each count is of what took no longer than its bound, and longer than the one before it. */
export const delayBoundsMs: readonly number[] = [
  ...[1, 2, 3, 5, 7, 10, 15, 20, 30, 60, 120, 300, 900].map((s) => s * secondMs),
  ...[1, 4, 12, 24, 72].map((h) => h * hourMs),
];

/** The last bound takes what is longer, too. */
export function delayBound(delayMs: number): number {
  return delayBoundsMs.find((bound) => delayMs <= bound) ?? (delayBoundsMs.at(-1) as number);
}

/**
 * The delay that so many of them did not exceed (0.95: of twenty all but one), as if each bound's lay evenly
 * below it. Undefined where there are none.
 */
export function delayOf(counts: ReadonlyMap<number, number>, share: number): number | undefined {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all === 0) return undefined;
  const wanted = all * share;
  let passed = 0;
  let belowMs = 0;
  for (const bound of delayBoundsMs) {
    const count = counts.get(bound) ?? 0;
    if (count > 0 && passed + count >= wanted) {
      return Math.round(belowMs + ((bound - belowMs) * (wanted - passed)) / count);
    }
    passed += count;
    belowMs = bound;
  }
  return belowMs;
}
