import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { systemClock } from './clock.ts';
import { SideThread } from './side-thread.ts';

/** Answers which thread it is; told to, it ends behind its answer, or in place of it. */
const mortal = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (asked) => {
    if (asked !== 'end at once') parentPort.postMessage(threadId);
    if (asked !== 'live') parentPort.close();
  });
  parentPort.postMessage('');`;

suite('a thread beside the others', () => {
  test('that ends between two pieces of work is replaced before the next', async () => {
    const module = new URL(`data:text/javascript,${encodeURIComponent(mortal)}`);
    const options = { module, patienceMs: 600_000, megabytesMax: 16, clock: systemClock };
    await using thread = new SideThread<string, number>(options);
    const first = await thread.ask('end behind it');
    const second = await thread.ask('live').then((id) => id ?? thread.ask('live'));
    assert.notEqual(second, first);
    assert.equal(await thread.ask('live'), second);
    assert.equal(await thread.ask('end at once'), undefined);
    assert.notEqual(await thread.ask('live'), second);
  });

  test('ends once nothing was asked for a minute, and the next piece has another one', async () => {
    const clock = new HeldClock();
    const module = new URL(`data:text/javascript,${encodeURIComponent(mortal)}`);
    const options = { module, patienceMs: 600_000, megabytesMax: 16, clock };
    await using thread = new SideThread<string, number>(options);
    const first = await thread.ask('live');
    clock.advance(59_000);
    assert.equal(await thread.ask('live'), first);
    clock.advance(59_000);
    assert.equal(await thread.ask('live'), first);
    clock.advance(60_000);
    assert.notEqual(await thread.ask('live'), first);
  });
});
