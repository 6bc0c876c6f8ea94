/** The main job: a POST leaves over SMPP, the operator's receipt comes back, the client's URL is called. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';
import { webhookSecret } from '#test/harness/webhook-secret.ts';
import { openWebhookSink, type Received } from '#test/harness/webhook-sink.ts';

type Report = { readonly status: string; readonly phone: string };

function report({ body }: Received): Report {
  return JSON.parse(body) as Report;
}

function isFinal(received: Received): boolean {
  return report(received).status !== 'waiting';
}

test('one POST becomes an SMS, and its receipt a webhook of exactly the documented bytes', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  const { status, json } = await app.post('/v1/send', {
    apiKey: app.testKey,
    phoneNumbers: '+33639980101',
    message: 'Hello',
    tag: 'a/b "c"',
    webhookUrl: `${sink.url}?id=7`,
  });
  const messageId = Number(json['message_id']);
  assert.equal(status, 200);
  assert.deepEqual(json, {
    success: true,
    code: 200,
    message_id: messageId,
    nb_sms: 1,
    cost: 0.038,
    currency: 'EUR',
  });
  const [webhook] = (await sink.until(1)) as [Received];
  const { date } = JSON.parse(webhook.body) as { date: number };
  assert.equal(
    webhook.body,
    `{"status":"delivered","msgId":"${messageId}","date":${date},"phone":"+33639980101",` +
      `"cost":"0.038","currency":"EUR","tag":"a/b \\"c\\""}`,
  );
  assert.equal(webhook.url, '/hook?id=7');
  assert.equal(webhook.headers['content-type'], 'application/json');
  assert.equal(webhook.headers['content-length'], String(Buffer.byteLength(webhook.body)));
  assert.equal(webhook.headers['transfer-encoding'], undefined);
  assert.equal(webhook.headers['webhook-event'], 'dlr');
  assert.equal(webhook.headers['webhook-attempt'], '1');
  const told = await app.get(
    `/v1/message-status?apiKey=${app.testKey}&messageId=${messageId}&phoneNumber=+33639980101`,
  );
  assert.equal(told.json['statut'], 'Delivered');
  assert.equal(told.json['cost'], 0.038);
});

test('each number of the built-in operator does what the table says', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  const outcomes: Readonly<Record<string, readonly string[]>> = {
    '+33639980001': ['delivered'],
    '+33639980101': ['delivered'],
    '+33639980104': ['waiting', 'delivered'],
    '+33639980105': ['delivered'],
    '+33639980107': ['delivered'],
    '+33639980108': ['delivered'],
    '+33639980110': ['not delivered'],
    '+33639980111': ['not delivered'],
    '+33639980112': ['not delivered'],
    '+33639980120': ['not delivered'],
    '+33639980121': ['not delivered'],
    '+33639980134': ['delivered'],
    '+33639980138': ['delivered'],
  };
  const phones = Object.keys(outcomes);
  const sent = await app.post('/v1/send', {
    apiKey: app.testKey,
    phoneNumbers: phones,
    message: 'Hello',
    urlDlr: sink.url,
  });
  assert.equal(sent.json['nb_sms'], phones.length);
  await sink.until(phones.length, isFinal);
  const seen = Object.fromEntries(
    phones.map((phone) => [
      phone,
      sink.received.map(report).flatMap((each) => (each.phone === phone ? [each.status] : [])),
    ]),
  );
  // `waiting` may be dropped once the final report has overtaken it.
  const [, ...late] = seen['+33639980104'] ?? [];
  if (late.length === 0) seen['+33639980104'] = ['waiting', ...(seen['+33639980104'] ?? [])];
  assert.deepEqual(seen, outcomes);
});

test('what the operator refuses costs nothing in the end', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  const balance = async () => {
    const { json } = await app.get(`/v1/me?apiKey=${app.testKey}`);
    return (json['credits'] as { balance: string }).balance;
  };
  assert.equal(await balance(), '100.000');
  await app.post('/v1/send', {
    apiKey: app.testKey,
    phoneNumbers: '+33639980120',
    message: 'Hello',
    urlDlr: sink.url,
  });
  await sink.until(1);
  assert.equal(await balance(), '100.000');
});

test('a long text is one message with one report', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  const sent = await app.post('/v1/send', {
    apiKey: app.testKey,
    phoneNumbers: ['+33639980001', '+33639980002'],
    message: 'Être ou ne pas être 🎭 '.repeat(20),
    urlDlr: sink.url,
  });
  assert.equal(sent.json['nb_sms'], 14);
  assert.equal(sent.json['cost'], 0.532);
  const reports = (await sink.until(2)).map(report);
  assert.deepEqual(reports.map(({ phone }) => phone).toSorted(), ['+33639980001', '+33639980002']);
});

test('the signature is the one of Standard Webhooks, with the secret of the account', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  await app.post('/v1/send', {
    apiKey: app.testKey,
    phoneNumbers: '+33639980101',
    message: 'Hello',
    urlDlr: sink.url,
  });
  const [{ headers, body }] = (await sink.until(1)) as [Received];
  const secret = webhookSecret(app.folder, 'request');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${expected}`);
});

suite('a restart', () => {
  test('keeps accounts, keys and messages, and shows the same test key', async () => {
    await using first = await openApp();
    const { testKey, folder } = first;
    const sent = await first.post('/v1/send', {
      apiKey: testKey,
      phoneNumbers: '+33639980110',
      message: 'Hello',
    });
    await first.app[Symbol.asyncDispose]();
    await using second = await openApp({}, folder);
    assert.equal(second.testKey, testKey);
    const { json } = await second.get(
      `/v1/message-status?apiKey=${testKey}&messageId=${String(sent.json['message_id'])}` +
        '&phoneNumber=+33639980110',
    );
    assert.equal(json['code'], 200);
  });
});

test('a full queue refuses sends alone, and a pause outlives a restart', async () => {
  await using folder = await openParleyFolder();
  const settings = ['--queue-max', '2'];
  const first = await folder.serve(...settings);
  first.signal('SIGKILL');
  await first.end;
  await folder.run(['operator', 'pause', 'simulator']);
  const made = await folder.read('key', 'create', '--account', '1', '--mode', 'test');
  const { key: apiKey } = made['key'] as { readonly key: string };
  const { port } = await folder.serve(...settings);
  const url = `http://127.0.0.1:${port}/v1`;
  const body = JSON.stringify({ apiKey, phoneNumbers: '+33639980110', message: 'Hello' });
  const send = async () => (await fetch(`${url}/send`, { method: 'POST', body })).status;
  assert.deepEqual([await send(), await send(), await send()], [200, 200, 503]);
  const me = await fetch(`${url}/me?apiKey=${apiKey}`);
  const { credits } = (await me.json()) as { readonly credits: { readonly toSend: number } };
  assert.equal(credits.toSend, 2);
});
