/** Receipts that come before the submit they are about. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aMatch,
  anAcceptance,
  anEvent,
  aReceipt,
  aSubmit,
  atMs,
  phone,
} from '#test/harness/records.ts';
import type { Storage } from '../storage.ts';
import { noEvents, withAccount } from './setup.ts';

type Submitted = ReturnType<typeof aSubmit>;

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
    assert.deepEqual(await storage.messages.claimableReceipts(10, 0), []);
    const claimable = await storage.messages.claimableReceipts(10);
    assert.deepEqual(
      claimable.map(({ part, receipt: found }) => [part.partId, found.id]),
      [[submit.job.subject, kept?.id]],
    );
    const receipts = [aMatch(submit, anEvent(1), { keptReceiptId: kept?.id ?? 0 })];
    await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.deepEqual(await storage.messages.claimableReceipts(10), []);
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
