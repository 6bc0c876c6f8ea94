import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openLog } from './log.ts';
import { spareMemory } from './spare-memory.ts';

const megabyte = 1_000_000;

test('a thread that rests after its start gives memory back once', async () => {
  await using world = setup();
  await world.after(150 * megabyte);
  assert.equal(world.collected(), 0);
  await world.after(3 * megabyte);
  assert.equal(world.collected(), 1);
  await world.after(3 * megabyte);
  assert.equal(world.collected(), 1);
});

test('a busy thread gives nothing back until it rests again', async () => {
  await using world = setup();
  await world.after(3 * megabyte);
  for (let look = 0; look < 5; look += 1) await world.after(900 * megabyte);
  assert.equal(world.collected(), 1);
  await world.after(3 * megabyte);
  assert.equal(world.collected(), 2);
});

function setup() {
  const clock = new HeldClock();
  let allocated = 80 * megabyte;
  let collected = 0;
  const loop = spareMemory({
    clock,
    log: openLog('info', () => undefined),
    allocatedBytes: () => allocated,
    collect: () => {
      collected += 1;
    },
  });
  loop.start();
  return {
    collected: () => collected,
    /** The next look, so many bytes later. */
    after: async (bytes: number) => {
      await turn();
      allocated += bytes;
      clock.advance(20_000);
      await turn();
    },
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  };
}
