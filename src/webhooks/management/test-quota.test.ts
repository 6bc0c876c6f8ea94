import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestQuota } from './test-quota.ts';

function taken(quota: TestQuota, count: number, nowMs: number): number[] {
  return Array.from({ length: count }, () => quota.take(7, nowMs).waitMs);
}

test('thirty tests may be made at once, then one every two seconds', () => {
  const quota = new TestQuota();
  assert.deepEqual(taken(quota, 32, 0), [...Array.from({ length: 30 }, () => 0), 2_000, 2_000]);
  assert.deepEqual(taken(quota, 2, 1_999), [1, 1]);
  assert.deepEqual(taken(quota, 2, 2_000), [0, 2_000]);
  assert.deepEqual(taken(quota, 4, 8_000), [0, 0, 0, 2_000]);
  assert.equal(taken(quota, 30, 200_000).at(-1), 0);
});

test('accounts do not use up each other’s', () => {
  const quota = new TestQuota();
  taken(quota, 31, 0);
  assert.equal(quota.take(8, 0).waitMs, 0);
});
