/** What accounts have spent by the hour: exact no matter who accepts, gives back or forgets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Purse } from '#accounts/ledger.ts';
import type { Storage } from '#storage/storage.ts';
import { anEmailAcceptance, aSettlement } from '#test/harness/email-records.ts';
import { anAcceptance, anEvent, aRefusal, atMs, money } from '#test/harness/records.ts';
import { noEvents, plain, withAccount } from './setup.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function spentBy(storage: Storage, accountId: number, purse: Purse = 'live') {
  const wish = { accountId, purse, fromMs: atMs - dayMs, untilMs: atMs + dayMs };
  return storage.accounts.listSpentHours(wish).then((hours) => plain(hours));
}

export function spending(open: () => Promise<Storage>): void {
  test('what is accepted adds up by account, purse and hour', async () => {
    await using storage = await open();
    const [one, other] = [await withAccount(storage), await withAccount(storage)];
    const top = { accountId: one.id, kind: 'top-up', actor: 'test', atMs } as const;
    await storage.accounts.move({ ...top, purse: 'test', amount: money(1_000_000) });
    const late = { acceptedAtMs: atMs + hourMs - 1 };
    const next = { acceptedAtMs: atMs + hourMs };
    await storage.messages.acceptMessages([
      anAcceptance(one, 1, { recipient: { parts: 3, cost: money(114_000) } }),
      anAcceptance(one, 2, { message: late }),
      anAcceptance(one, 3, { message: next }),
      anAcceptance(one, 4, { message: { ...next, test: true } }),
      anAcceptance(other, 5, { recipient: { cost: money(0) } }),
    ]);
    await storage.messages.acceptMessages([anAcceptance(one, 6, { message: late })]);
    assert.deepEqual(await spentBy(storage, one.id), [
      { startsAtMs: atMs, product: 'sms', cost: 114_000 + 2 * 38_000, parts: 5 },
      { startsAtMs: atMs + hourMs, product: 'sms', cost: 38_000, parts: 1 },
    ]);
    const nextHour = { startsAtMs: atMs + hourMs, product: 'sms', cost: 38_000, parts: 1 };
    assert.deepEqual(await spentBy(storage, one.id, 'test'), [nextHour]);
    assert.deepEqual(await spentBy(storage, other.id), [
      { startsAtMs: atMs, product: 'sms', cost: 0, parts: 1 },
    ]);
  });

  test('what is refused or repeated adds nothing', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 50_000);
    const idempotency = { key: 'k', fingerprint: 'f', reply: '{}', forgottenBeforeMs: 0 };
    await storage.messages.acceptMessages([
      anAcceptance(account, 1, { idempotency }),
      anAcceptance(account, 2, { idempotency }),
      anAcceptance(account, 3),
    ]);
    const expected = [{ startsAtMs: atMs, product: 'sms', cost: 38_000, parts: 1 }];
    assert.deepEqual(await spentBy(storage, account.id), expected);
  });

  test('what is given back counts in the hour in which it is, and top-ups count nowhere', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const scheduledAtMs = atMs + 10 * hourMs;
    const cancelled = anAcceptance(account, 2, {
      message: { scheduledAtMs },
      job: { dueAtMs: scheduledAtMs, lane: `sms/1/0:normal/${account.id}` },
    });
    const refused = anAcceptance(account, 1);
    await storage.messages.acceptMessages([refused, cancelled]);
    const at = { atMs: atMs + 2 * hourMs + 5 };
    const refusals = [aRefusal(refused, anEvent(1), at)];
    await storage.messages.recordFacts({ ...noEvents, refusals });
    const wish = {
      accountId: account.id,
      mode: 'live',
      messageId: 2,
      nowMs: at.atMs,
      leavesAfterMs: atMs,
    } as const;
    assert.equal(await storage.messages.cancel(wish), 1);
    assert.deepEqual(await spentBy(storage, account.id), [
      { startsAtMs: atMs, product: 'sms', cost: 76_000, parts: 2 },
      { startsAtMs: atMs + 2 * hourMs, product: 'sms', cost: -76_000, parts: 0 },
    ]);
  });

  test('only whole hours of the span are told, also once their messages are forgotten', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await storage.ids.reserveIds('message', 10_000);
    await storage.ids.reserveIds('job', 10_000);
    const refused = [0, 1, 2].map((hour) =>
      anAcceptance(account, hour + 1, { message: { acceptedAtMs: atMs + hour * hourMs } }),
    );
    await storage.messages.acceptMessages(refused);
    const refusals = refused.map((each, at) => aRefusal(each, anEvent(at + 1)));
    await storage.messages.recordFacts({ ...noEvents, refusals });
    const wish = { accountId: account.id, purse: 'live', fromMs: atMs + hourMs } as const;
    const asked = { ...wish, untilMs: atMs + 2 * hourMs };
    const told = plain(await storage.accounts.listSpentHours(asked));
    assert.deepEqual(told, [{ startsAtMs: atMs + hourMs, product: 'sms', cost: 38_000, parts: 1 }]);
    const all = await spentBy(storage, account.id);
    const age = { nowMs: atMs + 92 * dayMs, beforeMs: atMs + 3 * dayMs };
    let forgotten = 0;
    for await (const rows of storage.history.forgetMessages(age)) forgotten += rows;
    assert.equal(forgotten, 3);
    assert.deepEqual(await spentBy(storage, account.id), all);
  });

  test('mails are counted apart from SMS, and what is given back of them as well', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const one = anEmailAcceptance(account, 1, { recipients: 3 });
    assert.deepEqual(await storage.emails.acceptEmail(one), { kind: 'accepted' });
    await storage.messages.acceptMessages([anAcceptance(account, 2)]);
    const mails = { startsAtMs: atMs, product: 'email', cost: Number(one.cost), parts: 3 };
    const sms = { startsAtMs: atMs, product: 'sms', cost: 38_000, parts: 1 };
    assert.deepEqual(await spentBy(storage, account.id), [mails, sms]);
    const fact = { kind: 'suppressed', reason: null } as const;
    const settlement = aSettlement(one, { fact, refund: true });
    assert.deepEqual(await storage.emails.settleMails([settlement]), [true]);
    const cost = mails.cost - Number(one.mails[0]?.cost);
    assert.deepEqual(await spentBy(storage, account.id), [{ ...mails, cost }, sms]);
  });
}
