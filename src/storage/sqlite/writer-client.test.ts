import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import type { StorageLoss } from '../storage.ts';
import { WriterClient } from './writer-client.ts';

/** A writer that opens, and then never answers: a disk that swallows an fsync looks like that. */
const hanging = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (message) => message === 'close' && parentPort.close());
  parentPort.postMessage({ ready: true });`;

async function openHanging() {
  const clock = new HeldClock();
  const losses: StorageLoss[] = [];
  const module = new URL(`data:text/javascript,${encodeURIComponent(hanging)}`);
  const options = { clock, lost: (loss: StorageLoss) => void losses.push(loss), module };
  const writer = await WriterClient.open({ file: 'none' }, options);
  return { writer, clock, losses };
}

const call = (writer: WriterClient) => writer.call('forgetGroups', 0, 1);

suite('the writer of a SQLite file', () => {
  test('that gives no answer for a minute is given up, and what waited hears which it was', async () => {
    const { writer, clock, losses } = await openHanging();
    const running = assert.rejects(call(writer), { name: 'CommitUnknown' });
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = assert.rejects(call(writer), { name: 'StorageUnavailable' });
    clock.advance(59_999);
    assert.deepEqual(losses, []);
    clock.advance(1);
    await Promise.all([running, waiting]);
    assert.deepEqual(losses, [{ why: 'writer silent', waitedMs: 60_000, threadHangs: true }]);
    await assert.rejects(call(writer), { name: 'StorageUnavailable' });
    await writer[Symbol.asyncDispose]();
  });

  test('what can wait goes with the first that can no longer', async () => {
    using folder = temporaryFolder();
    const clock = new HeldClock();
    const writer = await WriterClient.open({ file: `${folder.path}/parley.db` }, { clock });
    const waiting = [50, 10, 30].map((waitMs) => writer.callWithin(waitMs, 'forgetGroups', 0, 1));
    clock.advance(10);
    assert.deepEqual(await Promise.all(waiting), [0, 0, 0]);
    await writer[Symbol.asyncDispose]();
  });

  test('that has nothing to do is waited for without end', async () => {
    using folder = temporaryFolder();
    const clock = new HeldClock();
    const losses: StorageLoss[] = [];
    const options = { clock, lost: (loss: StorageLoss) => void losses.push(loss) };
    const writer = await WriterClient.open({ file: `${folder.path}/parley.db` }, options);
    assert.equal(await call(writer), 0);
    clock.advance(3_600_000);
    assert.equal(await call(writer), 0);
    await writer[Symbol.asyncDispose]();
    assert.deepEqual(losses, []);
  });
});
