import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { suite, test } from 'node:test';
import { systemClock } from './clock.ts';
import { SideThread } from './side-thread.ts';
import { nicenessBeside } from './thread-priority.ts';

const isLinux = process.platform === 'linux';

/** Answers its own niceness. */
const worker = `
  import { getPriority } from 'node:os';
  import { answerAside } from '${new URL('./side-work.ts', import.meta.url).href}';
  answerAside(() => getPriority());`;

suite('A thread that requests go before', () => {
  test('is as nice as the system lets it', () => {
    assert.deepEqual([-20, 0, 14, 15, 19].map(nicenessBeside), [-10, 10, 19, 19, 19]);
  });

  test('works on the side', {
    skip: isLinux ? false : 'Linux alone has a priority for each thread',
  }, async () => {
    const module = new URL(`data:text/javascript,${encodeURIComponent(worker)}`);
    const options = { module, patienceMs: 600_000, megabytesMax: 64, clock: systemClock };
    await using thread = new SideThread<string, number>(options);
    assert.equal(await thread.ask(''), nicenessBeside(getPriority()));
  });
});
