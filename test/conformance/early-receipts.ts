/** Receipts that come before the submit they are about. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import type { Receipt } from '#sms/message-store.ts';
import type { Storage } from '#storage/storage.ts';
import {
  aMatch,
  anAcceptance,
  anEvent,
  aReceipt,
  aSubmit,
  atMs,
  phone,
} from '#test/harness/records.ts';
import { noEvents, withAccount } from './setup.ts';

type Submitted = ReturnType<typeof aSubmit>;

/** Parts to these phones, under one id. */
async function storedTwice(
  storage: Storage,
  account: Account,
  to: readonly string[],
): Promise<[Submitted, Submitted]> {
  const items = to.map((digits, index) =>
    anAcceptance(account, index + 1, { recipient: { phone: phone(digits) } }),
  );
  await storage.messages.acceptMessages(items);
  const submits = items.map((item) => aSubmit(item, { remoteId: 'again' }));
  await storage.messages.recordFacts({ ...noEvents, submits });
  return submits as [Submitted, Submitted];
}

export function earlyReceipts(open: () => Promise<Storage>): void {
  test('a receipt that comes first is kept, and its submit is told of it', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    const receipt = aReceipt(submit);
    assert.deepEqual(await storage.messages.matchOrKeepReceipts([receipt]), [undefined]);
    const { submits } = await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    const [[kept] = []] = submits;
    assert.deepEqual({ ...kept }, { ...receipt, id: kept?.id });
    const span = await storage.messages.keptReceipts();
    assert.deepEqual({ ...span }, { first: kept?.id, last: kept?.id });
    const id = must(kept, 'kept receipt').id;
    for (const beside of [
      { first: 0, last: id - 1 },
      { first: id + 1, last: id + 10 },
    ]) {
      assert.deepEqual(await storage.messages.claimableReceipts(10, beside), []);
    }
    const claimable = await storage.messages.claimableReceipts(10);
    assert.deepEqual(
      claimable.map(({ part, receipt: found }) => [part.partId, found.id]),
      [[submit.job.subject, kept?.id]],
    );
    const receipts = [aMatch(submit, anEvent(1), { keptReceiptId: kept?.id ?? 0 })];
    await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.deepEqual(await storage.messages.claimableReceipts(10), []);
    assert.equal(await storage.messages.keptReceipts(), undefined);
    assert.equal(await storage.messages.forgetReceipts(atMs * 2, 10), 0);
  });

  test('a receipt finds its part by operator and id, its own phone first, else the newest', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const to = ['33611111111', '33622222222', '33633333333'];
    const submits = to.map((digits, index) => {
      const recipient = { phone: phone(digits) };
      const acceptance = anAcceptance(account, index + 1, { recipient });
      return { acceptance, submit: aSubmit(acceptance, { remoteId: 'again' }) };
    });
    await storage.messages.acceptMessages(submits.map(({ acceptance }) => acceptance));
    const all = submits.map(({ submit }) => submit);
    await storage.messages.recordFacts({ ...noEvents, submits: all });
    const [first] = all as [Submitted];
    const found = await storage.messages.matchOrKeepReceipts([
      aReceipt(first, { phone: '33622222222' }),
      aReceipt(first, { phone: '' }),
      aReceipt(first, { operatorId: 2 }),
    ]);
    assert.deepEqual(
      found.map((part) => part?.phone),
      ['33622222222', '33633333333', undefined],
    );
  });

  test('a receipt’s phone chooses, must agree, or counts for nothing, as its operator wants it', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const [older, newer] = await storedTwice(storage, account, ['33611111111', '33622222222']);
    const found = await storage.messages.matchOrKeepReceipts([
      aReceipt(older, { address: 'ignore' }),
      aReceipt(older, { address: 'require' }),
      aReceipt(older, { address: 'require', phone: '33699999999' }),
      aReceipt(older, { address: 'require', phone: '' }),
      aReceipt(older, { address: 'prefer', phone: '33699999999' }),
    ]);
    assert.deepEqual(
      found.map((part) => part?.phone),
      [newer.phone, older.phone, undefined, undefined, newer.phone],
    );
    assert.deepEqual(found[0]?.submittedAtMs, atMs);
    // What must come from another phone is claimed by none of them.
    assert.deepEqual(await storage.messages.claimableReceipts(10), []);
  });

  test('a kept receipt is claimed by the part of its own phone', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const wanted = { remoteId: 'again', doneAtMs: atMs + 7 };
    const first = aReceipt(aSubmit(anAcceptance(account, 1)), { ...wanted, phone: '33622222222' });
    const strange = { ...first, phone: '33699999999' };
    const required = { ...strange, address: 'require' } as const;
    await storage.messages.matchOrKeepReceipts([required, strange, first]);
    const [one] = await storedTwice(storage, account, ['33622222222']);
    const claimable = await storage.messages.claimableReceipts(10);
    assert.deepEqual(
      claimable.map(({ receipt }) => receipt),
      [{ ...first, id: claimable[0]?.receipt.id }],
    );
    assert.equal(claimable[0]?.part.submittedPartId, one.submittedPartId);
  });

  test('a kept receipt of another phone is told to the submit where phones need not agree', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    const strange = aReceipt(submit, { phone: '33699999999' });
    const kept = [strange, { ...strange, address: 'ignore' }, { ...strange, address: 'require' }];
    await storage.messages.matchOrKeepReceipts(kept as Receipt[]);
    const { submits } = await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    assert.deepEqual(
      submits[0]?.map(({ address }) => address),
      ['prefer', 'ignore'],
    );
  });

  test('receipts that matched nothing are counted by operator and read with the parts that wait', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptances = [1, 2].map((id) => anAcceptance(account, id));
    await storage.messages.acceptMessages(acceptances);
    const [older, newer] = acceptances.map((each, index) =>
      aSubmit(each, { remoteId: `1A${index}`, submittedAtMs: atMs + index }),
    ) as [Submitted, Submitted];
    await storage.messages.recordFacts({ ...noEvents, submits: [newer, older] });
    const receipts = [26, 27, 28].map((id) => aReceipt(older, { remoteId: String(id) }));
    const elsewhere = aReceipt(older, { operatorId: 9, remoteId: 'x' });
    await storage.messages.matchOrKeepReceipts([...receipts, elsewhere]);
    const { operatorId, receivedAtMs } = aReceipt(older);
    const counts = async (beforeMs: number, newest: number) =>
      (await storage.messages.countKept(beforeMs, newest))
        .map((count): [number, number] => [count.operatorId, count.receipts])
        .toSorted(([a], [b]) => a - b);
    assert.deepEqual(await counts(receivedAtMs + 1, 10), [
      [operatorId, 3],
      [9, 1],
    ]);
    assert.deepEqual(await counts(receivedAtMs + 1, 2), [
      [operatorId, 1],
      [9, 1],
    ]);
    assert.deepEqual(await counts(receivedAtMs, 10), []);
    const kept = await storage.messages.newestKept(operatorId, 2, 10);
    assert.deepEqual(
      kept.map(({ remoteId }) => remoteId),
      ['27', '28'],
    );
    const awaited = await storage.messages.newestAwaited(operatorId, 10);
    assert.deepEqual(
      awaited.map(({ remoteId }) => remoteId),
      ['1A1', '1A0'],
    );
    assert.equal((await storage.messages.newestAwaited(operatorId, 1))[0]?.remoteId, '1A1');
  });

  test('receipts that nobody claims are forgotten', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const receipt = aReceipt(aSubmit(anAcceptance(account, 1)));
    await storage.messages.matchOrKeepReceipts([receipt, receipt, receipt]);
    assert.equal(await storage.messages.forgetReceipts(receipt.receivedAtMs, 10), 0);
    assert.equal(await storage.messages.forgetReceipts(receipt.receivedAtMs + 1, 2), 2);
    assert.equal(await storage.messages.forgetReceipts(receipt.receivedAtMs + 1, 2), 1);
  });
}
