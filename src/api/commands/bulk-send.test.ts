import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ApiPorts } from '#api/api-server.ts';
import type { Millionths } from '#core/money.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { assertRefused, liveKey, openApiWorld } from '#test/harness/api-world.ts';

const ada = '+33612345678';
const bob = '+33612345679';

/** An engine that has no price for Bob. */
function openWorld() {
  const asked: SendRequest[] = [];
  const send: ApiPorts['send'] = async (request) => {
    asked.push(request);
    const sent = {
      messageId: 307,
      parts: 2,
      cost: 76_000 as Millionths,
      currency: 'EUR',
      scheduledAtMs: request.scheduledAtMs ?? null,
      deferredUntilMs: null,
      held: false,
      each: request.phones.map((phone) =>
        phone === bob.slice(1)
          ? ({ phone, refusal: { why: 'no price' } } as const)
          : { phone, parts: 2, cost: 76_000 as Millionths },
      ),
    };
    return { ok: true, sent };
  };
  return Object.assign(openApiWorld({ send }), { asked });
}

function item(to: string): string {
  return `<item><phoneNumber>${to}</phoneNumber><message>Hi</message></item>`;
}

function post(world: Awaited<ReturnType<typeof openWorld>>, SMSList: unknown, more: object = {}) {
  const body = JSON.stringify({ apiKey: liveKey, SMSList, ...more });
  return world.ask('/v1/bulk-send', { method: 'POST', body });
}

suite('POST /v1/bulk-send', () => {
  test('sends the good ones under one id and tells of each in its place', async () => {
    const opening = openWorld();
    await using world = await opening;
    const list = [
      { phoneNumber: '12', message: 'a' },
      { phoneNumber: bob, message: 'To Bob' },
      { phoneNumber: ada, message: 'To :br: Ada' },
      { phoneNumber: '0612345678', message: 'again' },
      { phoneNumber: '0612345677' },
      'nonsense',
    ];
    const { body } = await post(world, list, { tag: 't', sender: 'Acme' });
    const failed = { success: false, nbSms: 0, cost: 0 };
    assert.deepEqual(body, {
      success: true,
      code: 200,
      message_id: 307,
      currency: 'EUR',
      cost: 0.076,
      nbSMS: 2,
      SMSResponse_List: [
        { ...failed, code: 9, phoneNumber: '12' },
        { ...failed, code: 13, phoneNumber: bob },
        { success: true, code: 200, nbSms: 2, cost: 0.076, phoneNumber: ada },
        { ...failed, code: 9, phoneNumber: ada },
        { ...failed, code: 43, phoneNumber: '+33612345677' },
        { ...failed, code: 2, phoneNumber: '' },
      ],
    });
    const [request] = opening.asked;
    assert.deepEqual(request?.phones, [bob.slice(1), ada.slice(1)]);
    assert.deepEqual(request.texts, ['To Bob', 'To \n Ada']);
    assert.deepEqual([request.partial, request.tag, request.sender], [true, 't', 'Acme']);
  });

  test('tells when a message leaves that is to leave later', async () => {
    const opening = openWorld();
    await using world = await opening;
    const later = { scheduledDeliveryDate: '21/12/2030', time: '11', minute: 5 };
    const { body } = await post(world, [{ phoneNumber: ada, message: 'a' }], later);
    assert.equal(body['scheduledDeliveryDate'], '2030-12-21 11:05:00');
  });

  for (const [how, list] of [
    ['as PHP writes a list with gaps', { '0': { phoneNumber: ada, message: 'a' } }],
    ['as a text of JSON in a form', JSON.stringify([{ phoneNumber: ada, message: 'a' }])],
  ] as const) {
    test(`reads a list ${how}`, async () => {
      const opening = openWorld();
      await using world = await opening;
      const { body } = await world.ask('/v1/bulk-send', {
        method: 'POST',
        body: JSON.stringify({ apiKey: liveKey, SMSList: list }),
      });
      assert.equal(body['code'], 200);
      assert.deepEqual(opening.asked[0]?.texts, ['a']);
    });
  }

  test('reads XML', async () => {
    const opening = openWorld();
    await using world = await opening;
    const body = `<r><apiKey>${liveKey}</apiKey><SMSList>${item(ada)}${item(bob)}</SMSList></r>`;
    const { text } = await world.ask('/v1/bulk-send', { method: 'POST', body });
    assert.match(text, /<SMSResponse_List><item><success>true<\/success><code>200<\/code>/);
    assert.deepEqual(opening.asked[0]?.texts, ['Hi', 'Hi']);
  });

  test('sends nothing where nothing of it can go', async () => {
    const opening = openWorld();
    await using world = await opening;
    assertRefused(await post(world, undefined), 400, 2, 'SMSList');
    assertRefused(await post(world, []), 400, 55, 'SMSList');
    const bad = [{ phoneNumber: '12', message: 'a' }, { phoneNumber: ada }];
    assertRefused(await post(world, bad), 400, 9, 'SMSList', 'message');
    assertRefused(
      await post(world, [{ phoneNumber: ada, message: 'a' }], { sender: '!' }),
      400,
      44,
      'sender',
    );
    assert.deepEqual(opening.asked, []);
  });

  test('takes 500 and no more', async () => {
    await using world = await openWorld();
    const list = Array.from({ length: 501 }, (_, index) => ({
      phoneNumber: `+336${12_000_000 + index}`,
      message: 'a',
    }));
    assertRefused(await post(world, list), 400, 50, 'SMSList');
    assert.equal((await post(world, list.slice(1))).status, 200);
  });

  test('has another fingerprint for another text', async () => {
    const opening = openWorld();
    await using world = await opening;
    for (const message of ['a', 'b', 'a']) {
      await post(world, [{ phoneNumber: ada, message }], { idempotencyKey: 'k' });
    }
    const [first, second, third] = opening.asked.map(({ idempotency }) => idempotency?.fingerprint);
    assert.notEqual(first, second);
    assert.equal(first, third);
  });
});
