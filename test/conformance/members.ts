/** Members of accounts, the links that let people in, and second factors. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { UserLink } from '#people/people-store.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { withAccount } from './setup.ts';

const invitation = { name: 'setup', value: 'token hash' };

async function withOwner(storage: Storage) {
  const account = await withAccount(storage);
  await storage.settings.saveSetting(invitation.name, invitation.value);
  const user = { email: 'a@b.example', name: 'Ada', passwordHash: 'hash', createdAtMs: atMs };
  const owner = must(await storage.people.createFirstUser(user, invitation), 'first user');
  return { account, owner };
}

function aLink(
  accountId: number,
  changes: Partial<Extract<UserLink, { kind: 'invitation' }>> = {},
): UserLink {
  const common = { hash: 'h', email: 'b@b.example', createdAtMs: atMs, endsAtMs: atMs + 100 };
  const place = { accountId, role: 'viewer' } as const;
  return { ...common, kind: 'invitation', isAdministrator: false, place, ...changes };
}

const newUser = { email: 'b@b.example', name: 'Bob', passwordHash: 'hash', createdAtMs: atMs };

function aSession(userId: number) {
  return {
    tokenHash: 'a',
    userId,
    createdAtMs: atMs,
    activeAtMs: atMs,
    expiresAtMs: atMs + 1_000,
    freshUntilMs: atMs,
    factors: 'password',
    address: '',
    agent: '',
  } as const;
}

export function members(open: () => Promise<Storage>): void {
  test('an invitation makes a person a member once', async () => {
    await using storage = await open();
    const { account, owner } = await withOwner(storage);
    const link = aLink(account.id);
    await storage.people.saveLink(aLink(account.id, { hash: 'before' }), anAuthor);
    await storage.people.saveLink(link, anAuthor);
    assert.equal(await storage.people.findLink('before'), undefined);
    assert.deepEqual(await storage.people.findLink('h'), link);
    assert.deepEqual(await storage.people.listInvitations(account.id, atMs), [link]);
    assert.deepEqual(await storage.people.listInvitations(account.id, atMs + 100), []);
    const bob = must(await storage.people.joinAsNew(link, newUser), 'new user');
    assert.equal(await storage.people.joinAsNew(link, newUser), undefined);
    const listed = await storage.people.listMembers(account.id, 10);
    const common = { state: 'active', hasSecondFactor: false, activeAtMs: null };
    assert.deepEqual(listed, [
      { userId: owner.id, email: 'a@b.example', name: 'Ada', role: 'owner', ...common },
      { userId: bob.id, email: 'b@b.example', name: 'Bob', role: 'viewer', ...common },
    ]);
    assert.deepEqual(await storage.people.listUsers(), [owner, bob]);
  });

  test('somebody who is there takes a link, and its role in place of theirs', async () => {
    await using storage = await open();
    const { account, owner } = await withOwner(storage);
    await storage.people.saveLink(aLink(account.id), anAuthor);
    const bob = must(await storage.people.joinAsNew(aLink(account.id), newUser), 'new user');
    const place = { accountId: account.id, role: 'developer' } as const;
    const more = aLink(account.id, { hash: 'i', isAdministrator: true, place });
    await storage.people.saveLink(more, anAuthor);
    // The address is taken: nothing is made, and the link stays.
    assert.equal(await storage.people.joinAsNew(more, newUser), undefined);
    assert.equal(await storage.people.join(more, bob.id, anAuthor), true);
    assert.equal(await storage.people.join(more, bob.id, anAuthor), false);
    assert.equal(await storage.people.roleIn(bob.id, account.id), 'developer');
    assert.equal((await storage.people.findUser(bob.id))?.isAdministrator, true);
    assert.equal((await storage.people.findUser(owner.id))?.isAdministrator, true);
  });

  test('an account keeps an owner', async () => {
    await using storage = await open();
    const { account, owner } = await withOwner(storage);
    const { people: store } = storage;
    const set = (userId: number, role: 'owner' | 'viewer' | null) =>
      store.setRole(account.id, userId, role, anAuthor);
    assert.equal(await set(owner.id, 'viewer'), 'last owner');
    assert.equal(await set(owner.id, null), 'last owner');
    assert.equal(await set(owner.id, 'owner'), 'done');
    assert.equal(await set(99, 'owner'), 'not there');
    await store.saveLink(aLink(account.id), anAuthor);
    const bob = must(await store.joinAsNew(aLink(account.id), newUser), 'new user');
    assert.equal(await set(owner.id, 'viewer'), 'last owner');
    assert.equal(await set(bob.id, 'owner'), 'done');
    assert.equal(await set(owner.id, null), 'done');
    assert.equal(await storage.people.roleIn(owner.id, account.id), undefined);
    assert.equal(await store.removeInvitation(account.id, 'b@b.example', anAuthor), false);
  });

  test('a second factor is kept with its last step and its codes, until it is removed or reset', async () => {
    await using storage = await open();
    const { owner } = await withOwner(storage);
    const { people: factors } = storage;
    const userId = owner.id;
    assert.equal(await factors.findTotp(userId), undefined);
    const recoveryHashes = ['a', 'b'];
    const factor = { userId, sealedSecret: 'sealed', step: 7, recoveryHashes, sessionId: 1 };
    await factors.saveTotp(factor, anAuthor);
    assert.deepEqual(await factors.findTotp(userId), { sealedSecret: 'sealed', lastStep: 7 });
    assert.equal(await factors.takeStep(userId, 7), false);
    assert.equal(await factors.takeStep(userId, 8), true);
    assert.equal(await factors.takeRecoveryCode(userId, 'a'), true);
    assert.equal(await factors.takeRecoveryCode(userId, 'a'), false);
    assert.equal(await factors.countRecoveryCodes(userId), 1);
    await factors.saveTotp({ ...factor, recoveryHashes: [] }, anAuthor);
    assert.equal(await factors.countRecoveryCodes(userId), 1);
    await factors.replaceRecoveryCodes(userId, ['c', 'd', 'e'], anAuthor);
    assert.equal(await factors.countRecoveryCodes(userId), 3);
    assert.equal(await factors.removeTotp(userId, undefined, anAuthor), true);
    assert.equal(await factors.removeTotp(userId, undefined, anAuthor), false);
    assert.equal(await factors.countRecoveryCodes(userId), 0);
    await factors.saveTotp(factor, anAuthor);
    const reset = { hash: 'r', email: owner.email, createdAtMs: atMs, endsAtMs: atMs + 1 };
    const link = { ...reset, kind: 'reset' } as const;
    await storage.people.saveLink(link, anAuthor);
    assert.deepEqual(await storage.people.findLink('r'), link);
    assert.equal(await storage.people.reset(link, userId, 'other', anAuthor), true);
    assert.equal(await storage.people.reset(link, userId, 'third', anAuthor), false);
    assert.equal(await factors.findTotp(userId), undefined);
    const found = await storage.people.findUserByEmail(owner.email);
    assert.equal(found?.passwordHash, 'other');
  });

  test('a password is set by its link once, beside the factors that are there, and sessions end', async () => {
    await using storage = await open();
    const { owner } = await withOwner(storage);
    const { people: store } = storage;
    const userId = owner.id;
    const factor = { userId, sealedSecret: 'sealed', step: 7, recoveryHashes: ['a'], sessionId: 1 };
    await store.saveTotp(factor, anAuthor);
    await storage.people.createSession(aSession(userId), 10);
    const common = { email: owner.email, createdAtMs: atMs, endsAtMs: atMs + 1 };
    const link = { ...common, hash: 'p', kind: 'password' } as const;
    await store.saveLink({ ...common, hash: 'r', kind: 'reset' }, anAuthor);
    await store.saveLink({ ...link, hash: 'before' }, anAuthor);
    await store.saveLink(link, anAuthor);
    assert.equal(await store.findLink('before'), undefined);
    assert.deepEqual(await store.findLink('p'), link);
    assert.equal((await store.findLink('r'))?.kind, 'reset');
    assert.equal(await store.setPassword(link, userId, 'other', anAuthor), true);
    assert.equal(await store.setPassword(link, userId, 'third', anAuthor), false);
    assert.equal((await storage.people.findUserByEmail(owner.email))?.passwordHash, 'other');
    assert.equal((await store.findTotp(userId))?.sealedSecret, 'sealed');
    assert.equal(await store.countRecoveryCodes(userId), 1);
    assert.equal(await storage.people.findSession('a'), undefined);
    await store.saveLink(link, anAuthor);
    await store.setUserState(userId, 'disabled', anAuthor);
    assert.equal(await store.setPassword(link, userId, 'third', anAuthor), false);
  });

  test('who is disabled has no session', async () => {
    await using storage = await open();
    const { owner } = await withOwner(storage);
    const session = aSession(owner.id);
    await storage.people.createSession(session, 10);
    assert.equal(await storage.people.setUserState(owner.id, 'disabled', anAuthor), true);
    assert.equal(await storage.people.findSession('a'), undefined);
    // One that was begun at the same moment is not found either.
    await storage.people.createSession(session, 10);
    assert.equal(await storage.people.findSession('a'), undefined);
    assert.equal(await storage.people.setUserState(owner.id, 'active', anAuthor), true);
    assert.equal((await storage.people.findSession('a'))?.user.id, owner.id);
    assert.equal(await storage.people.setUserState(99, 'active', anAuthor), false);
  });
}
