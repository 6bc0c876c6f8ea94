/** People of the dashboard, their accounts and sessions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { type Millionths, zero } from '#core/money.ts';
import type { NewSession } from '#people/session.ts';
import type { User } from '#people/user.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs, money } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { withAccount } from './setup.ts';

const invitation = { name: 'setup', value: 'token hash' };
const newUser = { email: 'a@b.example', name: 'Ada', passwordHash: 'hash', createdAtMs: atMs };

async function withUser(storage: Storage): Promise<User> {
  await storage.settings.saveSetting(invitation.name, invitation.value);
  return must(await storage.people.createFirstUser(newUser, invitation), 'first user');
}

function aSession(userId: number, tokenHash: string): NewSession {
  return {
    tokenHash,
    userId,
    createdAtMs: atMs,
    activeAtMs: atMs,
    expiresAtMs: atMs + 1_000,
    freshUntilMs: atMs + 10,
    factors: 'password',
    address: '192.0.2.1',
    agent: 'a browser',
  };
}

export function people(open: () => Promise<Storage>): void {
  test('an invitation makes one administrator, who owns the accounts that stand on their own', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const subAccount = await withSubAccount(storage, account);
    const user = await withUser(storage);
    assert.deepEqual(user, {
      id: user.id,
      email: 'a@b.example',
      name: 'Ada',
      language: null,
      isAdministrator: true,
      state: 'active',
      createdAtMs: atMs,
    });
    assert.equal(await storage.people.createFirstUser(newUser, invitation), undefined);
    assert.equal(await storage.settings.findSetting('setup'), undefined);
    assert.equal(await storage.people.countUsers(), 1);
    const owned = await storage.people.accountsOf(user.id);
    assert.deepEqual(
      owned.map(({ id, role, mode }) => [id, role, mode]),
      [[account.id, 'owner', 'test']],
    );
    // What is under an account that they own they may look at.
    assert.equal(await storage.people.roleIn(user.id, subAccount), 'billing');
    const seen = await storage.people.findOwnAccount(user.id, subAccount);
    assert.equal(seen?.parentId, account.id);
    assert.equal(await storage.people.roleIn(user.id + 1, account.id), undefined);
    assert.equal(await storage.people.findOwnAccount(user.id, subAccount + 1), undefined);
  });

  test('a hash is replaced where it is the one that was read, and nothing ends', async () => {
    await using storage = await open();
    const { people: users } = storage;
    const { id } = await withUser(storage);
    const kept = async () => (await users.findUserByEmail('a@b.example'))?.passwordHash;
    const before = (await kept()) ?? '';
    await users.replaceHash(id, 'another one', 'stronger');
    assert.equal(await kept(), before);
    await users.replaceHash(id, before, 'stronger');
    assert.equal(await kept(), 'stronger');
  });

  test('an account is live once it has a live key in force', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const user = await withUser(storage);
    const mode = async () => (await storage.people.findOwnAccount(user.id, accountId))?.mode;
    const common = {
      accountId,
      bases: ['sms'],
      prefix: 'x',
      label: '',
      createdAtMs: atMs,
    } as const;
    await storage.accounts.createKey({ ...common, mode: 'test', hash: 'a' }, 'test');
    assert.equal(await mode(), 'test');
    const live = await storage.accounts.createKey({ ...common, mode: 'live', hash: 'b' }, 'test');
    assert.equal(await mode(), 'live');
    const ends = (expiresAtMs: number | null) =>
      storage.accounts.changeKey(accountId, live.id, { expiresAtMs }, anAuthor);
    await ends(1);
    assert.equal(await mode(), 'test', 'a key that is over is not in force');
    await ends(9_999_999_999_999);
    assert.equal(await mode(), 'live');
    await storage.accounts.revokeKey(accountId, live.id, anAuthor);
    assert.equal(await mode(), 'test');
  });

  test('an account’s ledger, keys and audit are read from the newest on', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage, 5);
    const other = await withAccount(storage, 7);
    const move = { accountId, purse: 'live', kind: 'correction', actor: 'a', atMs } as const;
    await storage.accounts.move({ ...move, amount: money(-2) });
    const page = { accountId, purse: 'live' } as const;
    const rows = await storage.accounts.listLedger({ ...page, before: undefined, limit: 10 });
    assert.deepEqual(
      rows.map(({ kind, amount, subject }) => [kind, amount, subject]),
      [
        ['correction', -2, null],
        ['top-up', 5, null],
      ],
    );
    const older = await storage.accounts.listLedger({ ...page, before: rows[0], limit: 1 });
    assert.deepEqual(older, rows.slice(1));
    const key = {
      bases: ['sms'],
      mode: 'test',
      prefix: 'x',
      label: '',
      createdAtMs: atMs,
    } as const;
    const made = await storage.accounts.createKey({ ...key, accountId, hash: 'a' }, 'test');
    const shop = { label: 'Shop' };
    assert.equal(await storage.accounts.changeKey(other.id, made.id, shop, anAuthor), false);
    assert.equal(await storage.accounts.changeKey(accountId, made.id, shop, anAuthor), true);
    assert.equal((await storage.accounts.listKeys(accountId))[0]?.label, 'Shop');
    const usedAt = async () => (await storage.accounts.listKeys(accountId))[0]?.usedAtMs;
    assert.equal(await usedAt(), null);
    await storage.accounts.noteKeyUses([made.id, made.id + 1_000], 2_000);
    await storage.accounts.noteKeyUses([made.id], 1_000);
    assert.equal(await usedAt(), 2_000);
    const { records: audit } = await storage.audit.auditRecords({
      accountId: accountId,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 2,
    });
    assert.deepEqual(
      audit.map(({ action }) => action),
      ['key.changed', 'key.created'],
    );
    const { records: before } = await storage.audit.auditRecords({
      accountId: accountId,
      beforeId: audit[1]?.id ?? 0,
      limit: 10,
    });
    assert.deepEqual(
      before.map(({ action }) => action),
      ['account.correction', 'account.created'],
    );
  });

  test('a person is found by address, and a change keeps what it does not name', async () => {
    await using storage = await open();
    const user = await withUser(storage);
    assert.deepEqual(await storage.people.findUserByEmail('a@b.example'), {
      user,
      passwordHash: 'hash',
    });
    assert.equal(await storage.people.findUserByEmail('x@b.example'), undefined);
    const french = { ...user, language: 'fr' };
    const changed = await storage.people.changeUser(user.id, { language: 'fr' }, anAuthor);
    assert.deepEqual(changed, french);
    const renamed = await storage.people.changeUser(user.id, { name: 'A' }, anAuthor);
    assert.deepEqual(renamed, { ...french, name: 'A' });
    assert.deepEqual(await storage.people.findUser(user.id), renamed);
    const again = await storage.people.changeUser(user.id, { language: null }, anAuthor);
    assert.equal(again?.language, null);
    assert.equal(await storage.people.changeUser(99, { name: 'A' }, anAuthor), undefined);
  });

  test('a session is found by its token, renewed, and ended by its own person', async () => {
    await using storage = await open();
    const user = await withUser(storage);
    const session = await storage.people.createSession(aSession(user.id, 'a'), 10);
    assert.deepEqual(await storage.people.findSession('a'), { session, user });
    await storage.people.noteActivity(session.id, atMs + 5);
    const active = (await storage.people.findSession('a'))?.session;
    assert.deepEqual(active, { ...session, activeAtMs: atMs + 5 });
    const renewal = {
      tokenHash: 'b',
      freshUntilMs: atMs + 20,
      atMs: atMs + 6,
    } as const;
    assert.equal(await storage.people.renewSession(session.id, renewal), true);
    assert.equal(await storage.people.findSession('a'), undefined);
    const renewed = (await storage.people.findSession('b'))?.session;
    const expected = { ...session, freshUntilMs: atMs + 20 };
    assert.deepEqual(renewed, { ...expected, activeAtMs: atMs + 6 });
    assert.equal(await storage.people.endSession(user.id + 1, session.id), false);
    assert.equal(await storage.people.endSession(user.id, session.id), true);
    assert.equal(await storage.people.endSession(user.id, session.id), false);
    assert.equal(await storage.people.renewSession(session.id, renewal), false);
  });

  test('of a person’s sessions the newest stay', async () => {
    await using storage = await open();
    const user = await withUser(storage);
    for (const hash of ['a', 'b', 'c', 'd']) {
      await storage.people.createSession(aSession(user.id, hash), 3);
    }
    assert.equal(await storage.people.findSession('a'), undefined);
    const sessions = await storage.people.listSessions(user.id);
    assert.equal(sessions.length, 3);
    assert.ok((sessions[0]?.id ?? 0) > (sessions[1]?.id ?? 0));
    assert.equal(await storage.people.endSessions(user.id, sessions[0]?.id), 2);
    assert.equal(await storage.people.endSessions(user.id, undefined), 1);
  });

  test('another password ends all sessions but the one that is named', async () => {
    await using storage = await open();
    const user = await withUser(storage);
    const own = await storage.people.createSession(aSession(user.id, 'a'), 10);
    await storage.people.createSession(aSession(user.id, 'b'), 10);
    const password = { hash: 'other', exceptSessionId: own.id };
    await storage.people.changeUser(user.id, { password }, anAuthor);
    assert.deepEqual(await storage.people.listSessions(user.id), [own]);
    const found = await storage.people.findUserByEmail(user.email);
    assert.equal(found?.passwordHash, 'other');
    const audit = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 10);
    assert.ok(audit.every(({ details }) => !details.includes('other')));
  });
}

async function withSubAccount(
  storage: Storage,
  parent: Awaited<ReturnType<typeof withAccount>>,
): Promise<number> {
  const made = await storage.accounts.createSubAccount({
    parent,
    name: 'Under',
    email: '',
    firstname: '',
    lastname: '',
    credit: zero satisfies Millionths,
    purse: 'live',
    key: { bases: ['sms'], mode: 'live', prefix: 'live_x', label: '', hash: 'of the sub-account' },
    createdAtMs: atMs,
    actor: 'test',
  });
  return must(made, 'sub-account').id;
}
