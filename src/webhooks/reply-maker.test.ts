import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ReplyFact } from '#model/reply-fact.ts';
import { anEndpoint } from '#test/harness/memory-webhooks.ts';
import { AccountEndpoints } from './account-endpoints.ts';
import { ReplyMaker } from './reply-maker.ts';
import type { WebhookStore } from './webhook-store.ts';

const fact: ReplyFact = {
  accountId: 3,
  to: 'long',
  number: '33755000001',
  phone: '33639980001',
  text: 'Oui "merci"',
  isStop: false,
  answersMessageId: 307,
  receivedAtMs: 1_893_456_000_999,
  madeAtMs: 1_893_456_120_000,
  replyUrl: null,
  replyEndpointId: null,
  test: false,
};

function setup(hasEndpoint = true) {
  const store: Pick<WebhookStore, 'listAccountEndpoints'> = {
    listAccountEndpoints: async () =>
      hasEndpoint ? [{ ...anEndpoint, id: 9, url: '', secrets: [], source: 'reply' }] : [],
  };
  let jobs = 100;
  let uuids = 0;
  const maker = new ReplyMaker({
    signers: { find: () => null },
    endpoints: new AccountEndpoints(store),
    nextJobId: () => ++jobs,
    makeUuid: () => `uuid-${++uuids}`,
    random: () => 0.999_999_999_9,
  });
  const events = async (changes: Partial<ReplyFact> = {}) => maker.replies({ ...fact, ...changes });
  const bodies = async (changes: Partial<ReplyFact> = {}) =>
    (await events(changes)).map(({ body }) => Buffer.from(body).toString());
  return { events, bodies };
}

suite('a reply on a long number', () => {
  test('has the fields of the interface in its order, and texts alone', async () => {
    const { bodies } = setup();
    assert.deepEqual(await bodies(), [
      '{"msisdn":"33639980001","to":"33755000001","messageId":"uuid-1","text":"Oui \\"merci\\"",' +
        '"type":"text","keyword":"OUI","message-timestamp":"2030-01-01 00:00:00"}',
    ]);
  });

  test('that is long has its place, and a reference within 31 bits', async () => {
    const { bodies } = setup();
    const [first = '', second = ''] = await bodies({ text: `${'a'.repeat(160)}b` });
    assert.match(
      first,
      /"concat":"true","concat-ref":"\d+","concat-total":"2","concat-part":"1"}$/,
    );
    assert.match(second, /"text":"b","type":"text","keyword":"B",.*"concat-part":"2"}$/);
    const { 'concat-ref': reference } = JSON.parse(first) as { 'concat-ref': string };
    assert.ok(Number(reference) <= 0x7fff_ffff);
    assert.ok(second.includes(`"concat-ref":"${reference}"`));
  });

  test('waits behind what the same phone sent before, and is tried for three days', async () => {
    const { events } = setup();
    const made = await events({ text: 'a'.repeat(400) });
    assert.deepEqual(
      made.map(({ job }) => [job?.id, job?.lane, job?.orderKey]),
      [101, 102, 103].map((id) => [id, 'webhook/9', '33755000001/33639980001']),
    );
    // From when it was put together: its first part may have come long before.
    assert.equal(made[0]?.job?.expiresAtMs, fact.madeAtMs + 72 * 3_600_000);
  });
});

suite('a reply on a short number', () => {
  test('names the message it answers, and its phone with a plus', async () => {
    const { bodies } = setup();
    assert.deepEqual(await bodies({ to: 'short', number: '36180' }), [
      '{"type":"response","phone_number":"+33639980001","text":"Oui \\"merci\\"","message_id":307}',
    ]);
  });

  test('is one event however long it is, and a stop is of another kind', async () => {
    const { events } = setup();
    const short = { to: 'short', text: 'a'.repeat(1_000) } as const;
    const kinds = [...(await events(short)), ...(await events({ ...short, isStop: true }))];
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['reply.short', 'stop'],
    );
  });
});

test('replies go to the account’s reply URL, or where their request says', async () => {
  const { events } = setup();
  const [own] = await events();
  const [named] = await events({ replyEndpointId: 4, replyUrl: 'https://client.example/x' });
  assert.deepEqual([own?.job?.lane, own?.url], ['webhook/9', null]);
  assert.deepEqual([named?.job?.lane, named?.url], ['webhook/4', 'https://client.example/x']);
});

test('without an endpoint a reply is an event that owes nothing', async () => {
  const { events } = setup(false);
  assert.deepEqual(
    (await events()).map(({ job }) => job),
    [null],
  );
});
