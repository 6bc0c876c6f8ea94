/**
 * How long messages and mails took, kept as counts of buckets: a DDSketch (Masson, Rim, Lee 2019), so that hours,
 * countries and operators add up to each other. A bucket is told by the least value in it, which no percentile
 * exceeds: what is shown is the true value or up to 4 % less, and never above the greatest.
 */

const accuracy = 0.02;
const growth = Math.log((1 + accuracy) / (1 - accuracy));
/** What took longer counts as this. */
const delayMaxMs = 72 * 3_600_000;

/** The least of the whole milliseconds that share its bucket. */
export function delayBucket(delayMs: number): number {
  const delay = Math.min(delayMaxMs, Math.max(1, Math.ceil(delayMs)));
  const bucket = Math.ceil(Math.log(delay) / growth);
  const least = Math.floor(Math.exp((bucket - 1) * growth)) + 1;
  return Math.min(least, delay);
}

/** The delay that so many of them did not exceed (0.95: of twenty all but one), by the nearest rank. */
export function delayOf(counts: ReadonlyMap<number, number>, share: number): number | undefined {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let passed = 0;
  for (const [bucket, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    passed += count;
    if (count > 0 && passed >= all * share) return bucket;
  }
  return undefined;
}
