import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { nextAttemptAtMs } from './delivery-schedule.ts';

const hourMs = 3_600_000;
const lifeMs = 72 * hourMs;
const middle = 0.5;

/** The times of all attempts of a delivery that always fails at once. */
function attempts(random: () => number): number[] {
  const at = [0];
  for (let n = 1; n < 100; n += 1) {
    const nowMs = at.at(-1) ?? 0;
    const next = nextAttemptAtMs({ nowMs, n, expiresAtMs: lifeMs }, random());
    if (next === undefined) return at;
    at.push(next);
  }
  return at;
}

suite('the schedule of a delivery', () => {
  test('has fourteen attempts in 72 hours, the second after five seconds', () => {
    const at = attempts(() => middle);
    assert.equal(at.length, 14);
    assert.deepEqual(at.slice(0, 5), [0, 5_000, 35_000, 155_000, 755_000]);
    assert.equal(at.at(-1), 71 * hourMs + 42 * 60_000 + 35_000);
  });

  test('spreads each delay by 20 %', () => {
    const failed = { nowMs: 0, n: 1, expiresAtMs: lifeMs };
    assert.equal(nextAttemptAtMs(failed, 0), 4_000);
    assert.equal(nextAttemptAtMs(failed, 1), 6_000);
  });

  test('pulls an attempt that would come too late inside', () => {
    const failed = { nowMs: 60 * hourMs, n: 13, expiresAtMs: lifeMs };
    assert.equal(nextAttemptAtMs(failed, middle), lifeMs - 60_000);
    assert.equal(nextAttemptAtMs({ ...failed, nowMs: lifeMs - hourMs }, middle), undefined);
  });

  test('goes forward, stays inside, and never ends more than 20 hours early', () => {
    const chances = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 100 });
    fc.assert(
      fc.property(chances, (randoms) => {
        const drawn = randoms.values();
        const at = attempts(() => drawn.next().value ?? 0);
        for (const [index, time] of at.entries())
          assert.ok(index === 0 || time > (at[index - 1] ?? 0));
        assert.ok((at.at(-1) ?? 0) < lifeMs);
        assert.ok((at.at(-1) ?? 0) > lifeMs - 20 * hourMs);
      }),
    );
  });
});
