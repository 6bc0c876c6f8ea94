import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { delayBucket, delayOf } from './delays.ts';

const aDelay = fc.oneof(
  fc.integer({ min: 1, max: 2_000 }),
  fc.integer({ min: 1, max: 72 * 3_600_000 }),
);

function countsOf(delays: readonly number[]): ReadonlyMap<number, number> {
  const buckets = Map.groupBy(delays, delayBucket);
  return new Map([...buckets].map(([bucket, { length }]) => [bucket, length]));
}

/** By the nearest rank. */
function exactly(delays: readonly number[], share: number): number {
  const sorted = delays.toSorted((a, b) => a - b);
  return sorted[Math.ceil(delays.length * share) - 1] ?? 0;
}

suite('delays', () => {
  test('share buckets whose least value is told, and which no other bucket overlaps', () => {
    const property = fc.property(aDelay, (delay) => {
      const bucket = delayBucket(delay);
      assert.ok(bucket <= delay && bucket > delay / 1.05, `${delay} in ${bucket}`);
      assert.equal(delayBucket(bucket), bucket);
    });
    fc.assert(property);
  });

  test('have percentiles near the true ones, never above them or the greatest', () => {
    const delays = fc.array(aDelay, { minLength: 1, maxLength: 300 });
    const property = fc.property(delays, fc.constantFrom(0.5, 0.95, 1), (taken, share) => {
      const told = delayOf(countsOf(taken), share) ?? 0;
      const exact = exactly(taken, share);
      assert.ok(told <= exact && told > exact / 1.05, `${told} for ${exact}`);
      assert.ok(told <= Math.max(...taken));
    });
    fc.assert(property);
  });

  test('merge: counts of two hours added up are those of both', () => {
    const [one, other] = [
      [40, 40, 800],
      [40, 9_000],
    ];
    const sum = new Map(countsOf(one));
    for (const [bucket, count] of countsOf(other)) sum.set(bucket, (sum.get(bucket) ?? 0) + count);
    assert.deepEqual(delayOf(sum, 0.5), delayOf(countsOf([...one, ...other]), 0.5));
  });

  test('of nothing have no percentile', () => {
    assert.equal(delayOf(new Map(), 0.5), undefined);
  });

  test('beyond three days count as three days, below a millisecond as one', () => {
    assert.equal(delayBucket(400 * 3_600_000), delayBucket(72 * 3_600_000));
    assert.equal(delayBucket(0), 1);
  });
});
