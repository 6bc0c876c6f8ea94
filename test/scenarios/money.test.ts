/** Programs that spend one balance at once: what there is money for goes, the rest is refused, and the ledger adds up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '#accounts/keys/new-key.ts';
import type { Storage } from '#storage/storage.ts';
import { makeCustomer } from '#test/harness/customer-world.ts';
import { openApp } from '#test/harness/open-app.ts';
import { until } from '#test/harness/pause.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const price = 38_000;
const paid = 500;
const asked = 1_000;

test('of a thousand sends at once on a balance for five hundred exactly five hundred go', async () => {
  using folder = temporaryFolder();
  const { account } = await makeCustomer(folder.path, { balance: paid * price });
  const apiKey = await inStorage(folder.path, async (storage) => {
    const wish = { accountId: account.id, mode: 'test', bases: ['sms'], label: 'test' } as const;
    return (await createKey(wish, storage, { actor: 'test', atMs: 0 })).clear;
  });
  await using app = await openApp({}, folder.path);
  const send = { apiKey, phoneNumbers: '+33639980001', message: 'Hello' };
  const answers = await Promise.all(
    Array.from({ length: asked }, () => app.post('/v1/send', send)),
  );

  const ids = answers.flatMap(({ status, json }) => (status === 200 ? [json['message_id']] : []));
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal(new Set(ids).size, paid);
  assert.equal(refused.length, asked - paid);
  for (const { status, json } of refused) {
    assert.deepEqual([status, json['success'], json['code']], [402, false, 11]);
  }
  assert.equal((await app.post('/v1/send', send)).status, 402);

  // Nothing of what is done with them later moves money.
  await until(async () => {
    const query = `apiKey=${apiKey}&phoneNumber=%2B33639980001&messageId=${String(ids.at(-1))}`;
    const { json } = await app.get(`/v1/message-status?${query}`);
    return json['statut'] === 'Delivered' ? true : undefined;
  });
  await inStorage(folder.path, async ({ accounts }) => {
    const spent = paid * price;
    const sums = await accounts.ledgerSums(account.id, 'test');
    assert.deepEqual({ ...sums }, { balance: 0, movements: spent, costs: spent });
    const page = { accountId: account.id, purse: 'test', before: undefined, limit: 10 } as const;
    const lines = await accounts.listLedger(page);
    assert.deepEqual(
      lines.map(({ kind, amount, balance, count }) => [kind, amount, balance, count]),
      [
        ['sms', -spent, 0, paid],
        ['top-up', spent, spent, null],
      ],
    );
  });
});

async function inStorage<Result>(
  folder: string,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  await using storage = await openStorageBeside(folder);
  return await work(storage);
}
