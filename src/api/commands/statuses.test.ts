import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ApiPorts } from '#api/api-server.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import { assertRefused, liveKey, openApiWorld } from '#test/harness/api-world.ts';

function status(messageId: number, digits: string, state: RecipientStatus['state']) {
  const atMs = Date.UTC(2030, 6, 1, 10);
  const cost = 49_000 as Millionths;
  return { messageId, phone: digits as PhoneNumber, state, atMs, cost, currency: 'EUR' };
}

const ada = status(307, '33612345678', 'delivered');
const bob = status(307, '33612345679', 'waiting');
const told = (phoneNumber: string, said: string, stopSMS = false) => {
  const when = { date: '1909130400', dateLocal: '2030-07-01 12:00:00' };
  return { phoneNumber, status: said, stopSMS, cost: 0.049, ...when };
};

function openWorld() {
  const asked: unknown[] = [];
  const ports: Partial<ApiPorts> = {
    stopped: async (_, phones) => new Set(phones.filter((phone) => phone === bob.phone)),
    status: async ({ accountId }, messageId, phone) =>
      accountId === 7 && messageId === 307
        ? [ada, bob].find((each) => each.phone === phone)
        : undefined,
    messages: {
      recipientsOf: async ({ accountId }, id) => (accountId === 7 && id === 307 ? [ada, bob] : []),
      recipientsWithTag: async (page) => {
        asked.push(page);
        return [ada, bob];
      },
      countWithTag: async () => 102,
      findMessage: async () => undefined,
      cancel: async () => 0,
    },
  };
  return Object.assign(openApiWorld(ports), { asked });
}

suite('multi-status', () => {
  const path = `/v1/multi-status?apiKey=${liveKey}`;

  test('answers each pair in its place, also one that is unknown', async () => {
    await using world = await openWorld();
    const pairs = [
      { phoneNumber: '+33612345679', messageId: 307 },
      { phoneNumber: '0612345678', messageId: '307' },
      { phoneNumber: '0612345678', messageId: 308 },
      { phoneNumber: 'nobody', messageId: 'x' },
      'nonsense',
    ];
    const init = { method: 'POST', body: JSON.stringify({ SMSStatut_List: pairs }) };
    const { body } = await world.ask(path, init);
    const when = { date: '1909130400', dateLocal: '2030-07-01 12:00:00' };
    const found = { success: true, code: 200, messageId: 307, ...when, isSpam: false };
    assert.deepEqual(body['StatutResponse_List'], [
      { ...found, phoneNumber: '+33612345679', status: 'Waiting', stopSms: true },
      { ...found, phoneNumber: '+33612345678', status: 'Delivered', stopSms: false },
      { success: false, code: 4, phoneNumber: '0612345678', messageId: 308 },
      { success: false, code: 4, phoneNumber: 'nobody', messageId: 0 },
      { success: false, code: 4, phoneNumber: '', messageId: 0 },
    ]);
  });

  test('reads and writes XML under either spelling of the list', async () => {
    await using world = await openWorld();
    const item = '<item><phoneNumber>+33612345678</phoneNumber><messageId>307</messageId></item>';
    const body = `<r><SMSStatus_List>${item}</SMSStatus_List></r>`;
    const { text } = await world.ask(path, { method: 'POST', body });
    assert.match(text, /<StatutResponse_List><item><success>true<\/success><code>200<\/code>/);
  });

  test('takes 500 pairs and no more', async () => {
    await using world = await openWorld();
    const list = Array.from({ length: 501 }, () => ({ phoneNumber: '0612345678', messageId: 307 }));
    const body = JSON.stringify({ SMSStatut_List: list });
    assertRefused(await world.ask(path, { method: 'POST', body }), 400, 50, 'SMSStatut_List');
    assertRefused(await world.ask(path), 400, 3, 'SMSStatut_List');
  });
});

suite('bulk-status', () => {
  test('tells of every recipient of a message', async () => {
    await using world = await openWorld();
    const { body } = await world.ask(`/v1/bulk-status?apiKey=${liveKey}&messageId=307`);
    assert.deepEqual(body, {
      success: true,
      code: 200,
      message_id: '307',
      StatutResponse_List: [
        told('+33612345678', 'Delivered'),
        told('+33612345679', 'Waiting', true),
      ],
    });
  });

  test('knows no message of another account', async () => {
    await using world = await openWorld();
    for (const id of ['308', 'x', '9'.repeat(30)]) {
      const reply = await world.ask(`/v1/bulk-status?apiKey=${liveKey}&messageId=${id}`);
      assertRefused(reply, 404, 4, 'messageId');
    }
    assertRefused(await world.ask(`/v1/bulk-status?apiKey=${liveKey}`), 400, 3, 'messageId');
  });
});

suite('bulk-status-by-tag', () => {
  const path = `/v1/bulk-status-by-tag?apiKey=${liveKey}`;

  test('tells of a page of recipients', async () => {
    const opening = openWorld();
    await using world = await opening;
    const { body } = await world.ask(`${path}&tag=spring&page=2`);
    assert.deepEqual(opening.asked, [
      { accountId: 7, mode: 'live', tag: 'spring', offset: 100, limit: 100 },
    ]);
    assert.deepEqual(body, {
      success: true,
      code: 200,
      message_id: '307',
      StatutResponse_List: [
        { messageId: '307', ...told('+33612345678', 'Delivered') },
        { messageId: '307', ...told('+33612345679', 'Waiting', true) },
      ],
      currentPage: 2,
      total: 102,
    });
  });

  test('names what is missing or out of bounds', async () => {
    await using world = await openWorld();
    assertRefused(await world.ask(path), 400, 2, 'tag');
    assertRefused(await world.ask(`${path}&tag=a&page=0`), 400, 9, 'page');
    assertRefused(await world.ask(`${path}&tag=a&page=1001`), 400, 9, 'page');
  });
});
