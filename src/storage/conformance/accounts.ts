/** Money and keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMs, money } from '#test/harness/records.ts';
import type { Storage } from '../storage.ts';
import { withAccount } from './setup.ts';

const author = { actor: 'test', atMs };

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
    const key = await storage.accounts.createKey(
      {
        accountId: account.id,
        bases: ['sms', 'email'],
        mode: 'live',
        prefix: 'live_abc',
        label: '',
        hash: 'h1',
        createdAtMs: atMs,
      },
      'test',
    );
    assert.deepEqual(await storage.accounts.findKeyByHash('h1'), { key, account });
    assert.equal(await storage.accounts.revokeKey(account.id + 1, key.id, author), false);
    assert.equal(await storage.accounts.revokeKey(account.id, key.id, author), true);
    assert.equal(await storage.accounts.findKeyByHash('h1'), undefined);
    assert.equal(await storage.accounts.revokeKey(account.id, key.id, author), false);
  });

  test('a change touches what it names and nothing else', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const changed = await storage.accounts.changeAccount(account.id, { state: 'disabled' }, author);
    assert.deepEqual(changed, { ...account, state: 'disabled' });
    assert.deepEqual(await storage.accounts.listAccounts(0, 10), [changed]);
  });

  test('every change is in the audit, in the commit of the change', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await storage.accounts.changeAccount(account.id, { name: 'Other' }, author);
    await storage.accounts.changeAccount(account.id, {}, author);
    await storage.accounts.changeAccount(account.id + 1, { name: 'Nobody' }, author);
    const movement = { purse: 'live', amount: money(7), kind: 'top-up', ...author } as const;
    await storage.accounts.move({ ...movement, accountId: account.id });
    await storage.accounts.move({ ...movement, accountId: account.id + 1 });
    const audit = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 10);
    assert.deepEqual(
      audit.map(({ action, actor, target, details }) => [action, actor, target, details]),
      [
        ['account.top-up', 'test', `${account.id}`, '{"purse":"live","amount":7}'],
        ['account.set', 'test', `${account.id}`, '{"name":"Other","before":{"name":"Acme"}}'],
        ['account.created', 'test', `${account.id}`, audit.at(-1)?.details],
      ],
    );
  });
}
