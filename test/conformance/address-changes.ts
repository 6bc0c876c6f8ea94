/** Addresses that people want to sign in by. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { AddressChange, UserLink } from '#people/people-store.ts';
import type { User } from '#people/user.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { auditBehindSetup, drain, plain } from './setup.ts';

const wanted = 'new@b.example';

function aChange(user: User, changes: Partial<AddressChange> = {}): AddressChange {
  const common = { hash: 'h', email: wanted, createdAtMs: atMs, endsAtMs: atMs + 100 };
  return { ...common, userId: user.id, ...changes };
}

function anInvitation(email: string): UserLink {
  const common = { hash: `to ${email}`, email, createdAtMs: atMs, endsAtMs: atMs + 100 };
  return { ...common, kind: 'invitation', isAdministrator: true, place: undefined };
}

async function aUser(storage: Storage, email: string): Promise<User> {
  const link = anInvitation(email);
  await storage.people.saveLink(link, anAuthor);
  const user = { email, name: '', passwordHash: 'hash', createdAtMs: atMs };
  return must(await storage.people.joinAsNew(link, user), 'new user');
}

export function addressChanges(open: () => Promise<Storage>): void {
  confirming(open);
  racing(open);
  ending(open);
}

function confirming(open: () => Promise<Storage>): void {
  test('an address that is asked for changes nothing until it is confirmed, once', async () => {
    await using storage = await open();
    const { people: store, people } = storage;
    const ada = await aUser(storage, 'a@b.example');
    await store.saveAddressChange(
      aChange(ada, { hash: 'before', email: 'slip@b.example' }),
      anAuthor,
    );
    const change = aChange(ada);
    await store.saveAddressChange(change, anAuthor);
    assert.equal(await store.findAddressChangeByHash('before'), undefined);
    const found = [await store.findAddressChange(ada.id), await store.findAddressChangeByHash('h')];
    assert.deepEqual(plain(found.map((one) => must(one, 'change'))), [change, change]);
    assert.equal((await people.findUserByEmail('a@b.example'))?.user.id, ada.id);
    assert.equal(await people.findUserByEmail(wanted), undefined);
    assert.equal(await store.confirmAddressChange(change, anAuthor), true);
    assert.equal((await people.findUserByEmail(wanted))?.user.id, ada.id);
    assert.equal(await people.findUserByEmail('a@b.example'), undefined);
    assert.equal(await store.confirmAddressChange(change, anAuthor), false);
    assert.equal(await store.findAddressChange(ada.id), undefined);
    const audit = (await auditBehindSetup(storage)).slice(0, 3);
    assert.deepEqual(
      audit.map(({ action, target, details }) => [action, target, details]),
      [
        ['user.address-changed', ada.email, `{"email":"${wanted}"}`],
        ['user.address-asked', ada.email, `{"email":"${wanted}","endsAtMs":${atMs + 100}}`],
        ['user.address-asked', ada.email, `{"email":"slip@b.example","endsAtMs":${atMs + 100}}`],
      ],
    );
  });

  test('an address that somebody has by now is not confirmed, and nothing of it is kept', async () => {
    await using storage = await open();
    const { people: store, people } = storage;
    const ada = await aUser(storage, 'a@b.example');
    const change = aChange(ada);
    await store.saveAddressChange(change, anAuthor);
    const bob = await aUser(storage, wanted);
    assert.equal(await store.confirmAddressChange(change, anAuthor), false);
    assert.equal((await people.findUserByEmail(wanted))?.user.id, bob.id);
    assert.equal((await people.findUserByEmail('a@b.example'))?.user.id, ada.id);
    assert.equal((await store.findAddressChange(ada.id))?.hash, 'h');
    const [newest] = await auditBehindSetup(storage);
    assert.equal(newest?.action, 'user.created');
  });

  test('who confirms an address takes it from all who want it', async () => {
    await using storage = await open();
    const store = storage.people;
    const [ada, bob] = [await aUser(storage, 'a@b.example'), await aUser(storage, 'b@b.example')];
    await store.saveAddressChange(aChange(ada), anAuthor);
    await store.saveAddressChange(aChange(bob, { hash: 'i' }), anAuthor);
    assert.equal(await store.confirmAddressChange(aChange(ada), anAuthor), true);
    assert.equal(await store.findAddressChange(bob.id), undefined);
    assert.equal(await store.confirmAddressChange(aChange(bob, { hash: 'i' }), anAuthor), false);
  });
}

function racing(open: () => Promise<Storage>): void {
  test('of all who confirm or join by one address at once exactly one gets it', async () => {
    await using storage = await open();
    const { people: store, people: members, people } = storage;
    const [ada, bob] = [await aUser(storage, 'a@b.example'), await aUser(storage, 'b@b.example')];
    await store.saveAddressChange(aChange(ada), anAuthor);
    await store.saveAddressChange(aChange(bob, { hash: 'i' }), anAuthor);
    const link = anInvitation(wanted);
    await members.saveLink(link, anAuthor);
    const newcomer = { email: wanted, name: '', passwordHash: 'hash', createdAtMs: atMs };
    const outcomes = await Promise.all([
      store.confirmAddressChange(aChange(ada), anAuthor),
      members.joinAsNew(link, newcomer).then((joined) => joined !== undefined),
      store.confirmAddressChange(aChange(bob, { hash: 'i' }), anAuthor),
    ]);
    assert.equal(outcomes.filter(Boolean).length, 1, outcomes.join());
    assert.ok(await people.findUserByEmail(wanted));
  });
}

function ending(open: () => Promise<Storage>): void {
  test('a change of address ends where its person cancels it, begins anew, or is disabled', async () => {
    await using storage = await open();
    const { people: store, people: members } = storage;
    const ada = await aUser(storage, 'a@b.example');
    const save = () => store.saveAddressChange(aChange(ada), anAuthor);
    const pending = () => store.findAddressChange(ada.id);
    await save();
    assert.equal(await store.cancelAddressChange(ada.id, anAuthor), true);
    assert.equal(await store.cancelAddressChange(ada.id, anAuthor), false);
    assert.equal((await auditBehindSetup(storage))[0]?.action, 'user.address-cancelled');
    const common = { email: ada.email, createdAtMs: atMs, endsAtMs: atMs + 1 };
    for (const kind of ['password', 'reset'] as const) {
      await save();
      const link = { ...common, hash: kind, kind };
      await members.saveLink(link, anAuthor);
      const isUsed = await (kind === 'reset'
        ? members.reset(link, ada.id, 'other', anAuthor)
        : members.setPassword(link, ada.id, 'other', anAuthor));
      assert.equal(isUsed, true);
      assert.equal(await pending(), undefined, kind);
    }
    await save();
    await members.setUserState(ada.id, 'disabled', anAuthor);
    assert.equal(await pending(), undefined);
    // One that was asked for at the same moment is not confirmed either.
    await save();
    assert.equal(await store.confirmAddressChange(aChange(ada), anAuthor), false);
  });

  test('links and changes of address are forgotten once they have ended', async () => {
    await using storage = await open();
    const { people: store, people: members, history } = storage;
    const ada = await aUser(storage, 'a@b.example');
    await members.saveLink(anInvitation('c@b.example'), anAuthor);
    await store.saveAddressChange(aChange(ada), anAuthor);
    const forget = (beforeMs: number) => drain(history.forgetLinks({ nowMs: beforeMs, beforeMs }));
    assert.equal(await forget(atMs + 100), 0);
    assert.equal(await forget(atMs + 101), 2);
    assert.equal(await store.findAddressChange(ada.id), undefined);
    assert.equal(await members.findLink('to c@b.example'), undefined);
  });
}
