/** Money and keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKey, NewApiKey } from '#accounts/api-key.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs, money } from '#test/harness/records.ts';
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

  test('a network that is new to a live key in use is news once, no matter who notes it', async () => {
    await using storage = await open();
    const { id: accountId, ...account } = await withAccount(storage);
    const { accounts: store } = storage;
    const { id: keyId } = await store.createKey(aKey(accountId, 'h1'), 'test');
    const { id: testId } = await store.createKey(
      { ...aKey(accountId, 'h2'), mode: 'test' },
      'test',
    );
    const from = (...networks: readonly string[]) =>
      networks.map((network) => ({ keyId, network }));
    assert.deepEqual(await store.noteKeyNetworks(from('192.0.0.0/16'), 1), []);
    const tests = ['a', 'b'].map((network) => ({ keyId: testId, network }));
    assert.deepEqual(await store.noteKeyNetworks(tests, 1), []);
    assert.deepEqual(await store.noteKeyNetworks([{ keyId: 999, network: 'a' }], 1), []);
    const later = from('192.0.0.0/16', '198.51.0.0/16');
    const noted = await Promise.all([1, 2].map(() => store.noteKeyNetworks(later, 2)));
    assert.deepEqual(noted.flat(), from('198.51.0.0/16'));
    await store.noteKeyNetworks(from('2001:db8::/32'), 3);
    const [told, ...others] = await store.listNewNetworks(0, 10);
    assert.deepEqual(others, []);
    assert.equal(told?.key.id, keyId);
    assert.partialDeepStrictEqual(told.account, { id: accountId, email: account.email });
    assert.deepEqual(told.networks, ['198.51.0.0/16', '2001:db8::/32']);
    await store.noteToldNetworks(keyId, told.networks, 10);
    await store.noteKeyNetworks(from('203.0.0.0/16'), 11);
    assert.deepEqual(await store.listNewNetworks(10, 10), [], 'told a moment ago');
    assert.deepEqual((await store.listNewNetworks(11, 10))[0]?.networks, ['203.0.0.0/16']);
  });

  test('a key that is imported is found like any, once, and not again after it was revoked', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const key = { ...aKey(accountId, 'theirs'), prefix: 'abcd…' };
    const made = await storage.accounts.importKey(key, 'test');
    assert.deepEqual((await storage.accounts.findKeyByHash('theirs'))?.key, made);
    assert.equal(await storage.accounts.importKey({ ...key, label: 'again' }, 'test'), undefined);
    await storage.accounts.revokeKey(accountId, made?.id ?? 0, author);
    assert.equal(await storage.accounts.importKey(key, 'test'), undefined);
    assert.equal(await storage.accounts.findKeyByHash('theirs'), undefined);
    const { records: audit } = await storage.audit.auditRecords({
      accountId: accountId,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 10,
    });
    assert.deepEqual(audit.map(({ action, target }) => [action, target]).slice(0, 2), [
      ['key.revoked', 'abcd…'],
      ['key.imported', 'abcd…'],
    ]);
  });

  test('an account is what its parent is where that one is not active', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage);
    const { accounts: store } = storage;
    assert.equal(await store.stateOf(id), 'active');
    await store.changeAccount(id, { state: 'blocked' }, author);
    assert.equal(await store.stateOf(id), 'blocked');
    assert.equal(await store.stateOf(id + 1), undefined);
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

  test('a key has the bounds it was made with until they are changed, and each change is read anew', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const made = await storage.accounts.createKey(aKey(accountId, 'h1'), 'test');
    assert.deepEqual(boundsOf(made), { addresses: [], scopes: everyScope, expiresAtMs: null });
    const bounds = { addresses: ['192.0.2.0/24', '::1'], scopes: ['send', 'read'] } as const;
    const change = { ...bounds, expiresAtMs: 2_000_000_000_000 };
    const version = await storage.settings.settingsVersion();
    assert.equal(await storage.accounts.changeKey(accountId, made.id, change, author), true);
    assert.ok((await storage.settings.settingsVersion()) > version);
    const found = await storage.accounts.findKeyByHash('h1');
    assert.deepEqual(found?.key, { ...made, ...change });
    const back = { addresses: [], scopes: everyScope, expiresAtMs: null };
    assert.equal(await storage.accounts.changeKey(accountId, made.id, back, author), true);
    assert.deepEqual((await storage.accounts.findKeyByHash('h1'))?.key, made);
    const {
      records: [last],
    } = await storage.audit.auditRecords({
      accountId: accountId,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 1,
    });
    assert.deepEqual(JSON.parse(last?.details ?? ''), { ...back, before: change });
    const bounded = await storage.accounts.createKey(
      { ...aKey(accountId, 'h2'), ...change },
      'test',
    );
    assert.deepEqual(boundsOf(bounded), change);
  });

  test('a key of another account, or one that is revoked, is not changed', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const made = await storage.accounts.createKey(aKey(accountId, 'h1'), 'test');
    const change = { addresses: ['192.0.2.1'] };
    const { accounts: keys } = storage;
    assert.equal(await keys.changeKey(accountId + 1, made.id, change, author), false);
    assert.equal(await keys.changeKey(accountId, made.id + 1, change, author), false);
    await keys.revokeKey(accountId, made.id, author);
    assert.equal(await keys.changeKey(accountId, made.id, change, author), false);
    assert.deepEqual((await keys.listKeys(accountId))[0]?.addresses, []);
  });

  test('a change touches what it names and nothing else', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const changed = await storage.accounts.changeAccount(account.id, { state: 'disabled' }, author);
    assert.deepEqual(changed, { ...account, state: 'disabled' });
    assert.deepEqual(
      [account.keyPlaces, account.xmlForm, account.timeZone],
      ['any', 'named', 'Europe/Paris'],
    );
    const switches = {
      keyPlaces: 'header',
      xmlForm: 'positional',
      timeZone: 'Asia/Tokyo',
    } as const;
    const switched = await storage.accounts.changeAccount(account.id, switches, author);
    assert.deepEqual(switched, { ...account, state: 'disabled', ...switches });
    const back = { keyPlaces: 'any', xmlForm: 'named', timeZone: 'Europe/Paris' } as const;
    await storage.accounts.changeAccount(account.id, back, author);
    assert.deepEqual(await storage.accounts.listAccounts(0, 10), [changed]);
    const part = changed.name.slice(1).toUpperCase();
    assert.deepEqual(await storage.accounts.listAccounts(0, 10, part), [changed]);
    assert.deepEqual(await storage.accounts.listAccounts(0, 10, '%'), []);
  });

  test('a balance below its alert level is listed until it is told, and again once it has been back', async () => {
    await using storage = await open();
    const { accounts: store } = storage;
    const { id } = await withAccount(storage, 5);
    await withAccount(storage, 1);
    const low = async () => (await store.listLowBalances(10)).map((one) => one.alerts);
    const set = await store.changeAccount(id, { alertLevel: money(5) }, author);
    assert.equal(set?.alertLevel, 5);
    assert.deepEqual(await low(), []);
    const move = { accountId: id, purse: 'live', kind: 'correction', ...author } as const;
    await store.move({ ...move, amount: money(-1) });
    assert.deepEqual(await low(), [0]);
    await store.noteAlert(id, atMs);
    await store.forgetAlerts();
    assert.deepEqual(await low(), []);
    await store.move({ ...move, amount: money(1) });
    await store.forgetAlerts();
    await store.move({ ...move, amount: money(-1) });
    assert.deepEqual(await low(), [1]);
    await store.changeAccount(id, { alertLevel: null }, author);
    assert.deepEqual(await low(), []);
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

const everyScope = ['send', 'read', 'numbers', 'account', 'subaccounts'] as const;

function aKey(accountId: number, hash: string): NewApiKey {
  const key = { bases: ['sms'], mode: 'live', prefix: 'live_abc', label: '' } as const;
  return { ...key, accountId, hash, createdAtMs: atMs };
}

function boundsOf({ addresses, scopes, expiresAtMs }: ApiKey) {
  return { addresses, scopes, expiresAtMs };
}
