import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Pace } from './pace.ts';

test('without a limit everything may go', () => {
  const pace = new Pace(0);
  for (let n = 0; n < 1_000; n += 1) assert.ok(pace.take(0));
  assert.equal(pace.waitMs(0), 0);
});

test('one a second is one, and then a second of waiting', () => {
  const pace = new Pace(0);
  pace.limit(1);
  assert.ok(pace.take(0));
  assert.ok(!pace.take(0));
  assert.equal(pace.waitMs(250), 750);
  assert.ok(pace.take(1_000));
});

test('in no second go more than the limit and a quarter of it', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 10, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), steps, (perS, waits) => {
      const pace = new Pace(0);
      pace.limit(perS);
      const taken: number[] = [];
      let nowMs = 0;
      for (const wait of waits) {
        nowMs += wait;
        while (pace.take(nowMs)) taken.push(nowMs);
        assert.ok(pace.waitMs(nowMs) > 0);
      }
      for (const start of taken) {
        const within = taken.filter((at) => at >= start && at < start + 1_000).length;
        assert.ok(within <= perS + Math.max(1, perS / 4));
      }
    }),
  );
});
