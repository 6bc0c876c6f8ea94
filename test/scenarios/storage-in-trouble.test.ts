/** A storage that cannot commit: nobody hears 200, and nothing is lost when it can again. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

/** Another program on the same database file, which waits its turn as long as Parley is writing. */
const otherProgram = (folder: string): DatabaseSync =>
  new DatabaseSync(path.join(folder, 'parley.db'), { timeout: 10_000 });

test('while another program holds the database a send gets 503, and the next one 200', async () => {
  await using app = await openApp();
  const message = { apiKey: app.testKey, phoneNumbers: '+33639980110', message: 'Hello' };
  {
    using other = otherProgram(app.folder);
    other.exec('BEGIN IMMEDIATE');
    const response = await fetch(`${app.url}/v1/send`, {
      method: 'POST',
      body: JSON.stringify(message),
    });
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '2');
    const refused = (await response.json()) as { readonly code: number };
    assert.equal(refused.code, 500);
    other.exec('ROLLBACK');
  }
  const { status } = await app.post('/v1/send', message);
  assert.equal(status, 200);
});

test('a receipt that cannot be stored is kept by the operator and comes again', async () => {
  await using sink = await openWebhookSink();
  await using app = await openApp();
  await app.post('/v1/send', {
    apiKey: app.testKey,
    phoneNumbers: '+33639980104',
    message: 'Hello',
    urlDlr: sink.url,
  });
  await sink.until(1, ({ body }) => body.includes('"waiting"'));
  using other = otherProgram(app.folder);
  other.exec('BEGIN IMMEDIATE');
  // Longer than the engine waits for the lock, so that the operator is told to come back.
  const status = await app.post('/v1/send', { apiKey: app.testKey });
  assert.equal(status.status, 400);
  const message = { apiKey: app.testKey, phoneNumbers: '+33639980110', message: 'Hello' };
  for (let refused = 0; refused < 2; refused += 1) {
    assert.equal((await app.post('/v1/send', message)).status, 503);
  }
  other.exec('ROLLBACK');
  await sink.until(1, ({ body }) => body.includes('"delivered"'));
});
