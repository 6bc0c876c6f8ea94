/** What an account's people are mailed when their endpoint is in trouble: the whole program, and its catcher. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Storage } from '#storage/storage.ts';
import { openApp } from '#test/harness/open-app.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

const address = 'ops@acme.example';
const author = { actor: 'test', atMs: 0 };

/** Waits until so many notices are noted; the test's own time-out ends it. */
async function noted(storage: Storage, count: number) {
  for (;;) {
    const records = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 100);
    const notices = records.filter(({ action }) => action === 'endpoint.disabled');
    if (notices.length >= count) return notices.map(({ details }) => JSON.parse(details) as object);
    await wait(50);
  }
}

/** The mails that the catcher has, once it has so many; lines that quoted-printable broke are whole (RFC 2045, 6.7). */
async function caught({ simulator }: Storage, count: number): Promise<readonly string[]> {
  for (;;) {
    const mails = await simulator.listMails({ beforeId: Number.MAX_SAFE_INTEGER, limit: 10 });
    if (mails.length >= count) {
      const octets = await Promise.all(mails.map(({ id }) => simulator.findMail(id)));
      return octets.map((mail) =>
        Buffer.from(mail?.octets ?? [])
          .toString('latin1')
          .replaceAll('=\r\n', ''),
      );
    }
    await wait(50);
  }
}

suite('people of an endpoint', { timeout: 120_000 }, () => {
  test('hear by mail that it is switched off, once each time it is', async () => {
    await using sink = await openWebhookSink();
    sink.answer = 410;
    await using app = await openApp();
    const ask = (command: string, parameters: object = {}) =>
      app.post(`/v1/${command}`, { apiKey: app.testKey, ...parameters });
    await using storage = await openStorageBeside(app.folder);
    const [account] = await storage.accounts.listAccounts(0, 10);
    assert.ok(account);
    await storage.accounts.changeAccount(account.id, { email: address }, author);
    const added = await ask('webhook/add', { url: sink.url, events: 'dlr' });
    const { id } = added.json['webhook'] as { readonly id: number };
    const phoneNumbers = ['+33639980001', '+33639980002', '+33639980003'].join();
    const sent = await ask('send', { phoneNumbers, message: 'Hello' });
    assert.equal(sent.status, 200);
    const [details] = await noted(storage, 1);
    const { origin } = new URL(sink.url);
    assert.partialDeepStrictEqual(details, { origin, reason: 'answered 410, gone', mail: 'taken' });
    const [mail] = await caught(storage, 1);
    assert.match(mail ?? '', new RegExp(`^To: .*${address}`, 'm'));
    assert.match(mail ?? '', /^Subject: Webhooks to http:\/\/127\.0\.0\.1:\d+ are disabled/m);
    assert.match(mail ?? '', /^Last response: The server wants no more of this \(HTTP 410\)/m);
    assert.ok(!(mail ?? '').includes('/hook'), 'its path may hold a secret');
    assert.equal((await ask('webhook/resume', { id })).status, 200);
    await caught(storage, 2);
    await noted(storage, 2);
    assert.equal(
      (await storage.simulator.listMails({ beforeId: Number.MAX_SAFE_INTEGER, limit: 10 })).length,
      2,
    );
  });
});
