/** What existing clients of the SMS commands read and send, on the whole program. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createKey } from '#accounts/keys/new-key.ts';
import type { KeyMode } from '#model/key-mode.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { until } from '#test/harness/pause.ts';
import { money } from '#test/harness/records.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const delivered = '+33639980001';
/** The built-in operator answers its submit with 0x0B. */
const refused = '+33639980120';
const tomorrow = { scheduledDeliveryDate: '21/12/2035', time: 10 };

type Json = Readonly<Record<string, unknown>>;

function client(app: OpenedApp, apiKey = app.testKey) {
  const post = async (command: string, parameters: object = {}) => {
    const { status, json } = await app.post(`/v1/${command}`, { apiKey, ...parameters });
    return { status, json };
  };
  const get = async (command: string, parameters: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({ apiKey, ...parameters }).toString();
    return (await app.get(`/v1/${command}?${query}`)).json;
  };
  const send = async (phoneNumbers: string, over: object = {}) => {
    const { status, json } = await post('send', { phoneNumbers, message: 'Hello', ...over });
    assert.equal(status, 200, JSON.stringify(json));
    return String(json['message_id']);
  };
  const statusOf = (messageId: string, phoneNumber: string) =>
    get('message-status', { messageId, phoneNumber });
  return { post, get, send, statusOf };
}

/** A key of an account that nobody has set anything for. */
async function freshKey({ folder }: OpenedApp, mode: KeyMode): Promise<string> {
  await using storage = await openStorageBeside(folder);
  const { id: accountId } = await storage.accounts.createAccount(
    {
      name: 'Fresh',
      email: '',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(10_000_000),
      testBalance: money(10_000_000),
      createdAtMs: 0,
    },
    'test',
  );
  const wish = { accountId, mode, bases: ['sms'], label: 'fresh' } as const;
  return (await createKey(wish, storage, { actor: 'test', atMs: 0 })).clear;
}

suite('money that was given back', () => {
  test('costs nothing in the receipt, the status and the lists', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp();
    const { send, statusOf, get } = client(app);
    const id = await send(refused, { urlDlr: sink.url, tag: 'back' });
    const [told] = await sink.until(1, ({ body }) => body.includes('not delivered'));
    assert.equal(Number((JSON.parse(told?.body ?? '{}') as Json)['cost']), 0);
    const status = await statusOf(id, refused);
    assert.deepEqual([status['statut'], status['cost']], ['Not delivered', 0]);
    for (const list of [
      await get('bulk-status', { messageId: id }),
      await get('bulk-status-by-tag', { tag: 'back' }),
    ]) {
      const [one] = list['StatutResponse_List'] as readonly Json[];
      assert.equal(one?.['cost'], 0);
    }
  });

  test('costs nothing once a message is cancelled, and what is delivered costs its price', async () => {
    await using app = await openApp();
    const { send, statusOf, post } = client(app);
    const id = await send(delivered, tomorrow);
    assert.notEqual((await statusOf(id, delivered))['cost'], 0);
    assert.equal((await post('message-cancel', { messageId: id })).status, 200);
    assert.equal((await statusOf(id, delivered))['cost'], 0);
  });
});

test('toSend counts messages of the mode of the key', async () => {
  await using app = await openApp();
  const { send, get } = client(app);
  await send(delivered, tomorrow);
  assert.equal(toSendIn(await get('me')), 1);
  const live = await liveKeyOfFirst(app);
  assert.equal(toSendIn(await client(app, live).get('me')), 0);
});

function toSendIn(json: Json): unknown {
  return (json['credits'] as Json)['toSend'];
}

async function liveKeyOfFirst({ folder }: OpenedApp): Promise<string> {
  await using storage = await openStorageBeside(folder);
  const wish = { accountId: 1, mode: 'live', bases: ['sms'], label: 'live' } as const;
  return (await createKey(wish, storage, { actor: 'test', atMs: 0 })).clear;
}

test('a status has its date in seconds, as text, and on the clock of the account', async () => {
  await using app = await openApp();
  const { send, statusOf, get, post } = client(app);
  const id = await send(delivered, { tag: 'dated' });
  const pairs = [{ phoneNumber: delivered, messageId: Number(id) }];
  const many = (await post('multi-status', { SMSStatut_List: pairs })).json;
  const lists = [many, await get('bulk-status', { messageId: id })];
  lists.push(await get('bulk-status-by-tag', { tag: 'dated' }));
  const told = lists.map((list) => (list['StatutResponse_List'] as readonly Json[])[0]);
  for (const status of [await statusOf(id, delivered), ...told]) {
    assert.match(String(status?.['date']), /^\d{10}$/);
    assert.equal(typeof status?.['date'], 'string');
    assert.match(String(status?.['dateLocal']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  }
});

test('lookup tells the calling code as a number', async () => {
  await using app = await openApp();
  const { json } = await client(app).post('lookup', { phoneNumbers: delivered });
  assert.equal((json['lookup'] as readonly Json[])[0]?.['prefixCode'], 33);
});

test('contact/multiple/add takes a list, and contact/list answers up to 500 of it in datas', async () => {
  await using app = await openApp();
  const { post } = client(app);
  const { groupId } = (await post('group/add', { name: 'Friends' })).json;
  const contactsList = Array.from({ length: 30 }, (_, at) => ({
    phoneNumber: `+3361234${String(at).padStart(4, '0')}`,
  }));
  const added = await post('contact/multiple/add', { groupId, contactsList });
  assert.equal((added.json['rapport'] as Json)['nbline_imported'], 30);
  assert.equal((await post('contact/multiple/add', { groupId })).status, 400);
  const page = async (over: object) => {
    const { json } = await post('contact/list', { groupId, ...over });
    assert.deepEqual(json['contacts'], json['datas']);
    return (json['datas'] as readonly Json[]).length;
  };
  assert.deepEqual([await page({}), await page({ limit: 500 })], [20, 30]);
  assert.equal((await post('contact/list', { groupId, limit: 501 })).status, 400);
});

suite('isStopSms on an account without a short number', () => {
  test('answers STOP by the short number of the installation', async () => {
    await using app = await openApp();
    const { post } = client(app, await freshKey(app, 'test'));
    const wish = { phoneNumbers: delivered, message: 'Sale', isStopSms: 1 };
    const { status, json } = await post('preview', wish);
    assert.equal(status, 200, JSON.stringify(json));
    assert.match(String(json['message']), /STOP au (?<number>\d+)/);
    assert.match(String(json['message']), new RegExp(`STOP au ${String(json['sender'])}`));
  });

  test('is refused with the command that gives one where there is none', async () => {
    await using app = await openApp();
    const { post } = client(app, await freshKey(app, 'live'));
    const wish = { phoneNumbers: '+33612345678', message: 'Sale', isStopSms: 1 };
    const { status, json } = await post('send', wish);
    assert.deepEqual([status, json['code']], [400, 9]);
    assert.match(String(json['message']), /parley account set .* --short-number/);
  });
});

test('a sub-account needs an address, and may begin without credit', async () => {
  await using app = await openApp();
  const { post } = client(app);
  const create = (parameters: object) => post('subaccount/create', { parameters });
  assert.equal((await create({ firstname: 'Ada' })).status, 400);
  const made = await create({ email: 'ada@acme.example', creditToAttribute: 0 });
  assert.equal(made.status, 200, JSON.stringify(made.json));
  assert.equal((await create({ email: 'b@acme.example', creditToAttribute: -1 })).status, 400);
});

test('a message that STOP has dropped is not called sent when it is cancelled', async () => {
  await using app = await openApp();
  const { post, send, statusOf } = client(app);
  const id = await send(delivered, tomorrow);
  assert.equal((await post('stop-sms/add', { phoneNumber: delivered })).status, 200);
  await until(async () =>
    (await statusOf(id, delivered))['statut'] === 'Not delivered' ? true : undefined,
  );
  const { status, json } = await post('message-cancel', { messageId: id });
  assert.deepEqual([status, json['code']], [409, 5]);
  assert.match(String(json['message']), /opted out/);
});

suite('a text that no phone can show', () => {
  const rows = [
    ['a control character', 'Hi\u0007 you', /Character 3 .* U\+0007/],
    ['a control character behind an emoji', '😀\u0000', /Character 2 .* U\+0000/],
    ['half of a surrogate pair', 'a\ud83d b', /Character 2 .* U\+D83D/],
    ['The message contains only spaces', ' \n\u00a0 ', /The message contains only spaces/],
  ] as const;
  for (const [title, message, says] of rows) {
    test(`${title} is refused`, async () => {
      await using app = await openApp();
      const { post } = client(app);
      const { status, json } = await post('send', { phoneNumbers: delivered, message });
      assert.equal(status, 400);
      assert.match(String(json['message']), says);
      const SMSList = [{ phoneNumber: delivered, message }];
      assert.equal((await post('bulk-send', { SMSList })).status, 400);
    });
  }

  test('line breaks, page breaks and tabs go', async () => {
    await using app = await openApp();
    const message = 'a\r\nb\tc\f😀';
    assert.equal(
      (await client(app).post('send', { phoneNumbers: delivered, message })).status,
      200,
    );
  });
});

test('a compressed body is refused by name', async () => {
  await using app = await openApp();
  const text = JSON.stringify({ apiKey: app.testKey, phoneNumbers: delivered });
  const ask = async (coding: string, body: Uint8Array<ArrayBuffer>) => {
    const headers = { 'Content-Encoding': coding };
    const response = await fetch(`${app.url}/v1/lookup`, { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  };
  const refusal = await ask('gzip', gzipSync(text));
  assert.equal(refusal.status, 415);
  assert.match(refusal.text, /Content-Encoding gzip/);
  assert.equal((await ask('identity', new TextEncoder().encode(text))).status, 200);
});
