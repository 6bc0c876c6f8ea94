import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { SendRefusal } from '#sms/send-request.ts';
import { assertRefused, openApiWorld, testKey } from '#test/harness/api-world.ts';

function numbers(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `+336${10_000_000 + index}`);
}

suite('what is sent', () => {
  test('a request as short as can be', async () => {
    await using world = await openApiWorld();
    await world.send();
    const [request] = world.sent;
    assert.deepEqual(
      { ...request, caller: undefined, requestId: undefined },
      {
        caller: undefined,
        phones: ['33612345678'],
        text: 'Hello',
        sender: undefined,
        senderAtHome: undefined,
        saysStop: false,
        tag: '',
        grade: undefined,
        forceUnicode: false,
        class: undefined,
        transliterate: undefined,
        marketing: false,
        sandbox: false,
        validityMs: undefined,
        scheduledAtMs: undefined,
        reportUrl: undefined,
        replyUrl: undefined,
        idempotency: undefined,
        requestId: undefined,
        clientRequestId: undefined,
      },
    );
  });

  test('a request with everything, loosely typed', async () => {
    await using world = await openApiWorld();
    const reply = await world.send({
      sender: 'Café1',
      tag: 12,
      isUnicode: '1',
      sandbox: true,
      gamme: '2',
      priority: 'bulk',
      isStopSms: '0',
      validity: '900',
      urlDlr: 'https://a.example/dlr',
      urlResponse: 'https://a.example/reply',
      webhookUrl: 'https://a.example/both',
      virtualNumber: null,
      scheduledDeliveryDate: '21/12/2030',
      time: '11',
      minute: 5,
    });
    assert.equal(reply.body['scheduledDeliveryDate'], '2030-12-21 11:05:00');
    const [request] = world.sent;
    assert.equal(request?.sender, 'Café1');
    assert.equal(request.tag, '12');
    assert.equal(request.class, 'bulk');
    assert.equal(request.forceUnicode, true);
    assert.equal(request.sandbox, true);
    assert.equal(request.validityMs, 900_000);
    assert.equal(request.reportUrl, 'https://a.example/dlr');
    assert.equal(request.scheduledAtMs, Date.UTC(2030, 11, 21, 10, 5));
  });

  test('a sender’s name as it is written, its accents beside their letters or in them', async () => {
    await using world = await openApiWorld();
    const reply = await world.send({ sender: 'Cafe\u0301' });
    assert.equal(reply.status, 200, reply.text);
    await world.send({ sender: 'Cafe\u0301Noe\u0308l12' });
    assert.equal(world.sent[0]?.sender, 'Café');
    // ë is no letter of GSM, with its dots beside it or in it.
    assert.equal(world.sent.length, 1);
  });

  test('an address for both serves the reports where no other is given', async () => {
    await using world = await openApiWorld();
    await world.send({ webhookUrl: 'https://a.example/both' });
    assert.equal(world.sent[0]?.reportUrl, 'https://a.example/both');
  });

  test('line breaks and euro signs that were spelled out', async () => {
    await using world = await openApiWorld();
    await world.send({ message: 'a:br:b 5:euro: :BR:' });
    assert.equal(world.sent[0]?.text, 'a\nb 5€ :BR:');
  });

  test('emoji, but neither halves of them nor NUL, whose places are named', async () => {
    await using world = await openApiWorld();
    assert.equal((await world.send({ message: '👩‍👩‍👧' })).status, 200);
    assert.deepEqual(
      world.sent.map(({ text }) => text),
      ['👩‍👩‍👧'],
    );
    for (const [message, place] of [
      ['\ud83d', 1],
      ['a\0b', 2],
      ['👍\udc00\ud800', 2],
    ] as const) {
      const reply = await world.send({ message });
      assert.equal(reply.status, 400);
      assert.match(String(reply.body['message']), new RegExp(`^Character ${place} of the message`));
    }
  });

  test('the numbers of a list, an array or a number, each once', async () => {
    await using world = await openApiWorld();
    const lists = [
      '+33612345678, 33612345678,0612345678 , 0033612345678',
      ['+33612345678', '06 12 34 56 78', null, ''],
      33_612_345_678,
      [[33_612_345_678]],
      ' 33612345678',
    ];
    for (const phoneNumbers of lists) {
      const reply = await world.send({ phoneNumbers });
      assert.equal(reply.status, 200, reply.text);
    }
    for (const { phones } of world.sent) assert.deepEqual(phones, ['33612345678']);
  });

  test('a number for films, with a test key alone', async () => {
    await using world = await openApiWorld();
    const phoneNumbers = '+33639980001';
    assert.equal((await world.send({ phoneNumbers, apiKey: testKey })).status, 200);
    assertRefused(await world.send({ phoneNumbers }), 400, 9, 'phoneNumbers');
  });
});

suite('what is refused', () => {
  test('one missing field has its own code, several have the code of the first', async () => {
    await using world = await openApiWorld();
    assertRefused(await world.send({ phoneNumbers: null }), 400, 2, 'phoneNumbers');
    assertRefused(await world.send({ message: '' }), 400, 43, 'message');
    const none = await world.send({ phoneNumbers: '', message: null });
    assertRefused(none, 400, 2, 'phoneNumbers', 'message');
    const mixed = await world.send({ message: '', gamme: 3, phoneNumbers: '12' });
    assertRefused(mixed, 400, 43, 'message', 'phoneNumbers', 'gamme');
    assert.equal(world.sent.length, 0);
  });

  test('every bad number among good ones is named', async () => {
    await using world = await openApiWorld();
    const reply = await world.send({ phoneNumbers: '+33612345678,+3361,abc,+33712345678' });
    assertRefused(reply, 400, 9, 'phoneNumbers', 'phoneNumbers');
    const errors = reply.body['errors'] as readonly { message: string }[];
    assert.deepEqual(
      errors.map(({ message }) => message.split(' ')[0]),
      ['+3361', 'abc'],
    );
  });

  test('501 numbers are too many, nobody is too few', async () => {
    await using world = await openApiWorld();
    assert.equal((await world.send({ phoneNumbers: numbers(500) })).status, 200);
    assertRefused(await world.send({ phoneNumbers: numbers(501) }), 400, 50, 'phoneNumbers');
    assertRefused(await world.send({ phoneNumbers: numbers(501).join(',') }), 400, 50);
    for (const phoneNumbers of [[], ',', ' ', [null]]) {
      assertRefused(await world.send({ phoneNumbers }), 400, 55, 'phoneNumbers');
    }
    assertRefused(await world.send({ phoneNumbers: { a: 1 } }), 400, 9, 'phoneNumbers');
    assertRefused(await world.send({ phoneNumbers: true }), 400, 9, 'phoneNumbers');
  });

  const fields: readonly (readonly [string, unknown, number])[] = [
    ['message', ['a'], 9],
    ['sender', 'ab', 44],
    ['sender', 'abcdefghijkl', 44],
    ['sender', '12', 44],
    ['sender', '0999', 44],
    ['sender', 'a b c', 44],
    ['sender', 'Ωmegaж', 44],
    ['sender', 'abc\r\n', 44],
    ['tag', 'x'.repeat(21), 9],
    ['tag', 'a\0b', 9],
    ['tag', {}, 9],
    ['gamme', 0, 9],
    ['priority', 'high', 9],
    ['priority', 'Urgent', 9],
    ['priority', {}, 9],
    ['gamme', 'one', 9],
    ['isUnicode', 2, 9],
    ['isUnicode', [], 9],
    ['sandbox', 'constructor', 9],
    ['validity', 59, 9],
    ['validity', 604_801, 9],
    ['validity', 60.5, 9],
    ['validity', '1e3', 9],
    ['isStopSms', 2, 9],
    ['virtualNumber', 'ACME', 44],
    ['urlDlr', 'ftp://a', 9],
    ['urlResponse', 'nowhere', 9],
    ['webhookUrl', 'http://a', 9],
    ['idempotencyKey', 'x'.repeat(256), 9],
  ];
  for (const [field, value, code] of fields) {
    test(`${field} ${JSON.stringify(value).slice(0, 30)}`, async () => {
      await using world = await openApiWorld();
      assertRefused(await world.send({ [field]: value }), 400, code, field);
      assert.equal(world.sent.length, 0);
    });
  }

  const phone = '33612345678' as PhoneNumber;
  const refusals: readonly (readonly [SendRefusal, number, number, readonly string[]])[] = [
    [{ why: 'text is empty' }, 400, 43, ['message']],
    [{ why: 'text is too long', parts: 11, partsMax: 10 }, 400, 52, ['message']],
    [{ why: 'sender is not allowed', sender: 'Bank' }, 403, 992, ['sender']],
    [{ why: 'no price', phones: [phone, phone] }, 400, 13, ['phoneNumbers', 'phoneNumbers']],
    [{ why: 'no operator', phones: [phone] }, 400, 13, ['phoneNumbers']],
    [{ why: 'simulator is off' }, 403, 96, ['apiKey']],
    [
      { why: 'balance is too low', balance: 0 as Millionths, cost: 38_000 as Millionths },
      402,
      11,
      [''],
    ],
    [{ why: 'idempotency key was used for another request' }, 409, 409, ['idempotencyKey']],
    [{ why: 'too many report addresses' }, 400, 9, ['urlDlr']],
    [{ why: 'overloaded', retryAfterS: 4 }, 503, 500, ['']],
  ];
  for (const [refusal, status, code, elements] of refusals) {
    test(`by the engine: ${refusal.why}`, async () => {
      await using world = await openApiWorld({ send: async () => ({ ok: false, refusal }) });
      const reply = await world.send();
      assertRefused(reply, status, code, ...elements);
      assert.doesNotMatch(reply.text, /\{\w+\}/);
      const retryAfter = 'retryAfterS' in refusal ? String(refusal.retryAfterS) : null;
      assert.equal(reply.headers.get('retry-after'), retryAfter);
    });
  }
});

suite('a request that is repeated', () => {
  test('has the same fingerprint however it is written, and another if it asks for something else', async () => {
    await using world = await openApiWorld();
    const ask = async (changes: object): Promise<string | undefined> => {
      await world.send({ idempotencyKey: 'k1', ...changes });
      return world.sent.at(-1)?.idempotency?.fingerprint;
    };
    const first = await ask({});
    assert.equal(await ask({ phoneNumbers: ['0612345678'], sender: '', _format: 'xml' }), first);
    assert.equal(await ask({ phoneNumbers: { '3': '0612345678' } }), first);
    assert.notEqual(await ask({ message: 'Other' }), first);
    assert.notEqual(await ask({ apiKey: testKey }), first);
    assert.notEqual(await ask({ sandbox: 1 }), first);
  });

  test('names its key in a header or a parameter, not differently in both', async () => {
    await using world = await openApiWorld();
    const ask = (body: string): ReturnType<typeof world.ask> =>
      world.ask(`/v1/send?apiKey=${testKey}&phoneNumbers=33612345678&message=a`, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': 'k1' },
      });
    assert.equal((await ask('')).status, 200);
    assert.equal((await ask('idempotencyKey=k1')).status, 200);
    assert.deepEqual(
      world.sent.map(({ idempotency }) => idempotency?.key),
      ['k1', 'k1'],
    );
    assertRefused(await ask('idempotencyKey=k2'), 400, 9, 'idempotencyKey');
  });
});
