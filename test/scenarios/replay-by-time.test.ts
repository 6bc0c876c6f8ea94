/** Replays as the page of webhooks shows them: an endpoint by `endpointId`, and times in Unix seconds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';
import { until } from '#test/harness/pause.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

test('a replay honours its endpoint and its seconds, and refuses times that are no time of ours', {
  timeout: 60_000,
}, async () => {
  await using asked = await openWebhookSink();
  await using other = await openWebhookSink();
  await using app = await openApp();
  const post = (command: string, more: object) =>
    app.post(`/v1/${command}`, { apiKey: app.testKey, ...more });
  const add = async (url: string): Promise<number> => {
    const { json } = await post('webhook/add', { url, events: 'dlr' });
    return (json['webhook'] as { readonly id: number }).id;
  };
  const endpointId = await add(asked.url);
  await add(other.url);
  assert.equal(
    (await post('send', { phoneNumbers: '+33639980001', message: 'Hello' })).status,
    200,
  );
  await Promise.all([asked.until(1), other.until(1)]);
  const nowS = Math.floor(Date.now() / 1_000);
  const wish = { endpointId, outcome: 'any' };
  // What is still owed is not owed twice: the result of the first delivery is stored after the sink has it.
  await until(async () => {
    const { json } = await post('webhook/replay', { ...wish, since: nowS - 3_600, dryRun: 1 });
    return json['events'] === 1 || undefined;
  });
  const early = await post('webhook/replay', { ...wish, since: 3_600 });
  assert.equal(early.status, 400);
  assert.match(JSON.stringify(early.json['errors']), /children\[since\]/);
  const later = await post('webhook/replay', { ...wish, since: nowS + 3_600, dryRun: 1 });
  assert.equal(later.json['events'], 0);
  assert.equal((await post('webhook/replay', { ...wish, since: nowS - 3_600 })).status, 200);
  await asked.until(2);
  assert.equal(asked.received[1]?.headers['webhook-id'], asked.received[0]?.headers['webhook-id']);
  assert.equal(other.received.length, 1);
});
