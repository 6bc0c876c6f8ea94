/** Groups and contacts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { Storage } from '#storage/storage.ts';
import { aContact, atMs } from '#test/harness/records.ts';
import { withAccount } from './setup.ts';

async function withGroup(storage: Storage) {
  const { id: accountId } = await withAccount(storage);
  const group = await storage.addressBook.createGroup(
    { accountId, name: 'Friends', createdAtMs: atMs },
    10,
  );
  assert.ok(group !== undefined);
  const add = (...phones: readonly string[]) =>
    storage.addressBook.addContacts({
      accountId,
      groupId: group.id,
      contacts: phones.map((phone) => aContact(phone)),
      createdAtMs: atMs,
    });
  return { accountId, group, add, book: storage.addressBook };
}

function fiveHundredFrom(first: number): readonly string[] {
  return Array.from({ length: 500 }, (_, index) => String(33_612_000_000 + first + index));
}

export function addressBook(open: () => Promise<Storage>): void {
  test('a phone stands in a group once, and in another group again', async () => {
    await using storage = await open();
    const { accountId, group, add, book } = await withGroup(storage);
    const [first, again, second] = await add('33612345678', '33612345678', '33612345679');
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(again, undefined);
    assert.deepEqual(await add('33612345678'), [undefined]);
    assert.equal(await book.countContacts(group.id), 2);
    assert.deepEqual(await book.listPhones(group.id, 1), ['33612345678']);
    const other = await book.createGroup({ accountId, name: 'Kin', createdAtMs: atMs }, 10);
    const inOther = await book.addContacts({
      accountId,
      groupId: other?.id ?? 0,
      contacts: [aContact('33612345678')],
      createdAtMs: atMs,
    });
    assert.equal(typeof inOther[0], 'number');
  });

  test('an account has so many groups and no more', async () => {
    await using storage = await open();
    const { accountId, group, book } = await withGroup(storage);
    const wanted = { accountId, name: 'Second', createdAtMs: atMs };
    assert.equal(await book.createGroup(wanted, 1), undefined);
    const second = await book.createGroup(wanted, 2);
    assert.deepEqual(await book.listGroups(accountId), [group, second]);
    assert.deepEqual(await book.findGroup(accountId, group.id), group);
  });

  test('a contact changes in what is named, and never to a phone that the group has', async () => {
    await using storage = await open();
    const { accountId, group, add, book } = await withGroup(storage);
    const [id = 0, other = 0] = await add('33612345678', '33612345679');
    const details = { firstname: 'Zoé', custom4: 'ü' };
    assert.equal(await book.changeContact(accountId, id, { details }), 'changed');
    const taken = { phone: '33612345679' as PhoneNumber, details: {} };
    assert.equal(await book.changeContact(accountId, id, taken), 'number is in the group');
    assert.deepEqual(await book.findContact(accountId, id), {
      id,
      groupId: group.id,
      phone: '33612345678',
      details: { ...aContact('33612345678').details, ...details },
      createdAtMs: atMs,
    });
    assert.equal(await book.removeContact(accountId, other), true);
    assert.equal(await book.changeContact(accountId, id, taken), 'changed');
    assert.equal(await book.changeContact(accountId, other, taken), 'contact is unknown');
  });

  test('a group goes with its contacts, however many', async () => {
    await using storage = await open();
    const { accountId, group, add, book } = await withGroup(storage);
    for (const from of [0, 500, 1_000]) await add(...fiveHundredFrom(from));
    const { contacts, total } = await book.listContacts(group.id, { page: 75, pageSize: 20 });
    assert.equal(total, 1_500);
    assert.deepEqual(contacts.map(({ phone }) => phone).slice(-1), ['33612001499']);
    assert.equal(await book.removeGroup(accountId, group.id), true);
    assert.equal(await book.removeGroup(accountId, group.id), false);
    assert.equal(await book.countContacts(group.id), 0);
    assert.deepEqual(await add('33612345678'), [undefined]);
  });

  test('the book of another account is as unknown as none', async () => {
    await using storage = await open();
    const { group, add, book } = await withGroup(storage);
    const [contactId = 0] = await add('33612345678');
    const { id: stranger } = await withAccount(storage);
    assert.equal(await book.findGroup(stranger, group.id), undefined);
    assert.equal(await book.renameGroup(stranger, group.id, 'Mine'), false);
    assert.equal(await book.removeGroup(stranger, group.id), false);
    assert.equal(await book.findContact(stranger, contactId), undefined);
    assert.equal(await book.removeContact(stranger, contactId), false);
    const change = { details: { firstname: 'Eve' } };
    assert.equal(await book.changeContact(stranger, contactId, change), 'contact is unknown');
    const added = await book.addContacts({
      accountId: stranger,
      groupId: group.id,
      contacts: [aContact('33612345670')],
      createdAtMs: atMs,
    });
    assert.deepEqual(added, [undefined]);
    assert.equal(await book.countContacts(group.id), 1);
  });
}
