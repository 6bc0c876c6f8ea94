/** Erasing a person: nothing of the person is left anywhere, and nothing of anybody else is touched. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erasedPhone } from '#core/erased.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs, money } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import {
  address,
  aMailOf,
  anAccount,
  byEmail,
  byPhone,
  everything,
  other,
  otherAddress,
  person,
  pseudonyms,
  putCalls,
  putEvents,
  putMails,
  putMessages,
  putVoicemails,
  run,
} from './erasure-rows.ts';

export function erasures(open: () => Promise<Storage>): void {
  test('what is kept of a phone is shown, then erased, and others keep theirs', async () => {
    await using storage = await open();
    await putMessages(storage, 1, 'delivered');
    await putEvents(storage);
    const partId = 512 * 16 + 1;
    const pdu = { operatorId: 1, atMs, command: 'submit_sm', status: 0, text: '' } as const;
    const octets = Buffer.from(person);
    await storage.messages.keepPdus([{ ...pdu, partId, octets }], 10);
    const found = new Map<string, number>();
    for await (const { part, rows } of storage.erasures.find(byPhone)) {
      found.set(part, (found.get(part) ?? 0) + rows.length);
    }
    assert.deepEqual(Object.fromEntries(found), {
      events: 2,
      messages: 1,
      receipts: 1,
      replies: 1,
    });
    const { counts, hashed, underWay } = await storage.erasures.erase(byPhone, anAuthor);
    assert.deepEqual(
      [counts.events, counts.messages, counts.receipts, counts.replies],
      [2, 1, 1, 1],
    );
    assert.deepEqual([hashed, underWay], [0, 0]);
    const left = await everything(storage);
    assert.ok(!left.includes(person), left);
    assert.ok(!left.includes(', Ann') || left.includes(`I am ${other}, Ann`));
    assert.equal(left.split(', Ann').length, 2);
    assert.ok(left.includes(`Dear ${other}`));
    assert.ok(left.includes(`"phone":"+${other}"`));
    const again = await storage.erasures.erase(byPhone, anAuthor);
    assert.ok(Object.values(again.counts).every((count) => count === 0));
  });

  test('calls and what callers have left are erased, with all traces of them', async () => {
    await using storage = await open();
    const account = await storage.accounts.createAccount(anAccount, 'test');
    await putCalls(storage);
    await putVoicemails(storage, account.id);
    const { counts } = await storage.erasures.erase(byPhone, anAuthor);
    assert.deepEqual([counts.calls, counts.voicemails, counts.missedCalls], [1, 1, 2]);
    const left = await everything(storage);
    assert.ok(!left.includes(person), left);
    for (const table of [
      'call',
      'voicemail',
      'missed_call',
      'text_back',
      'last_sent',
      'unmatched_receipt',
    ]) {
      assert.match(left, new RegExp(`^${table}: .*${other}`, 'm'));
    }
    const { build } = storage.database;
    const sounds = await storage.database.read(build.selectFrom('voicemail_audio').select('id'));
    assert.deepEqual(
      sounds.map(({ id }) => id),
      [2],
    );
    const [call] = await storage.database.read(
      build.selectFrom('call').select(['billed_s', 'cost']).where('id', '=', 1),
    );
    assert.deepEqual({ ...call }, { billed_s: 60, cost: 1_000 });
    await storage.erasures.erase(byEmail, anAuthor);
    assert.ok(!(await everything(storage)).includes(address));
  });

  test('a message that has not ended stays until it has, and a text to others stays theirs', async () => {
    await using storage = await open();
    await putMessages(storage, 1, 'waiting');
    const { counts, underWay } = await storage.erasures.erase(byPhone, anAuthor);
    assert.deepEqual([counts.messages, counts.receipts, underWay], [0, 0, 1]);
    assert.ok((await everything(storage)).includes(`Dear ${person}`));
    const { build } = storage.database;
    const second = { operator_id: 1, parts: 1, concat_reference: 0, cost: money(0) };
    await run(
      storage,
      build.updateTable('recipient').set({ state: 'delivered' }),
      build.insertInto('recipient').values({
        ...second,
        id: 513,
        phone: other,
        state: 'delivered',
        changed_at: atMs,
      } as never),
    );
    await storage.erasures.erase(byPhone, anAuthor);
    const [message] = await storage.database.read(
      build.selectFrom('message').select('text').where('id', '=', 1),
    );
    assert.equal(message?.text, `Dear ${person}`);
    const phones = await storage.database.read(
      build.selectFrom('recipient').select('phone').where('id', 'in', [512, 513]).orderBy('id'),
    );
    assert.deepEqual(
      phones.map((row) => row.phone),
      [erasedPhone, other],
    );
  });

  test('of one account alone, others keep what is theirs', async () => {
    await using storage = await open();
    await putMessages(storage, 1, 'delivered', 1);
    await putMessages(storage, 11, 'delivered', 2);
    const { counts } = await storage.erasures.erase({ ...byPhone, accountId: 1 }, anAuthor);
    assert.deepEqual([counts.messages, counts.receipts], [1, 1]);
    const left = await everything(storage);
    assert.equal(left.split(`Dear ${person}`).length, 2);
  });

  test('a person who wanted nothing stands on the list as a hash, and followers hear of it', async () => {
    await using storage = await open();
    const stop = { source: 'reply', createdAtMs: atMs } as const;
    await storage.stops.addStop({ ...stop, accountId: 1, phone: person });
    await storage.stops.addStop({ ...stop, accountId: 2, phone: person });
    await storage.stops.addStop({ ...stop, accountId: 1, phone: other });
    const version = await storage.stops.stopVersion();
    const { hashed } = await storage.erasures.erase(byPhone, anAuthor);
    assert.equal(hashed, 2);
    const hash = pseudonyms.ofPhone(person);
    assert.deepEqual(await storage.stops.findStopped(1, [person, hash, other]).then(sorted), [
      hash,
      other,
    ]);
    const changes = await storage.stops.stopChanges(version, 10);
    assert.deepEqual(
      changes.filter(({ accountId }) => accountId === 1).map((one) => [one.phone, one.stopped]),
      [
        [hash, true],
        [person, false],
      ],
    );
  });

  test('what is kept of an address is erased, and its suppression stays as a hash', async () => {
    await using storage = await open();
    await putMails(storage);
    const { counts, hashed } = await storage.erasures.erase(byEmail, anAuthor);
    assert.deepEqual([counts.emails, hashed], [1, 1]);
    const left = await everything(storage);
    assert.ok(!left.toLowerCase().includes(address), left);
    assert.ok(left.includes(`For ${otherAddress}`));
    const hash = pseudonyms.ofAddress(address);
    const asked = [{ accountId: 1, addresses: [address, hash, otherAddress] }];
    const found = await storage.suppressions.findSuppressed(asked, atMs);
    assert.deepEqual(sorted(found.map((one) => one.address)), sorted([hash, otherAddress]));
  });

  test('an address in the header of copies is erased once no mail of that email waits', async () => {
    await using storage = await open();
    const { id: accountId } = await storage.accounts.createAccount(anAccount, 'test');
    await putMails(storage);
    const { build } = storage.database;
    const copies = {
      to: { address: 'Ann@Example.com' },
      cc: [{ address: otherAddress }],
      startAt: 0,
    };
    const shown = { account_id: accountId, copies: JSON.stringify(copies) };
    await run(
      storage,
      build.updateTable('email').set(shown).where('id', '=', 2),
      build.updateTable('mail').set({ state: 'deferred' }).where('id', '=', 1_024),
    );
    await storage.erasures.erase(byEmail, anAuthor);
    assert.deepEqual((await storage.emails.findEmail(2))?.copies, copies);
    await run(storage, build.updateTable('mail').set({ state: 'sent' }).where('id', '=', 1_024));
    await storage.erasures.erase(byEmail, anAuthor);
    assert.equal((await storage.emails.findEmail(2))?.copies, null);
    assert.ok(!(await everything(storage)).toLowerCase().includes(address));
  });

  test('caught mails and letters of an address are erased, no matter who wrote, and those of others stay', async () => {
    await using storage = await open();
    const theirs = 'ann_lee@example.com';
    const subject = {
      kind: 'email',
      address: theirs,
      pseudonym: pseudonyms.ofAddress(theirs),
    } as const;
    const octets = Buffer.from('octets');
    const letter = { receivedAtMs: atMs, subject: 'Hello', octets };
    const room = { countMax: 100, bytesMax: 10_000 };
    const letters = [
      { sender: 'Ann_Lee@Example.com', recipients: ['abuse@x.example'], from: '' },
      { sender: '', recipients: ['a@x.example', theirs], from: 'Ann <ann_lee@example.com>' },
      { sender: 'joann_lee@example.com', recipients: ['abuse@x.example'], from: '' },
      { sender: 'annxlee@example.com', recipients: ['abuse@x.example'], from: '' },
    ];
    for (const one of letters) await storage.emails.keepLetter({ ...letter, ...one }, room);
    const caught = { caughtAtMs: atMs, subject: 'Hi', octets, dialogue: '', of: null };
    await storage.simulator.keepMails(letters.map((one) => ({ ...caught, ...one })));
    const ofAccount = { subject, accountId: 1 };
    const none = await storage.erasures.erase(ofAccount, anAuthor);
    assert.deepEqual([none.counts.letters, none.counts.caughtMails], [0, 0]);
    const { counts } = await storage.erasures.erase({ subject, accountId: undefined }, anAuthor);
    assert.deepEqual([counts.letters, counts.caughtMails], [2, 2]);
    const others = ['annxlee@example.com', 'joann_lee@example.com'];
    const left = await storage.emails.listLetters(Number.MAX_SAFE_INTEGER, 10);
    assert.deepEqual(
      left.map(({ sender }) => sender),
      others,
    );
    const mails = await storage.simulator.listMails({
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 10,
    });
    assert.deepEqual(
      mails.map(({ sender }) => sender),
      others,
    );
  });

  test('of one account the caught mail that it sent is erased, and of everybody what all have sent', async () => {
    await using storage = await open();
    await storage.simulator.keepMails([
      aMailOf('own@x.example', 1),
      aMailOf('elses@x.example', 2),
      aMailOf('nobodys@x.example', null),
      aMailOf('to-another@x.example', 1, otherAddress),
    ]);
    const sendersLeft = async () =>
      (await storage.simulator.listMails({ beforeId: Number.MAX_SAFE_INTEGER, limit: 10 })).map(
        (one) => one.sender,
      );
    const ofAccount = { ...byEmail, accountId: 1 };
    const found: number[] = [];
    for await (const { rows } of storage.erasures.find(ofAccount)) found.push(rows.length);
    assert.deepEqual(found, [1]);
    const own = await storage.erasures.erase(ofAccount, anAuthor);
    assert.equal(own.counts.caughtMails, 1);
    const others = ['elses@x.example', 'nobodys@x.example'];
    assert.deepEqual(sorted(await sendersLeft()), [...others, 'to-another@x.example']);
    const all = await storage.erasures.erase(byEmail, anAuthor);
    assert.equal(all.counts.caughtMails, 2);
    assert.deepEqual(await sendersLeft(), ['to-another@x.example']);
  });

  test('the key of hashes is kept once', async () => {
    await using storage = await open();
    assert.equal(await storage.erasures.keepKey('one'), 'one');
    assert.equal(await storage.erasures.keepKey('two'), 'one');
  });
}

function sorted(texts: readonly string[]): readonly string[] {
  return texts.toSorted();
}
