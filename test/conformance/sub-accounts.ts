/** Sub-accounts and the credit that moves between them and their parents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import type { Transfer } from '#accounts/sub-account-store.ts';
import type { Storage } from '#storage/storage.ts';
import { aUser } from '#test/harness/customer-records.ts';
import { atMs, money } from '#test/harness/records.ts';
import { withAccount } from './setup.ts';

const author = { actor: 'test', atMs };

function wanted(parent: Account, credit: number, hash = 'h1') {
  const key = { bases: ['sms'], mode: 'live', prefix: 'live_abc', label: '', hash } as const;
  const names = { name: 'Shop', email: '', firstname: 'Ada', lastname: 'Example' };
  return {
    ...names,
    parent,
    credit: money(credit),
    purse: 'live',
    key,
    createdAtMs: atMs,
    actor: 'test',
  } as const;
}

async function withSubAccount(storage: Storage) {
  const parent = await withAccount(storage, 1_000_000);
  const account = await storage.accounts.createSubAccount(wanted(parent, 300_000));
  assert.ok(account !== undefined);
  const move = (amount: number, direction: Transfer['direction'], parentId = parent.id) =>
    storage.accounts.moveCredit({
      parentId,
      accountId: account.id,
      amount: money(amount),
      direction,
      purse: 'live',
      ...author,
    });
  const balances = async () => [
    await balance(storage, parent.id),
    await balance(storage, account.id),
  ];
  return { parent, account, move, balances };
}

/** After the ledger has said that it adds up. */
async function balance(storage: Storage, accountId: number): Promise<number> {
  const sums = await storage.accounts.ledgerSums(accountId, 'live');
  assert.equal(sums.balance, sums.movements - sums.costs);
  return sums.balance;
}

export function subAccounts(open: () => Promise<Storage>): void {
  test('the key of a sub-account has the limits of the key that asked for it', async () => {
    await using storage = await open();
    const parent = await withAccount(storage, 1_000_000);
    const { bases, mode, prefix, label } = wanted(parent, 0).key;
    const made = { accountId: parent.id, bases, mode, prefix, label, createdAtMs: atMs };
    const maker = await storage.accounts.createKey({ ...made, hash: 'maker' }, 'test');
    const other = await storage.accounts.createKey({ ...made, hash: 'other' }, 'test');
    const limit = { max: 7, action: 'block' } as const;
    for (const { id: keyId } of [maker, other]) {
      const max = keyId === maker.id ? limit.max : 99;
      const exception = { accountId: parent.id, keyId, rule: 'requests-second' } as const;
      await storage.accounts.setException({ ...exception, limit: { ...limit, max } }, author);
    }
    const wish = { ...wanted(parent, 0), underKeyId: maker.id };
    const account = await storage.accounts.createSubAccount(wish);
    assert.ok(account !== undefined);
    const [first] = await storage.accounts.listKeys(account.id);
    const ofIt = (await storage.accounts.listExceptions()).filter(
      ({ accountId }) => accountId === account.id,
    );
    const expected = { accountId: account.id, keyId: first?.id, rule: 'requests-second', limit };
    assert.deepEqual(ofIt, [expected]);
  });

  test('a sub-account is active no longer than its parent, by whatever door', async () => {
    await using storage = await open();
    const { parent, account } = await withSubAccount(storage);
    const { accounts, customers } = storage;
    const { id: _id, state: _state, ...user } = aUser({ accountId: account.id });
    await customers.createSmppUser(user, author);
    const states = async () => [
      await accounts.stateOf(account.id),
      (await accounts.findKeyByHash('h1'))?.account.state,
      (await customers.listCustomers())[0]?.account.state,
    ];
    assert.deepEqual(await states(), ['active', 'active', 'active']);
    await accounts.changeAccount(parent.id, { state: 'blocked' }, author);
    assert.deepEqual(await states(), ['blocked', 'blocked', 'blocked']);
    await accounts.changeAccount(parent.id, { state: 'active' }, author);
    await accounts.changeAccount(account.id, { state: 'disabled' }, author);
    assert.deepEqual(await states(), ['disabled', 'disabled', 'disabled']);
  });

  test('credit that is moved stands in the audit of the parent, and credit that is refused does not', async () => {
    await using storage = await open();
    const { parent, account, move } = await withSubAccount(storage);
    const actions = async () =>
      (
        await storage.audit.auditRecords({
          accountId: parent.id,
          beforeId: Number.MAX_SAFE_INTEGER,
          limit: 10,
        })
      ).records
        .filter(({ action }) => action === 'subaccount.credit')
        .map(({ target, details }) => [target, JSON.parse(details) as unknown]);
    const before = await actions();
    await move(100_000, 'to sub-account');
    await move(900_000_000, 'to sub-account');
    const details = { purse: 'live', amount: 100_000, direction: 'to sub-account' };
    assert.deepEqual(await actions(), [[String(account.id), details], ...before]);
  });

  test('a sub-account begins with what its parent gives it', async () => {
    await using storage = await open();
    const { parent, account, balances } = await withSubAccount(storage);
    assert.partialDeepStrictEqual(account, {
      parentId: parent.id,
      removedAtMs: null,
      currency: parent.currency,
      firstname: 'Ada',
    });
    const policies = await storage.accounts.listPolicies();
    assert.deepEqual(
      policies.map(({ accountId, trust }) => [accountId, trust]),
      [[account.id, 'new']],
    );
    assert.deepEqual(await balances(), [700_000, 300_000]);
    const found = await storage.accounts.findKeyByHash('h1');
    assert.deepEqual(found?.account, account);
    const dear = wanted(parent, 700_001, 'h2');
    assert.equal(await storage.accounts.createSubAccount(dear), undefined);
    assert.equal(await storage.accounts.findKeyByHash('h2'), undefined);
  });

  test('a sub-account under a key is made once, and a client that repeats it hears of the first', async () => {
    await using storage = await open();
    const parent = await withAccount(storage, 1_000_000);
    const store = storage.accounts;
    const once = { key: 'k', fingerprint: 'f', forgottenBeforeMs: author.atMs - 10 };
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        store.createSubAccountOnce(wanted(parent, 100_000, `h${index}`), {
          ...once,
          chance: `chance-${index}`,
        }),
      ),
    );
    const [first] = results;
    assert.ok(first?.kind === 'created');
    for (const each of results) assert.deepEqual(each, first);
    assert.deepEqual(await balance(storage, parent.id), 900_000);
    const winner = await storage.accounts.findKeyByHash(`h${first.chance.slice('chance-'.length)}`);
    assert.equal(winner?.account.id, first.accountId);
    assert.equal((await store.listSubAccounts(parent.id, 1, 10)).total, 1);
    const again = { ...once, chance: 'x' };
    const other = { ...again, fingerprint: 'g' };
    assert.deepEqual(await store.createSubAccountOnce(wanted(parent, 1, 'i'), other), {
      kind: 'key was used for another request',
    });
    // What was refused leaves the key free, and so does time.
    const second = { ...again, key: 'l' };
    const dear = await store.createSubAccountOnce(wanted(parent, 900_001, 'j'), second);
    assert.deepEqual(dear, { kind: 'credit is not enough' });
    const made = await store.createSubAccountOnce(wanted(parent, 1, 'j'), second);
    assert.equal(made.kind, 'created');
    const later = { ...again, forgottenBeforeMs: author.atMs + 1 };
    const anew = await store.createSubAccountOnce(wanted(parent, 1, 'k'), later);
    assert.ok(anew.kind === 'created' && anew.accountId !== first.accountId);
  });

  test('credit moves both ways and never below zero', async () => {
    await using storage = await open();
    const { parent, move, balances } = await withSubAccount(storage);
    assert.equal((await move(700_000, 'to sub-account')).kind, 'moved');
    assert.deepEqual(await move(1, 'to sub-account'), { kind: 'credit is not enough', balance: 0 });
    const back = await move(400_000, 'to parent');
    assert.equal(back.kind === 'moved' && back.parent.balance, 400_000);
    assert.deepEqual(await move(600_001, 'to parent'), {
      kind: 'credit is not enough',
      balance: 600_000,
    });
    assert.deepEqual(await balances(), [400_000, 600_000]);
    const stranger = await withAccount(storage, 1_000_000);
    const theirs = await move(1, 'to sub-account', stranger.id);
    assert.deepEqual(theirs, { kind: 'sub-account is unknown' });
    assert.equal((await move(1, 'to sub-account', parent.id)).kind, 'moved');
  });

  test('a transfer under a key moves once, and tells a client that repeats it what it told', async () => {
    await using storage = await open();
    const { parent, account, move, balances } = await withSubAccount(storage);
    const transfer = (amount: number): Transfer => ({
      parentId: parent.id,
      accountId: account.id,
      amount: money(amount),
      direction: 'to sub-account',
      purse: 'live',
      ...author,
    });
    const once = { key: 'k', fingerprint: 'f', forgottenBeforeMs: author.atMs - 10 };
    const store = storage.accounts;
    const results = await Promise.all(
      Array.from({ length: 8 }, () => store.moveCreditOnce(transfer(100_000), once)),
    );
    const kinds = results.map(({ kind }) => kind).toSorted();
    assert.deepEqual(kinds, ['moved', ...Array.from({ length: 7 }, () => 'repeated')]);
    await move(50_000, 'to sub-account');
    const left = { parent: 600_000, account: 400_000 };
    const again = await store.moveCreditOnce(transfer(100_000), once);
    assert.deepEqual(again, { kind: 'repeated', left });
    const other = await store.moveCreditOnce(transfer(1), { ...once, fingerprint: 'g' });
    assert.deepEqual(other, { kind: 'key was used for another request' });
    assert.deepEqual(await balances(), [550_000, 450_000]);
    // What was refused leaves the key free, and so does time.
    const second = { ...once, key: 'l' };
    const dear = await store.moveCreditOnce(transfer(900_000), second);
    assert.deepEqual(dear, { kind: 'credit is not enough', balance: 550_000 });
    assert.equal((await store.moveCreditOnce(transfer(1), second)).kind, 'moved');
    const later = { ...once, forgottenBeforeMs: author.atMs + 1 };
    assert.equal((await store.moveCreditOnce(transfer(1), later)).kind, 'moved');
  });

  test('transfers at once neither make nor lose money', async () => {
    await using storage = await open();
    const { move, balances } = await withSubAccount(storage);
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        move(100_000, index % 2 === 0 ? 'to sub-account' : 'to parent'),
      ),
    );
    assert.ok(results.some(({ kind }) => kind === 'moved'));
    const [parent = 0, account = 0] = await balances();
    assert.equal(parent + account, 1_000_000);
    assert.ok(parent >= 0 && account >= 0);
  });

  test('a removed sub-account gives back what it has, and its keys end', async () => {
    await using storage = await open();
    const { parent, account, move, balances } = await withSubAccount(storage);
    const { accounts: store } = storage;
    assert.equal(await store.removeSubAccount(account.id, account.id, author), false);
    assert.equal(await store.removeSubAccount(parent.id, account.id, author), true);
    assert.equal(await store.removeSubAccount(parent.id, account.id, author), false);
    assert.deepEqual(await balances(), [1_000_000, 0]);
    assert.equal(await storage.accounts.findKeyByHash('h1'), undefined);
    assert.deepEqual(await move(1, 'to sub-account'), { kind: 'sub-account is unknown' });
    assert.deepEqual(await store.listSubAccounts(parent.id, 1, 20), { accounts: [], total: 0 });
  });

  test('a parent that is not active stops its sub-accounts', async () => {
    await using storage = await open();
    const { parent } = await withSubAccount(storage);
    await storage.accounts.changeAccount(parent.id, { state: 'blocked' }, author);
    assert.equal((await storage.accounts.findKeyByHash('h1'))?.account.state, 'blocked');
  });

  test('sub-accounts are listed a page at a time', async () => {
    await using storage = await open();
    const { parent, account } = await withSubAccount(storage);
    const second = await storage.accounts.createSubAccount(wanted(parent, 0, 'h2'));
    const page = await storage.accounts.listSubAccounts(parent.id, 2, 1);
    assert.deepEqual(page, { accounts: [second], total: 2 });
    const first = await storage.accounts.listSubAccounts(parent.id, 1, 1);
    assert.deepEqual(first.accounts, [account]);
  });
}
