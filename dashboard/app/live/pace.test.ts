import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Pace } from './pace.ts';

test('many wishes are one, and what is wished meanwhile is done once more', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  let runs = 0;
  let running = Promise.withResolvers<void>();
  const run = (): Promise<void> => {
    runs += 1;
    running = Promise.withResolvers();
    return running.promise;
  };
  const pace = new Pace(run, 1_000);
  for (let wishes = 0; wishes < 50; wishes += 1) pace.wish();
  mock.timers.tick(100);
  assert.equal(runs, 1);
  pace.wish();
  pace.wish();
  mock.timers.tick(5_000);
  assert.equal(runs, 1, 'the first one has not ended');
  running.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  mock.timers.tick(100);
  assert.equal(runs, 2);
  running.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  pace.wish();
  mock.timers.tick(500);
  assert.equal(runs, 2, 'not so soon');
  pace.stop();
  mock.timers.tick(5_000);
  assert.equal(runs, 2);
  mock.timers.reset();
});
