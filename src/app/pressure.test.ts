import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { MemoryMark } from './pressure.ts';

test('memory above nine tenths turns work away until there is less', () => {
  const clock = new HeldClock();
  let usedBytes = 900;
  let looks = 0;
  const mark = new MemoryMark(clock, () => {
    looks += 1;
    return { usedBytes, limitBytes: 1_000 };
  });
  assert.equal(mark.isAbove, false);
  usedBytes = 901;
  assert.equal(mark.isAbove, false, 'it looks four times a second');
  clock.advance(250);
  for (let asked = 0; asked < 1_000; asked += 1) assert.ok(mark.isAbove);
  assert.equal(looks, 2);
  usedBytes = 10;
  clock.advance(250);
  assert.equal(mark.isAbove, false);
});

test('this process is below the mark', () => {
  assert.equal(new MemoryMark(new HeldClock()).isAbove, false);
});
