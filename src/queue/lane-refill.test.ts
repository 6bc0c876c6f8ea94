import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { atMs } from '#test/harness/records.ts';
import { LaneRefill } from './lane-refill.ts';

function setup() {
  const told: unknown[] = [];
  const refill = new LaneRefill({
    clock: new HeldClock(atMs),
    refilled: () => told.push('refilled'),
    failed: (error) => told.push(error),
  });
  const memory = {
    wantsRefill: true,
    async refill(nowMs: number): Promise<void> {
      told.push(nowMs);
    },
  };
  return { told, refill, memory };
}

suite('a lane that runs dry', () => {
  test('is read once for each sign', async () => {
    const { told, refill, memory } = setup();
    for (let times = 0; times < 3; times += 1) refill.start(memory);
    await Promise.resolve();
    assert.deepEqual(told, [atMs, 'refilled']);
    refill.allow();
    refill.start(memory);
    await Promise.resolve();
    assert.deepEqual(told, [atMs, 'refilled', atMs, 'refilled']);
  });

  test('is not read while memory has all there is, and keeps its sign', async () => {
    const { told, refill, memory } = setup();
    memory.wantsRefill = false;
    refill.start(memory);
    memory.wantsRefill = true;
    refill.start(memory);
    await Promise.resolve();
    assert.deepEqual(told, [atMs, 'refilled']);
  });

  test('says so when it cannot be read, and is read at the next sign', async () => {
    const { told, refill, memory } = setup();
    const away = new Error('Away');
    refill.start({ wantsRefill: true, refill: () => Promise.reject(away) });
    await Promise.resolve();
    refill.allow();
    refill.start(memory);
    await Promise.resolve();
    assert.deepEqual(told, [away, atMs, 'refilled']);
  });
});
