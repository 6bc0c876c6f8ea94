/** A long reply of which a part never comes: what came is told by its own numbers, with the true total. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HurriedClock } from '#test/harness/hurried-clock.ts';
import { openApp } from '#test/harness/open-app.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

test('the parts that came go out with their own numbers and the true total, never glued together', {
  timeout: 60_000,
}, async () => {
  await using sink = await openWebhookSink();
  // Missing parts are waited for two minutes.
  await using app = await openApp({}, undefined, new HurriedClock(20));
  const { status } = await app.post('/v1/send', {
    apiKey: app.testKey,
    phoneNumbers: '+33639980144',
    message: 'Hello',
    sender: '+33639981000',
    urlResponse: sink.url,
  });
  assert.equal(status, 200);
  const pieces = await sink.until(2, ({ headers }) => headers['webhook-event'] !== 'dlr');
  const parts = pieces
    .map(({ body }) => JSON.parse(body) as Readonly<Record<string, string>>)
    .toSorted((a, b) => Number(a['concat-part']) - Number(b['concat-part']));
  assert.deepEqual(
    parts.map((part) => [part['concat'], part['concat-total'], part['concat-part']]),
    [
      ['true', '3', '1'],
      ['true', '3', '3'],
    ],
  );
  assert.equal(new Set(parts.map((part) => part['concat-ref'])).size, 1);
  assert.equal(new Set(parts.map((part) => part['messageId'])).size, 2);
  for (const part of parts) assert.ok((part['text'] ?? '').length <= 153, 'each its own text');
});
