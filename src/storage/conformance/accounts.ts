/** Money and keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMs, money } from '#test/harness/records.ts';
import type { Storage } from '../storage.ts';
import { withAccount } from './setup.ts';

export function accounts(open: () => Promise<Storage>): void {
  test('money moves by movements alone, and the ledger knows them', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 5_000_000);
    const moved = await storage.accounts.move({
      accountId: account.id,
      purse: 'live',
      amount: money(-1_500_000),
      kind: 'correction',
      actor: 'test',
      atMs,
    });
    assert.equal(moved?.balance, 3_500_000);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.deepEqual({ ...sums }, { balance: 3_500_000, movements: 3_500_000, costs: 0 });
  });

  test('money for an account that does not exist goes nowhere', async () => {
    await using storage = await open();
    const movement = { accountId: 9, purse: 'live', amount: money(1), atMs } as const;
    const moved = storage.accounts.move({ ...movement, kind: 'top-up', actor: 'test' });
    assert.equal(await moved, undefined);
  });

  test('a key is found by its hash until it is revoked, and only by its own account', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const key = await storage.accounts.createKey({
      accountId: account.id,
      bases: ['sms', 'email'],
      mode: 'live',
      prefix: 'live_abc',
      label: '',
      hash: 'h1',
      createdAtMs: atMs,
    });
    assert.deepEqual(await storage.accounts.findKeyByHash('h1'), { key, account });
    assert.equal(await storage.accounts.revokeKey(account.id + 1, key.id, atMs), false);
    assert.equal(await storage.accounts.revokeKey(account.id, key.id, atMs), true);
    assert.equal(await storage.accounts.findKeyByHash('h1'), undefined);
    assert.equal(await storage.accounts.revokeKey(account.id, key.id, atMs), false);
  });

  test('a change touches what it names and nothing else', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const changed = await storage.accounts.changeAccount(account.id, { state: 'disabled' });
    assert.deepEqual(changed, { ...account, state: 'disabled' });
    assert.deepEqual(await storage.accounts.listAccounts(0, 10), [changed]);
  });
}
