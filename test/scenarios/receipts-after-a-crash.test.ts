/** kill -9 between the submit of a message and its receipt: the built-in operator still owes it afterwards. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openParleyFolder, type ParleyServer } from '#test/harness/parley-process.ts';
import { pause } from '#test/harness/pause.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';

test('a receipt that was owed when the process was killed comes after the restart', async () => {
  await using parley = await openParleyFolder();
  const first = await parley.serve();
  const testKey = /"apiKey":"(?<key>test_[^"]+)"/.exec(first.said)?.groups?.['key'] ?? '';
  const phoneNumbers = '+33639980103,+33639980001';
  const answer = await fetch(`http://127.0.0.1:${first.port}/v1/send`, {
    method: 'POST',
    body: JSON.stringify({ apiKey: testKey, phoneNumbers, message: 'Hello' }),
  });
  const { message_id: messageId } = (await answer.json()) as { message_id: number };
  await using storage = await openStorageBeside(parley.path);
  const owed = () => storage.simulator.listDeliveries(0, 10);
  while (!(await owed()).some(isLate)) await pause(5);
  first.signal('SIGKILL');
  await first.end;
  const second = await parley.serve();
  const status = (phone: string) => statusOf(second, { testKey, messageId, phone });
  while ((await status('+33639980001')) !== 'Delivered') await pause(50);
  assert.equal(await status('+33639980103'), 'Waiting');
  await parley.read('simulator', 'clock', '3d');
  while ((await status('+33639980103')) !== 'Delivered') await pause(50);
  while ((await owed()).length > 0) await pause(20);
  second.signal('SIGTERM');
  await second.end;
});

async function statusOf(
  { port }: ParleyServer,
  asked: { readonly testKey: string; readonly messageId: number; readonly phone: string },
): Promise<string> {
  const { testKey, messageId, phone } = asked;
  const query = `apiKey=${testKey}&messageId=${messageId}&phoneNumber=${phone}`;
  const answer = await fetch(`http://127.0.0.1:${port}/v1/message-status?${query}`);
  return ((await answer.json()) as { statut: string }).statut;
}

function isLate({ dueAtMs }: { readonly dueAtMs: number }): boolean {
  return dueAtMs > systemClock.nowMs() + 86_400_000;
}
