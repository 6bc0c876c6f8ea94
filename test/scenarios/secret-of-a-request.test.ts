/** The secret that signs what goes to a URL of a request: shown once, by HTTP, on the command line and on the dashboard. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { CommandLine } from '#test/harness/command-line.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { openWebhookSink, type Received } from '#test/harness/webhook-sink.ts';

function isSignedBy(secret: unknown, { headers, body }: Received): boolean {
  const key = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
  const head = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`;
  const mac = createHmac('sha256', key).update(head).update(body).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${mac}`);
}

async function send(app: OpenedApp, webhookUrl: string): Promise<void> {
  const text = { phoneNumbers: '+33639980001', message: 'Hello', webhookUrl };
  assert.equal((await app.post('/v1/send', { apiKey: app.testKey, ...text })).status, 200);
}

suite('the secret of URLs that requests name', { timeout: 60_000 }, () => {
  test('is told once by webhook/secret, and verifies what comes there', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp();
    const ask = (command: string, more: object = {}) =>
      app.post(`/v1/${command}`, { apiKey: app.testKey, ...more });
    const early = await ask('webhook/secret');
    assert.deepEqual([early.status, early.json['code']], [404, 4]);
    await send(app, sink.url);
    const { status, json } = await ask('webhook/secret');
    assert.equal(status, 200);
    await sink.until(1);
    assert.ok(isSignedBy(json['secret'], must(sink.received[0], 'report')));
    const again = await ask('webhook/secret', { id: json['id'] });
    assert.deepEqual([again.status, again.json['code']], [409, 6]);
    assert.match(JSON.stringify(again.json), /webhook\/rotate/);
    const { json: rotated } = await ask('webhook/rotate', { id: json['id'] });
    assert.equal((await ask('webhook/secret')).status, 409, 'the new one was shown');
    await send(app, sink.url);
    await sink.until(2);
    const second = must(sink.received[1], 'second report');
    assert.ok(isSignedBy(rotated['secret'], second) && isSignedBy(json['secret'], second));
  });

  test('is not told for endpoints whose secret was shown when it was made', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp();
    const url = { apiKey: app.testKey, url: sink.url };
    const { id } = (await app.post('/v1/webhook/add', url)).json['webhook'] as { id: number };
    const asked = await app.post('/v1/webhook/secret', { apiKey: app.testKey, id });
    assert.deepEqual([asked.status, asked.json['code']], [409, 6]);
  });

  test('is shown on the command line, once, and its showing is in the audit', async () => {
    await using sink = await openWebhookSink();
    await using app = await openApp();
    const line = new CommandLine(app.folder);
    await send(app, sink.url);
    const list = await line.read('endpoint', 'list', '--account', '1', '--source', 'request');
    const [endpoint] = list['endpoints'] as readonly { readonly id: number }[];
    const id = String(must(endpoint, 'endpoint of the request').id);
    assert.match((await line.type('endpoint', 'show', id)).out, /not shown yet/);
    const { secret } = await line.read('endpoint', 'secret', id);
    await sink.until(1);
    assert.ok(isSignedBy(secret, must(sink.received[0], 'report')));
    const again = await line.type('endpoint', 'secret', id);
    assert.deepEqual([again.code, /endpoint rotate/.test(again.err)], [1, true]);
    assert.match((await line.type('audit', 'list')).out, /endpoint\.secret-shown/);
  });
});
