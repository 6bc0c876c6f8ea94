/** A message that leaves later: it can be asked for, and taken back with its money. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';

type Item = { readonly phoneNumber: string; readonly status: string };

function tomorrow(): string {
  const at = Temporal.Now.zonedDateTimeISO('Europe/Paris').add({ days: 1 });
  return `${String(at.day).padStart(2, '0')}/${String(at.month).padStart(2, '0')}/${at.year}`;
}

test('a scheduled message is taken back once, and its money is there again', async () => {
  await using app = await openApp();
  const key = `apiKey=${app.testKey}`;
  const balance = async (): Promise<unknown> => {
    const { json } = await app.get(`/v1/me?${key}`);
    const { credits } = json as { credits: { balance: string; toSend: number } };
    return [credits.balance, credits.toSend];
  };
  assert.deepEqual(await balance(), ['100.000', 0]);
  const sent = await app.post('/v1/send', {
    apiKey: app.testKey,
    phoneNumbers: ['+33639980101', '+33639980104'],
    message: 'a'.repeat(200),
    tag: 'later',
    scheduledDeliveryDate: tomorrow(),
    time: 12,
  });
  assert.equal(sent.json['nb_sms'], 4);
  assert.deepEqual(await balance(), ['99.848', 4]);

  const messageId = Number(sent.json['message_id']);
  const { json: statuses } = await app.get(`/v1/bulk-status-by-tag?${key}&tag=later`);
  assert.deepEqual(
    (statuses['StatutResponse_List'] as Item[]).map(({ phoneNumber, status }) => [
      phoneNumber,
      status,
    ]),
    [
      ['+33639980101', 'Waiting'],
      ['+33639980104', 'Waiting'],
    ],
  );

  const cancel = `/v1/message-cancel?${key}&messageId=${messageId}`;
  assert.equal((await app.get(cancel)).status, 200);
  assert.equal((await app.get(cancel)).json['code'], 5);
  assert.deepEqual(await balance(), ['100.000', 0]);
  const { json: after } = await app.get(`/v1/bulk-status?${key}&messageId=${messageId}`);
  const items = after['StatutResponse_List'] as Item[];
  assert.deepEqual(
    items.map(({ status }) => status),
    ['Not delivered', 'Not delivered'],
  );
});
