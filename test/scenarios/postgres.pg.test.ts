/** The whole program on a PostgreSQL server. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { makeEmptyDatabase, withoutServer } from '#test/harness/postgres-server.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

function openOn(address: string, folder: string): Promise<OpenedApp> {
  return openApp({
    PARLEY_DATABASE: address,
    PARLEY_MASTER_KEY_FILE: path.join(folder, 'master.key'),
  });
}

function messageTo(phone: string, app: OpenedApp, urlDlr?: string) {
  return { apiKey: app.testKey, phoneNumbers: phone, message: 'Hello', urlDlr };
}

suite('on a PostgreSQL server', { skip: withoutServer }, () => {
  test('one POST becomes an SMS, and its receipt a webhook', async () => {
    await using database = await makeEmptyDatabase();
    using folder = temporaryFolder();
    await using sink = await openWebhookSink();
    await using app = await openOn(database.address, folder.path);
    assert.match(app.app.banner, /\(PostgreSQL\)/);
    const { status } = await app.post('/v1/send', messageTo('+33639980101', app, sink.url));
    assert.equal(status, 200);
    await sink.until(1, ({ body }) => body.includes('"delivered"'));
  });
});
