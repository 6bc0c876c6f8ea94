import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilChanged } from './until-changed.ts';

test('a round that found nothing is skipped until something is stored', async () => {
  const { round, world } = setup();
  await round();
  await round();
  assert.equal(world.rounds, 1);
  world.version += 1;
  await round();
  assert.equal(world.rounds, 2);
});

test('a round that found something is followed by another', async () => {
  const { round, world } = setup();
  world.found = 3;
  await round();
  world.found = 0;
  await round();
  await round();
  assert.equal(world.rounds, 2);
});

test('what is stored during a round has a round of its own', async () => {
  const { round, world } = setup();
  world.during = () => (world.version += 1);
  await round();
  world.during = () => 0;
  await round();
  assert.equal(world.rounds, 2);
});

test('a round that failed comes again', async () => {
  const { round, world } = setup();
  world.during = () => {
    throw new Error('It broke');
  };
  await assert.rejects(round(), /It broke/);
  await assert.rejects(round(), /It broke/);
  assert.equal(world.rounds, 2);
});

test('every round is taken on a storage that does not know', async () => {
  let rounds = 0;
  const round = untilChanged(undefined, async () => {
    rounds += 1;
    return 0;
  });
  await round();
  await round();
  assert.equal(rounds, 2);
});

function setup() {
  const world = { version: 1, rounds: 0, found: 0, during: (): number => 0 };
  const round = untilChanged(
    () => world.version,
    async () => {
      world.rounds += 1;
      world.during();
      return world.found;
    },
  );
  return { round, world };
}
