import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { MemoryMark } from './pressure.ts';

for (const kind of ['heapBytes', 'outsideBytes'] as const) {
  test(`memory above nine tenths, of ${kind}, turns work away until there is less`, () => {
    const clock = new HeldClock();
    const use = { heapBytes: 0, heapMaxBytes: 1_000, outsideBytes: 0, outsideMaxBytes: 1_000 };
    use[kind] = 900;
    let looks = 0;
    const mark = new MemoryMark(clock, () => {
      looks += 1;
      return use;
    });
    assert.equal(mark.isAbove, false);
    use[kind] = 901;
    assert.equal(mark.isAbove, false, 'it looks four times a second');
    clock.advance(250);
    for (let asked = 0; asked < 1_000; asked += 1) assert.ok(mark.isAbove);
    assert.equal(looks, 2);
    use[kind] = 10;
    clock.advance(250);
    assert.equal(mark.isAbove, false);
  });
}

test('this process is below the mark', () => {
  assert.equal(new MemoryMark(new HeldClock()).isAbove, false);
});
