import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { delayBound, delayBoundsMs, delayOf } from './delays.ts';

suite('delays', () => {
  test('are kept by the bound that they do not exceed', () => {
    const delays = [0, 1_000, 1_001, 59_999, 400 * 3_600_000];
    const bounds = [1_000, 1_000, 2_000, 60_000, 72 * 3_600_000];
    assert.deepEqual(delays.map(delayBound), bounds);
  });

  test('tell what half and nearly all of the messages did not exceed, within their bounds', () => {
    const counts = new Map([
      [2_000, 50],
      [10_000, 50],
    ]);
    assert.equal(delayOf(counts, 0.5), 2_000);
    assert.equal(delayOf(counts, 0.25), 1_500);
    assert.equal(delayOf(counts, 0.95), 7_000 + 3_000 * 0.9);
    assert.equal(delayOf(new Map(), 0.5), undefined);
  });

  test('grow with the share that is asked for, and stay within the bounds', () => {
    const counts = new Map(delayBoundsMs.map((bound, at) => [bound, (at * 7) % 5]));
    let before = 0;
    for (let share = 0.01; share <= 1; share += 0.01) {
      const delay = delayOf(counts, share) ?? -1;
      assert.ok(delay >= before && delay <= 72 * 3_600_000);
      before = delay;
    }
  });
});
