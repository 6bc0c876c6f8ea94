import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { QuietWaits } from './quiet-waits.ts';

function setup() {
  const clock = new HeldClock();
  const world = { clock, waits: new QuietWaits(clock, 5_000), underWay: 2, isOver: false };
  const wait = async (): Promise<void> => {
    await world.waits.until(() => world.underWay === 0);
    world.isOver = true;
  };
  return { world, wait };
}

suite('a wait for quiet', () => {
  test('is over at once where nothing is under way', async () => {
    const { world, wait } = setup();
    world.underWay = 0;
    await wait();
    assert.ok(world.isOver);
  });

  test('ends with the last of what is under way', async () => {
    const { world, wait } = setup();
    const ended = wait();
    world.underWay = 1;
    world.waits.look();
    await Promise.resolve();
    assert.equal(world.isOver, false);
    world.underWay = 0;
    world.waits.look();
    await ended;
    assert.ok(world.isOver);
  });

  test('is given up when its time is over', async () => {
    const { world, wait } = setup();
    const ended = wait();
    world.clock.advance(4_999);
    await Promise.resolve();
    assert.equal(world.isOver, false);
    world.clock.advance(1);
    await ended;
    assert.equal(world.underWay, 2);
  });
});
