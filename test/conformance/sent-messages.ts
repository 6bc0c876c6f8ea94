/** What is asked about accepted messages, and taking one back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { recipientIdOf } from '#model/ids.ts';
import type { Job } from '#queue/job.ts';
import type { Acceptance } from '#sms/message-store.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import type { Storage } from '#storage/storage.ts';
import {
  aJob,
  aMessage,
  anAcceptance,
  aRecipient,
  atMs,
  money,
  phone,
} from '#test/harness/records.ts';
import { plain, withAccount } from './setup.ts';

const hourMs = 3_600_000;
// Ids nest: 512 places of recipients in a message, 16 of parts in a recipient.
const phones = ['33612345670', '33612345671', '33612345672'].map(phone);

/** To three phones, at the price of one, two and three cents. */
function toThree(
  account: Account,
  id: number,
  over: Parameters<typeof aMessage>[0] = {},
): Acceptance {
  const message = aMessage({ id, accountId: account.id, ...over });
  const recipients = phones.map((each, place) =>
    aRecipient(message, {
      id: id * 512 + place,
      phone: each,
      cost: money((place + 1) * 10_000),
    }),
  );
  const jobs = recipients.map((recipient, place) =>
    aJob({
      id: id * 10 + place,
      lane: `sms/1/${place}:normal/${account.id}`,
      dueAtMs: message.scheduledAtMs ?? atMs,
      subject: recipient.id * 16 + 1,
    }),
  );
  const purse = message.test ? 'test' : 'live';
  return { message, recipients, jobs, purse, cost: money(60_000), idempotency: undefined };
}

function told(messageId: number, place: number): RecipientStatus {
  const cost = money((place + 1) * 10_000);
  const to = phones[place] ?? phone('');
  return { messageId, phone: to, state: 'waiting', atMs, cost, currency: 'EUR' };
}

export function sentMessages(open: () => Promise<Storage>): void {
  test('a message tells of its recipients in the order of the request, to its own account', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await storage.messages.acceptMessages([toThree(account, 5), toThree(account, 6)]);
    const expected = [0, 1, 2].map((place) => told(5, place));
    assert.deepEqual(
      plain(await storage.messages.recipientsOf({ accountId: account.id, mode: 'live' }, 5)),
      expected,
    );
    assert.deepEqual(
      await storage.messages.recipientsOf({ accountId: account.id + 1, mode: 'live' }, 5),
      [],
    );
    assert.deepEqual(
      await storage.messages.recipientsOf({ accountId: account.id, mode: 'live' }, 7),
      [],
    );
  });

  test('waiting parts are walked through by lane, slice after slice, due or not', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const { messages, jobs: waiting } = storage;
    const late = toThree(account, 6, { scheduledAtMs: atMs + 9 * hourMs });
    const held = toThree(account, 7);
    const jobs = held.jobs.map((job) => ({ ...job, lane: `held/1/0:normal/${account.id}` }));
    await messages.acceptMessages([toThree(account, 5), late, { ...held, jobs }]);
    const lanes = [0, 1, 2].map((bind) => `sms/1/${bind}:normal/${account.id}`);
    assert.deepEqual(await waiting.partLanes(), [`held/1/0:normal/${account.id}`, ...lanes]);
    const [first] = lanes as [string];
    const begin = { dueAtMs: 0, jobId: 0 };
    const slice = await waiting.waitingParts(first, begin, 1);
    const at50 = { jobId: 50, dueAtMs: atMs, attempt: 0, phone: phones[0] };
    assert.deepEqual(plain(slice), [at50]);
    const rest = await waiting.waitingParts(first, at50, 10);
    assert.deepEqual(plain(rest), [{ ...at50, jobId: 60, dueAtMs: atMs + 9 * hourMs }]);
    assert.deepEqual(await waiting.waitingParts('sms/9/0:bulk/1', begin, 10), []);
  });

  test('waiting parts are found with all that they are made of', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const sent = toThree(account, 5, { scheduledAtMs: atMs + hourMs });
    await storage.messages.acceptMessages([sent]);
    assert.deepEqual(plain(await storage.jobs.findParts([51, 99])), [
      {
        job: sent.jobs[1],
        load: { message: sent.message, recipient: sent.recipients[1], part: 1, intended: false },
      },
    ]);
    assert.deepEqual(await storage.jobs.findParts([]), []);
  });

  test('messages with a tag are told of page by page, the newest first', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const tag = 'spring';
    await storage.messages.acceptMessages([
      toThree(account, 5, { tag }),
      toThree(account, 6, { tag: 'other' }),
      toThree(account, 7, { tag }),
    ]);
    const page = { accountId: account.id, mode: 'live', tag, offset: 2, limit: 3 } as const;
    const expected = [told(7, 2), told(5, 0), told(5, 1)];
    assert.deepEqual(plain(await storage.messages.recipientsWithTag(page)), expected);
    assert.equal(
      await storage.messages.countWithTag({ accountId: account.id, mode: 'live' }, tag, 100),
      6,
    );
    assert.equal(
      await storage.messages.countWithTag({ accountId: account.id, mode: 'live' }, tag, 4),
      4,
    );
    assert.equal(
      await storage.messages.countWithTag({ accountId: account.id + 1, mode: 'live' }, tag, 100),
      0,
    );
  });

  test('a message that leaves later is taken back whole, and its money comes back once', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const scheduledAtMs = atMs + 5 * hourMs;
    const other = toThree(account, 6, { scheduledAtMs });
    await storage.messages.acceptMessages([toThree(account, 5, { scheduledAtMs }), other]);
    const cancellation = {
      accountId: account.id,
      mode: 'live' as const,
      messageId: 5,
      nowMs: atMs + hourMs,
      leavesAfterMs: atMs + 2 * hourMs,
    };
    // In no order that is promised.
    const cancellable = async () => {
      const found = await storage.messages.findCancellable({ ...cancellation, messageIds: [5, 7] });
      return found.toSorted((a, b) => a.recipientId - b.recipientId);
    };
    assert.deepEqual(
      (await cancellable()).map((one) => ({ ...one })),
      other.recipients.map((_, place) => ({
        recipientId: recipientIdOf(5, place),
        leavesAtMs: scheduledAtMs,
      })),
    );
    const before = await storage.messages.findMessage({ accountId: account.id, mode: 'live' }, 5);
    assert.deepEqual({ ...before }, { scheduledAtMs, cancelled: false, stopped: false });
    assert.equal(await storage.messages.cancel(cancellation), 3);
    assert.equal(await storage.messages.cancel(cancellation), 0);
    assert.deepEqual(await cancellable(), []);
    const after = await storage.messages.findMessage({ accountId: account.id, mode: 'live' }, 5);
    assert.deepEqual({ ...after }, { scheduledAtMs, cancelled: true, stopped: false });
    const states = await storage.messages.recipientsOf({ accountId: account.id, mode: 'live' }, 5);
    assert.deepEqual(
      states.map(({ state, atMs: changedAtMs }) => [state, changedAtMs]),
      Array.from({ length: 3 }, () => ['not delivered', atMs + hourMs]),
    );
    assert.equal((await storage.accounts.findAccount(account.id))?.balance, 1_000_000 - 60_000);
    assert.equal(await storage.jobs.countOwed('sms/', 100), 3);
  });

  test('test money goes back to the test purse, and the ledger adds up', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const topUp = { purse: 'test', amount: money(60_000), kind: 'top-up', actor: 'test' } as const;
    await storage.accounts.move({ accountId: account.id, ...topUp, atMs });
    const scheduledAtMs = atMs + 5 * hourMs;
    await storage.messages.acceptMessages([toThree(account, 5, { scheduledAtMs, test: true })]);
    const spent = await storage.accounts.ledgerSums(account.id, 'test');
    assert.deepEqual([spent.balance, spent.movements, spent.costs], [0, 60_000, 60_000]);
    const wish = {
      accountId: account.id,
      mode: 'test',
      messageId: 5,
      nowMs: atMs,
      leavesAfterMs: atMs + hourMs,
    } as const;
    assert.equal(await storage.messages.cancel(wish), 3);
    const found = await storage.accounts.findAccount(account.id);
    assert.deepEqual([found?.balance, found?.testBalance], [account.balance, 60_000]);
    const { balance, movements, costs } = await storage.accounts.ledgerSums(account.id, 'test');
    assert.deepEqual([balance, movements, costs], [60_000, 120_000, 60_000]);
  });

  test('nothing is taken back that leaves too soon, is another’s, or was never scheduled', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const scheduledAtMs = atMs + hourMs;
    await storage.messages.acceptMessages([
      toThree(account, 5, { scheduledAtMs }),
      toThree(account, 6),
    ]);
    const wish = {
      accountId: account.id,
      mode: 'live',
      messageId: 5,
      nowMs: atMs,
      leavesAfterMs: atMs + 1,
    } as const;
    const refused = [
      { ...wish, leavesAfterMs: scheduledAtMs + 1 },
      { ...wish, accountId: account.id + 1 },
      { ...wish, messageId: 6 },
      { ...wish, messageId: 7 },
    ];
    for (const each of refused) {
      const ofEach = { ...each, messageIds: [each.messageId] };
      assert.deepEqual(await storage.messages.findCancellable(ofEach), []);
      assert.equal(await storage.messages.cancel(each), 0);
    }
    assert.equal(await storage.jobs.countOwed('sms/', 100), 6);
    assert.equal((await storage.accounts.findAccount(account.id))?.balance, 1_000_000 - 120_000);
    assert.equal(
      await storage.messages.findMessage({ accountId: account.id + 1, mode: 'live' }, 5),
      undefined,
    );
  });

  test('a message of which a part has left is not taken back', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = toThree(account, 5, { scheduledAtMs: atMs + hourMs });
    const early = acceptance.jobs.map((job) => ({ ...job, dueAtMs: atMs }));
    await storage.messages.acceptMessages([{ ...acceptance, jobs: early }]);
    const wish = {
      accountId: account.id,
      mode: 'live',
      messageId: 5,
      nowMs: atMs,
      leavesAfterMs: atMs + 1,
    } as const;
    assert.equal(await storage.messages.cancel(wish), 0);
    const [first] = await storage.messages.recipientsOf({ accountId: account.id, mode: 'live' }, 5);
    assert.equal(first?.state, 'waiting');
  });

  test('who waits for the day or is held is taken back, who was tried is not', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = toThree(account, 5);
    const [one, two, three] = acceptance.jobs as [Job, Job, Job];
    const dueAtMs = atMs + 10 * hourMs;
    const jobs = [
      { ...one, dueAtMs },
      { ...two, lane: one.lane.replace('sms', 'held') },
      // Put off by its operator.
      { ...three, dueAtMs, attempt: 1 },
    ];
    await storage.messages.acceptMessages([{ ...acceptance, jobs }]);
    const leavesAfterMs = atMs + hourMs;
    const wish = {
      accountId: account.id,
      mode: 'live',
      messageId: 5,
      nowMs: atMs,
      leavesAfterMs,
    } as const;
    const found = await storage.messages.findCancellable({ ...wish, messageIds: [5] });
    assert.deepEqual(
      found.map((each) => ({ ...each })),
      [
        { recipientId: recipientIdOf(5, 0), leavesAtMs: dueAtMs },
        { recipientId: recipientIdOf(5, 1), leavesAtMs: null },
      ],
    );
    assert.equal(await storage.messages.cancel(wish), 2);
    assert.equal(await storage.messages.cancel(wish), 0);
    const states = await storage.messages.recipientsOf({ accountId: account.id, mode: 'live' }, 5);
    assert.deepEqual(
      states.map(({ state }) => state),
      ['not delivered', 'not delivered', 'waiting'],
    );
    const { balance } = (await storage.accounts.findAccount(account.id)) ?? account;
    assert.equal(balance, 1_000_000 - 30_000);
    assert.equal(await storage.jobs.countOwed('sms/', 100), 1);
  });

  test('the reply to a key is found until it is too old', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const idempotency = { key: 'k', fingerprint: 'f', reply: '{}', forgottenBeforeMs: 0 };
    await storage.messages.acceptMessages([anAcceptance(account, 5, { idempotency })]);
    const found = await storage.messages.findReply(account.id, 'k', atMs);
    assert.deepEqual({ ...found }, { fingerprint: 'f', reply: '{}' });
    assert.equal(await storage.messages.findReply(account.id, 'k', atMs + 1), undefined);
    assert.equal(await storage.messages.findReply(account.id + 1, 'k', atMs), undefined);
  });
}
