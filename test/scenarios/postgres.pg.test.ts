/** The whole program on a PostgreSQL server. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { until } from '#test/harness/pause.ts';
import { makeEmptyDatabase, withoutServer } from '#test/harness/postgres-server.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

function openOn(
  address: string,
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<OpenedApp> {
  return openApp({
    PARLEY_DATABASE: address,
    PARLEY_MASTER_KEY_FILE: path.join(folder, 'master.key'),
    ...settings,
  });
}

function messageTo(phone: string, app: OpenedApp, urlDlr?: string) {
  return { apiKey: app.testKey, phoneNumbers: phone, message: 'Hello', urlDlr };
}

type Counted = { readonly n: string };

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

  for (const threads of ['2', '4']) {
    test(`an SMS and an email reach their webhooks from ${threads} threads, each once`, async () => {
      await using database = await makeEmptyDatabase();
      using folder = temporaryFolder();
      await using sink = await openWebhookSink();
      await using app = await openOn(database.address, folder.path, { PARLEY_THREADS: threads });
      const sms = await app.post('/v1/send', messageTo('+33639980101', app, sink.url));
      const mail = await app.post('/mail/v1/send', {
        apiKey: app.testKey,
        from: { email: 'hello@acme.example' },
        to: { email: 'ann@example.com' },
        subject: 'Order 1',
        htmlContent: '<p>Hello</p>',
        webhookUrl: sink.url,
      });
      assert.deepEqual([sms.status, mail.status], [200, 200]);
      await sink.until(1, ({ body }) => body.includes('"delivered"'));
      const ofMail = `"messageId":"${String(mail.json['messageId'])}"`;
      await sink.until(1, ({ body }) => body.includes(ofMail));
      const count = async (sql: string) => Number(((await database.run(sql))[0] as Counted).n);
      const pending = "SELECT count(*) AS n FROM job WHERE lane LIKE 'webhook/%'";
      await until(async () => (await count(pending)) === 0 || undefined);
      const received = 'SELECT count(*) AS n FROM webhook_event WHERE first_status = 200';
      assert.equal(sink.received.length, await count(received));
      assert.equal(await count('SELECT count(*) AS n FROM process'), Number(threads));
    });
  }
});
