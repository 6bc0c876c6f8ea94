import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, callerOf, liveKey, openApiWorld } from '#test/harness/api-world.ts';

const good = { apiKey: liveKey, from: '+33 7 55 00 00 01', to: '0612345678', message: 'Hello' };

async function open(changes: Parameters<typeof openApiWorld>[0] = {}) {
  const world = await openApiWorld(changes);
  const ask = (given: object = {}) =>
    world.ask('/v1/vn/send', { method: 'POST', body: JSON.stringify({ ...good, ...given }) });
  return { world, ask, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test('vn/send sends from a number, and answers as send does', async () => {
  await using opened = await open();
  const { body } = await opened.ask({ tag: 'spring' });
  assert.deepEqual([body['success'], body['message_id'], body['nb_sms']], [true, 307, 1]);
  const [request] = opened.world.sent;
  assert.deepEqual(
    [request?.sender, request?.phones, request?.tag],
    ['33755000001', ['33612345678'], 'spring'],
  );
});

test('vn/send hands on what a number is where it is dialled at home', async () => {
  const caller = callerOf('live', { homeCountry: 'US' });
  await using opened = await open({ authenticate: async () => caller });
  const sendersOf = async (from: string) => {
    await opened.ask({ from, to: '+33612345678' });
    const { sender, senderAtHome } = opened.world.sent.at(-1) ?? {};
    return [sender, senderAtHome];
  };
  assert.deepEqual(await sendersOf('(202) 555-0123'), ['2025550123', '12025550123']);
  assert.deepEqual(await sendersOf('+1 202 555 0123'), ['12025550123', undefined]);
  // The plus of a form stands for itself: this is a number of Singapore.
  assert.deepEqual(await sendersOf(' 6562345678'), ['6562345678', undefined]);
  assert.deepEqual(await sendersOf('36180'), ['36180', undefined]);
});

test('vn/send names its own parameters in what it refuses', async () => {
  await using opened = await open();
  const { ask } = opened;
  assertRefused(await ask({ from: '' }), 400, 44, 'from');
  assertRefused(await ask({ from: 'ACME' }), 400, 44, 'from');
  assertRefused(await ask({ to: null }), 400, 2, 'to');
  assertRefused(await ask({ to: '123' }), 400, 9, 'to');
  assertRefused(await ask({ message: '' }), 400, 43, 'message');
  assertRefused(await ask({ from: '', to: null, message: '' }), 400, 44, 'from', 'to', 'message');
  assertRefused(await ask({ from: '', message: '' }), 400, 44, 'from', 'message');
  assert.equal(opened.world.sent.length, 0);
});

test('a number that is not the account’s is refused under the name it came by', async () => {
  const sender = '33755000001';
  const refusal = { why: 'sender is not allowed', sender } as const;
  await using opened = await open({ send: async () => ({ ok: false, refusal }) });
  assertRefused(await opened.ask(), 400, 44, 'from');
  assertRefused(await opened.world.send({ virtualNumber: sender }), 400, 44, 'virtualNumber');
  assertRefused(await opened.world.send({ sender }), 403, 992, 'sender');
});

test('phones on the opt-out list are refused with their code, or told beside what was sent', async () => {
  const stopped = ['33612345678'] as never;
  const refusal = { why: 'stopped', phones: stopped } as const;
  await using none = await open({ send: async () => ({ ok: false, refusal }) });
  assertRefused(await none.world.send(), 400, 14, 'phoneNumbers');
  assertRefused(await none.ask(), 400, 14, 'to');
  const money = { messageId: 1, parts: 1, cost: 38_000 as never, currency: 'EUR' };
  const sent = { ...money, scheduledAtMs: null, deferredUntilMs: null, held: false, stopped };
  await using some = await open({ send: async () => ({ ok: true, sent }) });
  assert.deepEqual((await some.world.send()).body['stopSms'], ['+33612345678']);
});
