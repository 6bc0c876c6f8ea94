/** An endpoint whose address the network rules did not allow, under rules that do: its events go at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';
import { until } from '#test/harness/pause.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

type Listed = readonly { readonly source: string; readonly failing: boolean }[];

test('what an endpoint missed while its address was forbidden comes as soon as it is allowed', {
  timeout: 60_000,
}, async () => {
  await using sink = await openWebhookSink();
  using folder = temporaryFolder();
  const closed = { PARLEY_WEBHOOK_ALLOW: '' };
  let key = '';
  {
    await using app = await openApp({}, folder.path);
    key = app.testKey;
    const url = { apiKey: key, url: sink.url, events: 'dlr' };
    assert.equal((await app.post('/v1/webhook/add', url)).status, 200);
  }
  {
    await using app = await openApp(closed, folder.path);
    const send = { apiKey: key, phoneNumbers: '+33639980001', message: 'Hello' };
    assert.equal((await app.post('/v1/send', send)).status, 200);
    await until(async () => {
      const { json } = await app.post('/v1/webhook/list', { apiKey: key });
      const listed = (json['data'] as Listed).find(({ source }) => source === 'extra');
      return listed?.failing === true ? listed : undefined;
    });
    assert.equal(sink.received.length, 0);
  }
  await using app = await openApp({}, folder.path);
  assert.ok(app.app.port > 0);
  await sink.until(1);
  assert.match(sink.received[0]?.body ?? '', /"status":"delivered"/);
});
