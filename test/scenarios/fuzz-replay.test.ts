/** What once ended the program through a socket, brought to it again; HTTP has its own inputs too, as a witness. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { drivers } from '../fuzz/drivers.ts';
import { readCorpus } from '../fuzz/engine/corpus.ts';
import { drive, keptName } from '../fuzz/sockets/drive.ts';
import { World } from '../fuzz/sockets/world.ts';

const witness = 'http';
const msMax = 60_000;

suite('inputs that once ended the program through a socket', async () => {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await World.open());
  const opened = stack.move();
  const chosen = drivers
    .map((driver) => ({ driver, kept: readCorpus('broken', keptName(driver)) }))
    .filter(({ driver, kept }) => kept.length > 0 || driver.name === witness);
  for (const { driver, kept } of chosen) {
    test(`${driver.name}: are answered, and what follows them too`, async () => {
      const replayed = [...kept, ...driver.inputs(world).seeds];
      const wish = { inputs: replayed.length, ms: msMax, seed: 1, rate: 0, replayed };
      const driven = await drive(driver, world, wish, () => undefined);
      assert.ok(driven.inputs >= replayed.length, `${driven.inputs} inputs`);
      assert.deepEqual([driven.exits, driven.unanswered], [0, 0]);
    });
  }
  test('the world closes', () => opened.disposeAsync());
});
