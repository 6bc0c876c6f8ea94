/** Accepting messages: one commit, judged one by one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#storage/storage.ts';
import {
  anAcceptance,
  aReceipt,
  aSubmission,
  aSubmit,
  atMs,
  money,
  phone,
} from '#test/harness/records.ts';
import { smsLane, withAccount } from './setup.ts';

function costing(millionths: number) {
  return { recipient: { cost: money(millionths) } };
}

export function accepting(open: () => Promise<Storage>): void {
  test('what is accepted is paid for, owed, and findable by its own account alone', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 307);
    const results = await storage.messages.acceptMessages([acceptance]);
    assert.deepEqual(results, [{ kind: 'accepted' }]);
    assert.equal((await storage.accounts.findAccount(account.id))?.balance, 962_000);
    const to = phone('33612345678');
    const status = await storage.messages.findStatus(
      { accountId: account.id, mode: 'live' },
      307,
      to,
    );
    const { cost, currency } = { cost: 38_000, currency: 'EUR' };
    const state = 'waiting';
    assert.deepEqual(status, { messageId: 307, phone: to, state, atMs, cost, currency });
    assert.equal(
      await storage.messages.findStatus({ accountId: account.id + 1, mode: 'live' }, 307, to),
      undefined,
    );
    assert.equal(
      await storage.messages.findStatus(
        { accountId: account.id, mode: 'live' },
        307,
        phone('336999'),
      ),
      undefined,
    );
  });

  test('owed parts are read back with all they are made of', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const text = 'é€\u0000\u{1F600}';
    const acceptance = anAcceptance(account, 5, {
      message: { text, tag: 't', reportUrl: 'https://x/?a=1', scheduledAtMs: 1 },
      recipient: { parts: 2, concatReference: 65_535, text: 'own', form: 'gsm7Packed/udh16/31' },
    });
    await storage.messages.acceptMessages([acceptance]);
    const due = await storage.messages.dueParts(smsLane);
    const [recipient] = acceptance.recipients;
    assert.deepEqual(
      due,
      acceptance.jobs.map((job, index) => ({
        job,
        load: { message: acceptance.message, recipient, part: index + 1, intended: false },
      })),
    );
  });

  test('what came by SMPP is kept with its message, and its report has what it repeats', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const carried = { octets: '/wA=', dataCoding: 4, hasHeader: true, protocolId: 127 };
    const submission = aSubmission({ reference: 65_535, carried });
    const acceptance = anAcceptance(account, 1, {
      message: { submission, text: 'a'.repeat(30) },
    });
    await storage.messages.acceptMessages([acceptance]);
    const [due] = await storage.messages.dueParts(smsLane);
    assert.deepEqual(due?.load.message, acceptance.message);
    const submit = aSubmit(acceptance);
    await storage.messages.recordFacts({ submits: [submit], receipts: [], refusals: [] });
    const [part] = await storage.messages.matchOrKeepReceipts([aReceipt(submit)]);
    const repeated = { acceptedAtMs: atMs, text: 'a'.repeat(20) };
    assert.deepEqual(part?.submitted, { submission, ...repeated });
  });

  test('a request that the balance does not cover is refused and its neighbours pass', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 100_000);
    const results = await storage.messages.acceptMessages([
      anAcceptance(account, 1, costing(60_000)),
      anAcceptance(account, 2, costing(50_000)),
      anAcceptance(account, 3, costing(40_000)),
    ]);
    assert.deepEqual(results, [
      { kind: 'accepted' },
      { kind: 'balance is too low', balance: 40_000 },
      { kind: 'accepted' },
    ]);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.deepEqual({ ...sums }, { balance: 0, movements: 100_000, costs: 100_000 });
    assert.equal((await storage.messages.dueParts(smsLane)).length, 2);
  });

  test('callers who race for a balance spend it once', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 38_000 * 5);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        storage.messages.acceptMessages([anAcceptance(account, index + 1)]),
      ),
    );
    const accepted = results.flat().filter(({ kind }) => kind === 'accepted');
    assert.equal(accepted.length, 5);
    assert.equal((await storage.accounts.findAccount(account.id))?.balance, 0);
  });

  test('test messages spend test money', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const [result] = await storage.messages.acceptMessages([
      anAcceptance(account, 1, { message: { test: true } }),
    ]);
    assert.deepEqual(result, { kind: 'balance is too low', balance: 0 });
    assert.equal((await storage.accounts.findAccount(account.id))?.balance, 1_000_000);
  });

  test('the same idempotency key answers the same, and another request is told so', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const keyed = (id: number, fingerprint: string, forgottenBeforeMs = 0) =>
      anAcceptance(account, id, {
        idempotency: { key: 'k', fingerprint, reply: `reply ${id}`, forgottenBeforeMs },
      });
    const results = await storage.messages.acceptMessages([
      keyed(1, 'f'),
      keyed(2, 'f'),
      keyed(3, 'g'),
    ]);
    assert.deepEqual(results, [
      { kind: 'accepted' },
      { kind: 'repeated', reply: 'reply 1' },
      { kind: 'key was used for another request' },
    ]);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.equal(sums.costs, 38_000);
    assert.deepEqual(await storage.messages.acceptMessages([keyed(4, 'g', atMs + 1)]), [
      { kind: 'accepted' },
    ]);
    assert.equal(await storage.messages.forgetReplies(atMs + 1, 10), 1);
  });

  test('a call that breaks a constraint takes nothing of its neighbours with it', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const twice = anAcceptance(account, 1);
    const good = storage.messages.acceptMessages([twice]);
    const bad = storage.messages.acceptMessages([anAcceptance(account, 2), twice]);
    const other = storage.messages.acceptMessages([anAcceptance(account, 3)]);
    assert.deepEqual(await good, [{ kind: 'accepted' }]);
    await assert.rejects(bad);
    assert.deepEqual(await other, [{ kind: 'accepted' }]);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.deepEqual({ ...sums }, { balance: 924_000, movements: 1_000_000, costs: 76_000 });
  });
}
