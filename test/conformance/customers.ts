/** SMPP users, their binds, and what query_sm asks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewSmppUser } from '#sms/customers/smpp-user.ts';
import type { Storage } from '#storage/storage.ts';
import { aUser } from '#test/harness/customer-records.ts';
import { anAcceptance, aRecipient, atMs, phone } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { auditBehindSetup, plain, withAccount } from './setup.ts';

function newUser(accountId: number): NewSmppUser {
  const { id: _id, state: _state, ...user } = aUser({ accountId, passwordHash: 'hash' });
  return user;
}

async function withUser(storage: Storage) {
  const account = await withAccount(storage);
  const user = await storage.customers.createSmppUser(newUser(account.id), anAuthor);
  assert.ok(user !== undefined);
  return { account, user };
}

function aBind(userId: number, process: string, seenAtMs = atMs) {
  return { userId, process, mode: 'trx', address: '192.0.2.1', boundAtMs: atMs, seenAtMs } as const;
}

export function customers(open: () => Promise<Storage>): void {
  test('a user is kept with its account, and there is one of each name', async () => {
    await using storage = await open();
    const { account, user } = await withUser(storage);
    assert.deepEqual(user, { ...newUser(account.id), id: user.id, state: 'active' });
    assert.deepEqual(await storage.customers.listCustomers(), [{ user, account }]);
    assert.equal(await storage.customers.createSmppUser(newUser(account.id), anAuthor), undefined);
  });

  test('a change of a user keeps what it does not name, and is told to every process', async () => {
    await using storage = await open();
    const { user } = await withUser(storage);
    const before = await storage.settings.settingsVersion();
    const settings = { ...user.settings, window: 7, ratePerSecond: 100 };
    const changed = await storage.customers.changeSmppUser(user.id, { settings }, anAuthor);
    assert.deepEqual(changed, { ...user, settings });
    const state = 'suspended';
    const suspended = await storage.customers.changeSmppUser(
      user.id,
      { state, passwordHash: 'x' },
      anAuthor,
    );
    assert.deepEqual(suspended, { ...user, settings, state, passwordHash: 'x' });
    assert.ok((await storage.settings.settingsVersion()) >= before + 2);
    assert.equal(
      await storage.customers.changeSmppUser(user.id + 1, { state }, anAuthor),
      undefined,
    );
  });

  test('each change of a user leaves an audit row without its password', async () => {
    await using storage = await open();
    const { account, user } = await withUser(storage);
    const change = { passwordHash: 'other', state: 'suspended' } as const;
    await storage.customers.changeSmppUser(user.id, change, anAuthor);
    await storage.customers.removeSmppUser(user.id, anAuthor);
    const rows = await auditBehindSetup(storage);
    assert.deepEqual(
      rows.map(({ action, target, accountId }) => [action, target, accountId]),
      [
        ['smpp-user.removed', 'ACME', null],
        ['smpp-user.changed', 'ACME', null],
        ['smpp-user.created', 'ACME', account.id],
      ],
    );
    assert.ok(rows.every(({ details }) => !/hash|other/.test(details)));
  });

  test('a user that is removed is gone, once', async () => {
    await using storage = await open();
    const { user } = await withUser(storage);
    assert.equal(await storage.customers.removeSmppUser(user.id, anAuthor), true);
    assert.equal(await storage.customers.removeSmppUser(user.id, anAuthor), false);
    assert.deepEqual(await storage.customers.listCustomers(), []);
  });

  test('binds are counted over all processes, those not seen for a while not at all', async () => {
    await using storage = await open();
    const { user } = await withUser(storage);
    const limits = { max: 2, seenSinceMs: atMs };
    const binds = storage.customers;
    assert.notEqual(await binds.openBind(aBind(user.id, 'gone', atMs - 1), limits), undefined);
    const first = await binds.openBind(aBind(user.id, 'a'), limits);
    const second = await binds.openBind(aBind(user.id, 'b'), limits);
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(await binds.openBind(aBind(user.id, 'b'), limits), undefined);
    assert.deepEqual(plain(await binds.listBinds(0)), [
      { id: first, ...aBind(user.id, 'a') },
      { id: second, ...aBind(user.id, 'b') },
    ]);
    await storage.customers.closeBind(first);
    assert.notEqual(await binds.openBind(aBind(user.id, 'b'), limits), undefined);
  });

  test('many who bind at once are as many as may', async () => {
    await using storage = await open();
    const { user } = await withUser(storage);
    const limits = { max: 3, seenSinceMs: atMs };
    const opened = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        storage.customers.openBind(aBind(user.id, `p${index}`), limits),
      ),
    );
    assert.equal(opened.filter((id) => id !== undefined).length, 3);
    assert.equal((await storage.customers.listBinds(0)).length, 3);
  });

  test('nobody binds as a user that has just been removed', async () => {
    await using storage = await open();
    const { user } = await withUser(storage);
    await storage.customers.removeSmppUser(user.id, anAuthor);
    const bind = aBind(user.id, 'a');
    assert.equal(await storage.customers.openBind(bind, { max: 9, seenSinceMs: 0 }), undefined);
  });

  test('a bind that is seen again is there again, and never takes another’s place', async () => {
    await using storage = await open();
    const { user } = await withUser(storage);
    const binds = storage.customers;
    const limits = { max: 9, seenSinceMs: 0 };
    const id = await binds.openBind(aBind(user.id, 'a'), limits);
    assert.ok(id !== undefined);
    await binds.forgetBinds('a');
    assert.deepEqual(await binds.listBinds(0), []);
    await binds.seeBinds([{ id, ...aBind(user.id, 'a', atMs + 5) }]);
    assert.deepEqual(plain(await binds.listBinds(0)), [{ id, ...aBind(user.id, 'a', atMs + 5) }]);
    await binds.seeBinds([{ id, ...aBind(user.id, 'b', atMs + 9) }]);
    assert.deepEqual(plain(await binds.listBinds(atMs + 5)), [
      { id, ...aBind(user.id, 'a', atMs + 5) },
    ]);
    await binds.forgetBinds(undefined);
    assert.deepEqual(await binds.listBinds(0), []);
  });

  test('the recipients of a message stand for its own account', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 307);
    const second = aRecipient(acceptance.message, {
      id: (acceptance.recipients[0]?.id ?? 0) + 1,
      phone: phone('33612345679'),
    });
    const recipients = [...acceptance.recipients, second];
    await storage.messages.acceptMessages([
      { ...acceptance, recipients },
      anAcceptance(account, 308),
    ]);
    const query = { accountId: account.id, mode: 'live', messageId: 307, limit: 500 } as const;
    const standing = { state: 'accepted', reason: '', changedAtMs: atMs };
    assert.deepEqual(plain(await storage.customers.findRecipients(query)), [standing, standing]);
    assert.deepEqual(
      await storage.customers.findRecipients({ ...query, accountId: account.id + 1 }),
      [],
    );
    assert.deepEqual(await storage.customers.findRecipients({ ...query, messageId: 309 }), []);
  });
}
