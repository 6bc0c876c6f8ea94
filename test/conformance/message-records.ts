/** Looking up messages: lists by account and phone, within a time, and the facts of one phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import type { Acceptance } from '#sms/message-store.ts';
import type { KeptPdu } from '#sms/records/kept-pdu.ts';
import type { RecordQuery } from '#sms/records/message-record-store.ts';
import type { Storage } from '#storage/storage.ts';
import {
  type AcceptanceOver,
  aMatch,
  anAcceptance,
  anEvent,
  aReceipt,
  aRecipient,
  aRefusal,
  aSubmit,
  atMs,
  money,
  phone,
} from '#test/harness/records.ts';
import { noEvents, withAccount } from './setup.ts';

const all = { beforeId: Number.MAX_SAFE_INTEGER, limit: 50 };
const marie = phone('33612345670');
const paul = phone('33612345671');

type Wish = Omit<RecordQuery, 'accountId' | 'beforeId' | 'limit'> & { readonly limit?: number };

async function idsOf(storage: Storage, account: Account, wish: Wish = {}): Promise<number[]> {
  const query = { ...all, ...wish, accountId: account.id };
  const { records } = await storage.messages.listRecords(query);
  return records.map(({ id }) => id);
}

function accept(storage: Storage, ...acceptances: readonly Acceptance[]) {
  return storage.messages.acceptMessages(acceptances);
}

function to(account: Account, id: number, over: AcceptanceOver = {}): Acceptance {
  return anAcceptance(account, id, over);
}

function pdu(messageId: number, n: number): KeptPdu {
  return {
    partId: messageId * 512 * 16 + 1,
    operatorId: 1,
    atMs: atMs + n,
    command: 'deliver_sm',
    status: 0,
    octets: Buffer.from([0, n, 255]),
    text: 'é'.repeat(n),
  };
}

export function messageRecords(open: () => Promise<Storage>): void {
  test('messages are listed newest first, each phone by itself, to their own account', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const other = await withAccount(storage);
    const several = to(account, 7);
    const more = [1, 2].map((place) =>
      aRecipient(several.message, { id: 7 * 512 + place, phone: paul }),
    );
    const recipients = [...several.recipients, ...more];
    await accept(storage, to(account, 5), to(other, 6), { ...several, recipients });
    const ids = [7 * 512 + 2, 7 * 512 + 1, 7 * 512, 5 * 512];
    assert.deepEqual(await idsOf(storage, account), ids);
    assert.deepEqual(await idsOf(storage, other), [6 * 512]);
  });

  test('PDUs of a part are kept for its timeline, the newest, and go when they are old', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const [one, other] = [to(account, 5), to(account, 6)];
    await accept(storage, one, other);
    const { messages: records } = storage;
    await records.keepPdus([pdu(5, 1), pdu(6, 2), pdu(5, 3)], 10);
    const shown = async (messageId: number) => {
      const facts = await records.recipientFacts(account.id, messageId * 512);
      return (facts?.pdus ?? []).map(({ part, atMs: at, octets, text }) => [
        part,
        at - atMs,
        Buffer.from(octets).toString('hex'),
        text,
      ]);
    };
    assert.deepEqual(await shown(5), [
      [1, 1, '0001ff', 'é'],
      [1, 3, '0003ff', 'ééé'],
    ]);
    assert.deepEqual(await shown(6), [[1, 2, '0002ff', 'éé']]);
    await records.keepPdus([pdu(5, 4)], 3);
    assert.deepEqual(
      (await shown(5)).map(([, at]) => at),
      [3, 4],
    );
    const age = { nowMs: atMs + 9, beforeMs: atMs + 4 };
    for await (const _ of storage.history.forgetMessagePdus(age));
    assert.equal((await shown(5)).length, 1);
    assert.deepEqual(await shown(6), []);
  });

  test('parts that wait are known with their lane, and those that were refused', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const lane = `sms/1/2:normal/${account.id}`;
    const over = { recipient: { parts: 3 }, job: { lane } };
    const [mine, other] = [to(account, 5, over), to(account, 6, over)];
    await accept(storage, mine, other);
    const [, , third] = mine.jobs;
    assert.ok(third !== undefined);
    const refusals = [aRefusal(mine, anEvent(1), { job: third })];
    await storage.messages.recordFacts({ ...noEvents, submits: [aSubmit(mine)], refusals });
    const facts = await storage.messages.recipientFacts(account.id, 5 * 512);
    assert.deepEqual(facts?.waiting, [{ part: 2, lane, dueAtMs: atMs, attempt: 0, unanswered: 0 }]);
    assert.equal(facts.refusedParts, 4);
    assert.deepEqual(facts.eventIds, [1]);
  });

  test('the events that told the states of a phone are known, and are found by their ids', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const sent = to(account, 5);
    await accept(storage, sent);
    const submit = aSubmit(sent);
    const outcomes = ['waiting', 'waiting', 'delivered', 'not delivered'] as const;
    for (const [index, outcome] of outcomes.entries()) {
      const receipts = [aMatch(submit, anEvent(index + 1), { receipt: { outcome } })];
      await storage.messages.recordFacts({ ...noEvents, submits: [submit], receipts });
    }
    const facts = await storage.messages.recipientFacts(account.id, 5 * 512);
    assert.deepEqual(facts?.eventIds, [1, 3]);
    const found = async (accountId: number) =>
      (await storage.webhooks.eventsOf(accountId, [3, 1])).map(({ id }) => id);
    assert.deepEqual(await found(account.id), [1, 3]);
    assert.deepEqual(await found(account.id + 1), []);
    assert.deepEqual(await storage.webhooks.eventsOf(account.id, []), []);
  });

  test('a page names where the next one begins, and the last one names none', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await accept(storage, to(account, 1), to(account, 2), to(account, 3));
    const { messages: store } = storage;
    const query = { accountId: account.id, limit: 2 };
    const first = await store.listRecords({ ...query, beforeId: Number.MAX_SAFE_INTEGER });
    assert.deepEqual(
      first.records.map(({ messageId }) => messageId),
      [3, 2],
    );
    const second = await store.listRecords({ ...query, beforeId: first.nextId ?? 0 });
    assert.deepEqual(
      second.records.map(({ messageId }) => messageId),
      [1],
    );
    assert.equal(second.nextId, undefined);
    for (const tag of [undefined, ''] as const) {
      const whole = { ...query, tag, limit: 3, beforeId: Number.MAX_SAFE_INTEGER };
      const { records, nextId } = await store.listRecords(whole);
      assert.deepEqual([records.length, nextId], [3, undefined]);
    }
  });

  test('a message is found by what its operator calls it, by its own account', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const other = await withAccount(storage);
    await accept(storage, to(account, 1), to(account, 2), to(other, 3));
    const submits = [1, 2].map((id) => aSubmit(to(account, id)));
    await storage.messages.recordFacts({ ...noEvents, submits });
    const [first] = submits;
    assert.ok(first !== undefined);
    await storage.messages.recordFacts({ ...noEvents, receipts: [aMatch(first, anEvent(1))] });
    const find = async (accountId: number, remoteId: string) => {
      const found = await storage.messages.recordsOfRemoteId(accountId, remoteId, 10);
      return found.map(({ messageId }) => messageId);
    };
    for (const [place, { remoteId }] of submits.entries()) {
      assert.deepEqual(await find(account.id, remoteId), [place + 1]);
      assert.deepEqual(await find(other.id, remoteId), []);
    }
    assert.deepEqual(await find(account.id, 'nothing'), []);
  });

  test('a list begins with its oldest where a page is asked for what came after an id', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await accept(storage, to(account, 1), to(account, 2), to(account, 3));
    const { messages: store } = storage;
    const query = { accountId: account.id, beforeId: Number.MAX_SAFE_INTEGER, limit: 2 };
    const first = await store.listRecords({ ...query, afterId: 0 });
    assert.deepEqual(
      first.records.map(({ messageId }) => messageId),
      [1, 2],
    );
    const second = await store.listRecords({ ...query, afterId: first.nextId ?? 0 });
    assert.deepEqual(
      second.records.map(({ messageId }) => messageId),
      [3],
    );
    assert.equal(second.nextId, undefined);
    assert.deepEqual(await idsOf(storage, account, { afterId: 512, tag: 'none' }), []);
    assert.deepEqual(await idsOf(storage, account, { afterId: 512, phone: marie }), []);
  });

  test('a list can be of what begins with a text, and of what is still to leave', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await accept(
      storage,
      to(account, 1, { recipient: { phone: marie }, message: { sender: 'Éclair' } }),
      to(account, 2, { recipient: { phone: paul }, message: { tag: 'spring-2', sender: 'ACME' } }),
      to(account, 3, { recipient: { phone: paul }, message: { tag: 'Spring' } }),
      to(account, 4, { recipient: { phone: marie }, message: { scheduledAtMs: atMs + 500 } }),
    );
    const begins = (texts: NonNullable<RecordQuery['begins']>) =>
      idsOf(storage, account, { begins: texts });
    assert.deepEqual(
      await begins({ phone: marie.slice(0, 9) }),
      [4, 3, 2, 1].map((id) => id * 512),
    );
    assert.deepEqual(await begins({ phone: paul }), [3 * 512, 2 * 512]);
    assert.deepEqual(await begins({ phone: '99' }), []);
    assert.deepEqual(await begins({ tag: 'spr' }), [3 * 512, 2 * 512]);
    assert.deepEqual(await begins({ tag: 'spr', sender: 'ac' }), [2 * 512]);
    assert.deepEqual(await begins({ sender: 'Éc' }), [512]);
    assert.deepEqual(await begins({ tag: '%' }), []);
    assert.deepEqual(await idsOf(storage, account, { scheduledAfterMs: atMs + 499 }), [4 * 512]);
    assert.deepEqual(await idsOf(storage, account, { scheduledAfterMs: atMs + 500 }), []);
  });

  test('a list can be of one reason alone', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const [refused, other] = [to(account, 5), to(account, 6)];
    await accept(storage, refused, other);
    const refusals = [aRefusal(refused, anEvent(1))];
    await storage.messages.recordFacts({ ...noEvents, submits: [], receipts: [], refusals });
    assert.deepEqual(await idsOf(storage, account, { reason: 'refused_0x0b' }), [5 * 512]);
    assert.deepEqual(await idsOf(storage, account, { reason: 'UNDELIV' }), []);
  });

  test('a total counts what fits, its parts and what it has cost', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const cost = money(38_000);
    await accept(
      storage,
      to(account, 1, { recipient: { phone: marie, parts: 2, cost } }),
      to(account, 2, { recipient: { phone: paul, cost } }),
      to(account, 3, { recipient: { phone: paul, cost: money(0) }, message: { test: true } }),
    );
    const total = (wish: Wish) => storage.messages.totalRecords({ accountId: account.id, ...wish });
    const of = undefined;
    assert.deepEqual(await total({}), { records: 3, parts: 4, paid: 76_000, of });
    assert.deepEqual(await total({ test: false }), { records: 2, parts: 3, paid: 76_000, of });
    assert.deepEqual(await total({ phone: paul }), { records: 2, parts: 2, paid: 38_000, of });
    const since = { begins: { phone: '336' }, fromMs: atMs };
    assert.deepEqual(await total(since), { records: 3, parts: 4, paid: 76_000, of });
    const none = { states: ['not delivered'] } as const;
    assert.deepEqual(await total(none), { records: 0, parts: 0, paid: 0, of });
  });

  test('a list can be of one phone, state, sender, tag or mode', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await accept(
      storage,
      to(account, 1, { recipient: { phone: marie } }),
      to(account, 2, { recipient: { phone: paul }, message: { sender: 'ACME' } }),
      to(account, 3, { recipient: { phone: paul }, message: { tag: 'spring' } }),
      to(account, 4, { recipient: { phone: marie, cost: money(0) }, message: { test: true } }),
    );
    const submit = aSubmit(to(account, 1));
    await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    await storage.messages.recordFacts({ ...noEvents, receipts: [aMatch(submit, anEvent(1))] });
    assert.deepEqual(await idsOf(storage, account, { phone: marie }), [4 * 512, 512]);
    assert.deepEqual(await idsOf(storage, account, { states: ['delivered'] }), [512]);
    assert.deepEqual(await idsOf(storage, account, { sender: 'ACME' }), [2 * 512]);
    assert.deepEqual(await idsOf(storage, account, { tag: 'spring' }), [3 * 512]);
    assert.deepEqual(await idsOf(storage, account, { test: true }), [4 * 512]);
    assert.deepEqual(await idsOf(storage, account, { requestId: 'r1' }), [
      4 * 512,
      3 * 512,
      2 * 512,
      512,
    ]);
    assert.deepEqual(await idsOf(storage, account, { requestId: 'r2' }), []);
    assert.deepEqual(await idsOf(storage, account, { tag: 'spring', states: ['delivered'] }), []);
    assert.deepEqual(await idsOf(storage, account, { phone: paul, limit: 1 }), [3 * 512]);
  });

  test('a message is found by what its client calls the request, in its account alone', async () => {
    await using storage = await open();
    const [account, other] = [await withAccount(storage), await withAccount(storage)];
    const named = { message: { clientRequestId: 'order 42/a' } };
    await accept(storage, to(account, 1, named), to(account, 2, named), to(other, 3, named));
    const alike = { message: { clientRequestId: 'order' } };
    await accept(storage, to(account, 4), to(account, 5, alike));
    const find = async (accountId: number, id: string, limit = 10) => {
      const found = await storage.messages.recordsOfClientRequest(accountId, id, limit);
      return found.map(({ messageId }) => messageId);
    };
    assert.deepEqual(await find(account.id, 'order 42/a'), [2, 1]);
    assert.deepEqual(await find(account.id, 'order 42/a', 1), [2]);
    assert.deepEqual(await find(other.id, 'order 42/a'), [3]);
    assert.deepEqual(await find(account.id, 'order 4'), []);
    assert.deepEqual(await find(account.id, ''), []);
    const message = await storage.messages.findMessageRecord(account.id, 1);
    assert.deepEqual([message?.requestId, message?.clientRequestId], ['r1', 'order 42/a']);
    const unnamed = await storage.messages.findMessageRecord(account.id, 4);
    assert.equal(unnamed?.clientRequestId, '');
  });

  test('a list can be of a time, its end not included', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const ids = Array.from({ length: 9 }, (_, index) => index + 1);
    const acceptances = ids.map((id) =>
      to(account, id, { message: { acceptedAtMs: atMs + id * 1_000 } }),
    );
    await accept(storage, ...acceptances);
    const within = { fromMs: atMs + 3_000, untilMs: atMs + 6_000 };
    assert.deepEqual(await idsOf(storage, account, within), [5 * 512, 4 * 512, 3 * 512]);
    assert.deepEqual(await idsOf(storage, account, { fromMs: atMs + 60_000 }), []);
    assert.deepEqual(await idsOf(storage, account, { untilMs: atMs }), []);
  });

  test('what became of a phone is told to the account of its message alone', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = to(account, 3);
    await accept(storage, acceptance);
    const submit = aSubmit(acceptance);
    await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    const receipt = aReceipt(submit, { word: 'DELIVRD' });
    await storage.messages.recordFacts({
      ...noEvents,
      receipts: [aMatch(submit, anEvent(1), { receipt })],
    });
    const facts = await storage.messages.recipientFacts(account.id, 3 * 512);
    const [part] = facts?.submits ?? [];
    assert.deepEqual(
      [part?.part, part?.remoteId, part?.outcome, part?.word, part?.reportedAtMs],
      [1, submit.remoteId, 'delivered', 'DELIVRD', receipt.receivedAtMs],
    );
    assert.equal(await storage.messages.recipientFacts(account.id + 1, 3 * 512), undefined);
    const found = await storage.messages.findMessageRecord(account.id, 3);
    assert.deepEqual([found?.id, found?.text, found?.test], [3, 'Hello', false]);
    assert.equal(await storage.messages.findMessageRecord(account.id + 1, 3), undefined);
    const records = await storage.messages.recipientRecords(account.id, 3);
    assert.deepEqual(
      records.map(({ state }) => state),
      ['delivered'],
    );
  });
}
