/** Passkeys of people, and the challenges that were answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { ProvedPasskey } from '#people/passkeys/passkey.ts';
import type { User } from '#people/user.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';

const invitation = { name: 'setup', value: 'token hash' };
const newUser = { email: 'a@b.example', name: 'Ada', passwordHash: 'hash', createdAtMs: atMs };

async function withUser(
  storage: Storage,
  changes: { readonly passwordHash?: string; readonly passkey?: ProvedPasskey } = {},
): Promise<User> {
  await storage.settings.saveSetting(invitation.name, invitation.value);
  const user = await storage.people.createFirstUser({ ...newUser, ...changes }, invitation);
  return must(user, 'first user');
}

function aChallenge(challenge: string, endsAtMs = atMs + 100) {
  return { challenge, endsAtMs };
}

function proved(credential: string, changes: Partial<ProvedPasskey> = {}): ProvedPasskey {
  return {
    passkey: {
      credential,
      publicKey: 'key',
      counter: 0,
      host: 'a.example',
      name: 'Phone',
      createdAtMs: atMs,
    },
    challenge: aChallenge(`of ${credential}`),
    recoveryHashes: [],
    ...changes,
  };
}

async function aSession(storage: Storage, userId: number, tokenHash: string) {
  const at = { createdAtMs: atMs, activeAtMs: atMs, expiresAtMs: atMs + 1_000, freshUntilMs: atMs };
  const session = {
    tokenHash,
    userId,
    ...at,
    factors: 'password',
    address: '',
    agent: '',
  } as const;
  return (await storage.people.createSession(session, 10)).id;
}

export function passkeys(open: () => Promise<Storage>): void {
  test('a passkey is added once, ends other sessions, and brings codes where it is told to', async () => {
    await using storage = await open();
    const { id: userId } = await withUser(storage);
    const sessionId = await aSession(storage, userId, 'own');
    await aSession(storage, userId, 'other');
    const addition = { ...proved('a', { recoveryHashes: ['x', 'y'] }), userId, sessionId };
    assert.equal(await storage.people.addPasskey(addition, anAuthor), true);
    const [standing] = await storage.people.listPasskeys(userId);
    const { id } = must(standing, 'passkey');
    const expected = { id, userId, ...addition.passkey, usedAtMs: null };
    assert.deepEqual(standing, expected);
    assert.deepEqual(await storage.people.findPasskey('a'), expected);
    assert.equal(await storage.people.findPasskey('b'), undefined);
    const sessions = await storage.people.listSessions(userId);
    assert.deepEqual(
      sessions.map((one) => [one.id, one.factors]),
      [[sessionId, 'passkey']],
    );
    const add = (one: ProvedPasskey) =>
      storage.people.addPasskey({ ...one, userId, sessionId }, anAuthor);
    assert.equal(await add(proved('a', { challenge: aChallenge('another') })), false);
    assert.equal(await add(proved('b', { challenge: addition.challenge })), false);
    assert.equal(await add(proved('b')), true);
    assert.equal(await storage.people.countRecoveryCodes(userId), 2);
    assert.deepEqual(await storage.people.countPasskeys(), [{ host: 'a.example', count: 2 }]);
    const members = await storage.people.listMembers(1, 10);
    assert.ok(members.every(({ hasSecondFactor }) => hasSecondFactor));
  });

  test('a challenge is answered once, and its counter only grows', async () => {
    await using storage = await open();
    const { id: userId } = await withUser(storage, { passkey: proved('a') });
    const id = must((await storage.people.findPasskey('a'))?.id, 'passkey');
    const use = (challenge: string, counter: number, endsAtMs = atMs + 100) =>
      storage.people.takeAssertion({
        id,
        counter,
        challenge: aChallenge(challenge, endsAtMs),
        atMs: atMs + 1,
      });
    assert.equal(await use('one', 0), true);
    assert.equal(await use('one', 0), false);
    assert.equal(await use('two', 3), true);
    for (const counter of [0, 2, 3]) assert.equal(await use(`not ${counter}`, counter), false);
    assert.equal(await use('not 3', 4), true);
    const [standing] = await storage.people.listPasskeys(userId);
    assert.deepEqual([standing?.counter, standing?.usedAtMs], [4, atMs + 1]);
  });

  test('who begins with a passkey has it and its codes, and nothing where its challenge was answered', async () => {
    await using storage = await open();
    const first = proved('a', { recoveryHashes: ['x'] });
    const { id: userId } = await withUser(storage, { passwordHash: '', passkey: first });
    assert.equal((await storage.people.listPasskeys(userId)).length, 1);
    assert.equal(await storage.people.takeRecoveryCode(userId, 'x'), true);
    const link = {
      hash: 'h',
      kind: 'invitation',
      email: 'b@b.example',
      createdAtMs: atMs,
      endsAtMs: atMs + 100,
      isAdministrator: true,
      place: undefined,
    } as const;
    await storage.people.saveLink(link, anAuthor);
    const join = (passkey: ProvedPasskey) =>
      storage.people.joinAsNew(link, { ...newUser, email: link.email, passkey });
    assert.equal(await join(proved('b', { challenge: first.challenge })), undefined);
    const bob = must(await join(proved('b')), 'new user');
    assert.equal((await storage.people.listPasskeys(bob.id)).length, 1);
  });

  test('a passkey is named and removed by its person, but not the last way in', async () => {
    await using storage = await open();
    const { id: userId } = await withUser(storage, { passwordHash: '', passkey: proved('a') });
    const sessionId = await aSession(storage, userId, 'own');
    const store = storage.people;
    const first = must((await store.findPasskey('a'))?.id, 'passkey');
    const added = { ...proved('b', { recoveryHashes: ['x'] }), userId, sessionId };
    assert.equal(await store.addPasskey(added, anAuthor), true);
    assert.equal(await store.renamePasskey(userId, first, 'Key', anAuthor), true);
    assert.equal(await store.renamePasskey(userId + 1, first, 'Theirs', anAuthor), false);
    assert.equal((await store.findPasskey('a'))?.name, 'Key');
    const remove = (id: number, who = userId) => store.removePasskey(who, id, sessionId, anAuthor);
    assert.equal(await remove(first, userId + 1), 'not there');
    assert.equal(await remove(first), 'done');
    assert.equal(await remove(first), 'not there');
    const second = must((await store.findPasskey('b'))?.id, 'passkey');
    assert.equal(await remove(second), 'last way in');
    assert.equal(await storage.people.countRecoveryCodes(userId), 1);
    const password = { hash: 'other', exceptSessionId: sessionId };
    await storage.people.changeUser(userId, { password }, anAuthor);
    assert.equal(await remove(second), 'done');
    assert.equal(await storage.people.countRecoveryCodes(userId), 0);
    const [session] = await storage.people.listSessions(userId);
    assert.equal(session?.factors, 'password');
  });

  test('an app and a passkey stand for each other, and a reset takes both', async () => {
    await using storage = await open();
    const user = await withUser(storage, { passkey: proved('a', { recoveryHashes: ['x'] }) });
    const userId = user.id;
    const sessionId = await aSession(storage, userId, 'own');
    const app = { userId, sealedSecret: 's', step: 1, recoveryHashes: ['y'], sessionId };
    await storage.people.saveTotp(app, anAuthor);
    await storage.people.removeTotp(userId, sessionId, anAuthor);
    assert.equal(await storage.people.countRecoveryCodes(userId), 1);
    const [session] = await storage.people.listSessions(userId);
    assert.equal(session?.factors, 'password code');
    const common = { email: user.email, createdAtMs: atMs, endsAtMs: atMs + 1 };
    const link = { hash: 'r', ...common, kind: 'reset' } as const;
    await storage.people.saveLink(link, anAuthor);
    assert.equal(await storage.people.reset(link, userId, 'other', anAuthor), true);
    assert.deepEqual(await storage.people.listPasskeys(userId), []);
    assert.equal(await storage.people.countRecoveryCodes(userId), 0);
  });
}
