/** What is older than its days is gone after the next start, and the balance still adds up. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openApp } from '#test/harness/open-app.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const dayMs = 86_400_000;

test('a message of a hundred days ago is forgotten, unless all are kept for ever', async () => {
  using folder = temporaryFolder();
  const sent = await sendOne(folder.path);
  makeOlder(folder.path, 100 * dayMs);
  const keepAll = { PARLEY_RETENTION_DAYS: '0', PARLEY_EVENT_RETENTION_DAYS: '0' };
  {
    await using app = await openApp(keepAll, folder.path);
    assert.equal((await app.get(sent.status)).status, 200);
    assert.equal(rowsIn(folder.path), 4);
  }
  await using app = await openApp({}, folder.path);
  const me = () => app.get(`/v1/me?apiKey=${app.testKey}`);
  while (rowsIn(folder.path) > 0) await me();
  assert.equal((await app.get(sent.status)).status, 404);
  assert.equal((await me()).json['balance'], sent.balance);
  await app[Symbol.asyncDispose]();
  await using storage = await openStorageBeside(folder.path);
  const sums = await storage.accounts.ledgerSums(1, 'test');
  assert.equal(sums.costs, 38_000);
  assert.equal(sums.balance, sums.movements - sums.costs);
});

/** A delivered message, and the balance after it. */
async function sendOne(folder: string) {
  await using sink = await openWebhookSink();
  await using app = await openApp({}, folder);
  const message = { apiKey: app.testKey, phoneNumbers: '+33639980101', message: 'Hello' };
  const { json } = await app.post('/v1/send', { ...message, urlDlr: sink.url });
  await sink.until(1, ({ body }) => body.includes('"delivered"'));
  const me = await app.get(`/v1/me?apiKey=${app.testKey}`);
  const id = String(json['message_id']);
  return {
    status: `/v1/message-status?apiKey=${app.testKey}&messageId=${id}&phoneNumber=+33639980101`,
    balance: me.json['balance'],
  };
}

function makeOlder(folder: string, byMs: number): void {
  using db = new DatabaseSync(path.join(folder, 'parley.db'));
  db.exec(`
    UPDATE message SET accepted_at = accepted_at - ${byMs}, valid_until = valid_until - ${byMs};
    UPDATE recipient SET first_submitted_at = first_submitted_at - ${byMs};
    UPDATE further_submit SET submitted_at = submitted_at - ${byMs};
    UPDATE webhook_event SET created_at = created_at - ${byMs};
    UPDATE webhook_attempt SET at = at - ${byMs};
  `);
}

function rowsIn(folder: string): number {
  using db = new DatabaseSync(path.join(folder, 'parley.db'), { readOnly: true });
  const tables = ['message', 'recipient', 'submitted_part', 'webhook_event', 'webhook_attempt'];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`);
  return Number(db.prepare(`SELECT ${counts.join(' + ')} AS rows`).get()?.['rows']);
}
