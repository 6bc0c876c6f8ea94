import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { assertRefused, liveKey, openApiWorld } from '#test/harness/api-world.ts';
import type { StatusPorts } from './message-status.ts';

const found: StatusPorts['status'] = async ({ accountId }, messageId, phone) =>
  accountId === 7 && messageId === 307 && phone === '33612345678'
    ? {
        messageId,
        phone: '33612345678' as PhoneNumber,
        state: 'not delivered',
        atMs: Date.UTC(2030, 6, 1, 10, 0, 5),
        cost: 49_000 as Millionths,
        currency: 'EUR',
      }
    : undefined;

const path = `/v1/message-status?apiKey=${liveKey}`;

suite('GET /v1/message-status', () => {
  test('tells what became of the message at a recipient', async () => {
    await using world = await openApiWorld({ status: found });
    const { body } = await world.ask(`${path}&messageId=307&phoneNumber=+33612345678`);
    assert.deepEqual(body, {
      success: true,
      code: 200,
      number: '+33612345678',
      messageId: '307',
      stopSms: false,
      date: '1909130405',
      dateLocal: '2030-07-01 12:00:05',
      statut: 'Not delivered',
      cost: 0.049,
      countryCode: 'FR',
      currency: 'EUR',
    });
  });

  test('names the field that is missing', async () => {
    await using world = await openApiWorld({ status: found });
    assertRefused(await world.ask(path), 400, 2, 'phoneNumber', 'messageId');
    assertRefused(await world.ask(`${path}&phoneNumber=0612345678`), 400, 3, 'messageId');
    assertRefused(await world.ask(`${path}&messageId=307`), 400, 2, 'phoneNumber');
  });

  test('does not tell an unknown message from one of somebody else', async () => {
    await using world = await openApiWorld({ status: found });
    for (const id of ['308', 'abc', '-1', '9'.repeat(40), '3.07e2']) {
      const reply = await world.ask(`${path}&messageId=${id}&phoneNumber=0612345678`);
      assertRefused(reply, 404, 4, 'messageId');
    }
    const other = await world.ask(`${path}&messageId=307&phoneNumber=0612345679`);
    assertRefused(other, 404, 4, 'messageId');
    const wrong = await world.ask(`${path}&messageId=307&phoneNumber=12`);
    assertRefused(wrong, 400, 9, 'phoneNumber');
  });
});
