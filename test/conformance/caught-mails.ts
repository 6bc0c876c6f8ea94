/** What the mail catcher keeps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TimedPage } from '#core/id-paging.ts';
import type { NewCaughtMail } from '#simulator/caught-mail.ts';
import type { Storage } from '#storage/storage.ts';
import { aCaughtMail } from '#test/harness/caught-mail-records.ts';
import { atMs } from '#test/harness/records.ts';

function aMail(over: Partial<NewCaughtMail> = {}): NewCaughtMail {
  return aCaughtMail({
    recipients: ['zoé@client.example', 'b@client.example'],
    subject: 'Été\u0000',
    octets: Buffer.from([0, 255, 13, 10]),
    ...over,
  });
}

const newest = Number.MAX_SAFE_INTEGER;
const endless = { countMax: 1_000, bytesMax: 1_000_000, sinceMs: 0 };

export function caughtMails(open: () => Promise<Storage>): void {
  test('a caught mail is kept octet by octet, and listed without its octets', async () => {
    await using storage = await open();
    const store = storage.simulator;
    const [first = 0, second = 0] = await store.keepMails([aMail(), aMail({ sender: '' })]);
    const { octets, dialogue, of, ...told } = aMail();
    const entry = { ...told, subject: (await store.findMail(first))?.subject, id: first, size: 4 };
    assert.deepEqual(await store.listMails({ beforeId: newest, limit: 9 }), [
      { ...entry, id: second, sender: '' },
      entry,
    ]);
    assert.deepEqual(await store.listMails({ beforeId: second, limit: 9 }), [entry]);
    const found = await store.findMail(first);
    assert.deepEqual(Buffer.from(found?.octets ?? []), octets);
    assert.equal(found?.dialogue, dialogue);
    assert.equal(found.of, of);
    assert.equal(await store.findMail(second + 1), undefined);
    assert.equal(await store.clearMails(), 2);
    assert.deepEqual(await store.listMails({ beforeId: newest, limit: 9 }), []);
  });

  test('an account has those that it sent, and an email the last catch of each copy', async () => {
    await using storage = await open();
    const store = storage.simulator;
    const ofCopy = (accountId: number, mailId: number) => aMail({ of: { accountId, mailId } });
    const sent = [ofCopy(1, 512), aMail(), ofCopy(2, 1_024), ofCopy(1, 512), ofCopy(1, 513)];
    const [first = 0, , others = 0, again = 0, second = 0] = await store.keepMails(sent);
    const idsOf = async (beforeId: number, limit: number, accountId: number) =>
      (await store.listMails({ beforeId, limit, accountId })).map(({ id }) => id);
    assert.deepEqual(await idsOf(newest, 9, 1), [second, again, first]);
    assert.deepEqual(await idsOf(second, 1, 1), [again]);
    assert.deepEqual(await idsOf(newest, 9, 2), [others]);
    assert.deepEqual(await idsOf(newest, 9, 3), []);
    assert.deepEqual((await store.findMail(again))?.of, { accountId: 1, mailId: 512 });
    const lastOf = async (emailId: number) =>
      (await store.caughtOf(emailId)).map(({ mailId, id }) => [mailId, id]);
    assert.deepEqual(await lastOf(1), [
      [512, again],
      [513, second],
    ]);
    assert.deepEqual(await lastOf(3), []);
  });

  test('old mails go by their number, their octets and their age', async () => {
    await using storage = await open();
    const store = storage.simulator;
    const ages = [1, 2, 3, 4, 5].map((age) => aMail({ caughtAtMs: atMs + age }));
    const ids = await store.keepMails(ages);
    const left = async () =>
      (await store.listMails({ beforeId: newest, limit: 9 })).map(({ id }) => id).toReversed();
    const within = { beforeId: newest, limit: 9, fromMs: atMs + 2, untilMs: atMs + 4 };
    const times = async (page: TimedPage) =>
      (await store.listMails(page)).map(({ caughtAtMs }) => caughtAtMs - atMs);
    assert.deepEqual(await times(within), [3, 2]);
    assert.deepEqual(await times({ ...within, afterId: 0 }), [2, 3]);
    assert.equal(await store.pruneMails(endless), 0);
    assert.equal(await store.pruneMails({ ...endless, countMax: 4 }), 1);
    assert.deepEqual(await left(), ids.slice(1));
    assert.equal(await store.pruneMails({ ...endless, bytesMax: 12 }), 1);
    assert.deepEqual(await left(), ids.slice(2));
    assert.equal(await store.pruneMails({ ...endless, sinceMs: atMs + 5 }), 2);
    assert.deepEqual(await left(), ids.slice(4));
  });
}
