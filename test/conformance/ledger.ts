/** The ledger: each line says what was left behind it, whatever moved money and in whatever order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Account } from '#accounts/account.ts';
import type { LedgerLine, Purse } from '#accounts/ledger.ts';
import { must } from '#core/assert.ts';
import type { Storage } from '#storage/storage.ts';
import { anEmailAcceptance, aSettlement } from '#test/harness/email-records.ts';
import { anAcceptance, anEvent, aRefusal, atMs, money } from '#test/harness/records.ts';
import { noEvents, withAccount } from './setup.ts';

const hourMs = 3_600_000;

const steps = [
  'sms',
  'refused sms',
  'cancelled sms',
  'email',
  'refunded email',
  'cancelled email',
  'top-up',
  'correction',
] as const;

const aStep = fc.record({
  what: fc.constantFrom(...steps),
  cost: fc.integer({ min: 1, max: 900_000 }),
  // Among them the last and the first millisecond of an hour.
  afterMs: fc.oneof(fc.integer({ min: 0, max: 5 * hourMs }), fc.constantFrom(hourMs - 1, hourMs)),
});

type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never;

/** Ids that no other step has; those of emails are far from those of messages, as are their jobs. */
let lastId = 0;
const emailsFrom = 1_000_000;

/** Answers what it leaves of itself in the balance. */
async function take(storage: Storage, account: Account, step: Step): Promise<number> {
  lastId += 1;
  const isSms = step.what.endsWith('sms');
  if (!isSms && !step.what.endsWith('email')) return takeMove(storage, account, step);
  await (isSms ? takeSms : takeEmail)(storage, account, step);
  return step.what === 'sms' || step.what === 'email' ? -step.cost : 0;
}

async function takeMove(storage: Storage, account: Account, step: Step): Promise<number> {
  const kind = step.what === 'top-up' ? 'top-up' : 'correction';
  const amount = kind === 'top-up' ? step.cost : -step.cost;
  const move = { accountId: account.id, purse: 'live', kind, actor: 'ann' } as const;
  await storage.accounts.move({ ...move, amount: money(amount), atMs: atMs + step.afterMs });
  return amount;
}

async function takeSms(storage: Storage, account: Account, step: Step): Promise<void> {
  const at = atMs + step.afterMs;
  const leaves = step.what === 'cancelled sms' ? at + hourMs : null;
  const accepted = anAcceptance(account, lastId, {
    message: { acceptedAtMs: at, scheduledAtMs: leaves },
    recipient: { cost: money(step.cost) },
    // Lanes end with the account whose they are.
    job: { lane: `sms/1/0:normal/${account.id}`, ...(leaves !== null && { dueAtMs: leaves }) },
  });
  await storage.messages.acceptMessages([accepted]);
  if (step.what === 'refused sms') {
    const refusals = [aRefusal(accepted, anEvent(lastId), { atMs: at + 10 })];
    await storage.messages.recordFacts({ ...noEvents, refusals });
  }
  if (leaves === null) return;
  const wish = {
    accountId: account.id,
    mode: 'live',
    messageId: lastId,
    nowMs: at + 10,
    leavesAfterMs: leaves,
  } as const;
  // Who asks twice is given it once.
  assert.ok((await storage.messages.cancel(wish)) > 0);
  assert.equal(await storage.messages.cancel(wish), 0);
}

async function takeEmail(storage: Storage, account: Account, step: Step): Promise<void> {
  const at = atMs + step.afterMs;
  const leaves = step.what === 'cancelled email' ? at + hourMs : null;
  const accepted = anEmailAcceptance(account, emailsFrom + lastId, {
    email: { acceptedAtMs: at, scheduledAtMs: leaves },
    mail: { cost: money(step.cost) },
    ...(leaves !== null && { job: { dueAtMs: leaves }, state: 'scheduled' as const }),
  });
  await storage.emails.acceptEmail(accepted);
  if (step.what === 'refunded email') {
    const fact = { kind: 'suppressed', reason: null } as const;
    await storage.emails.settleMails([aSettlement(accepted, { fact, refund: true })]);
  }
  if (leaves === null) return;
  const wish = { accountId: account.id, emailId: accepted.email.id, leavesAfterMs: leaves };
  const mailIds = accepted.mails.map(({ id }) => id);
  const cancellation = { ...wish, mailIds, nowMs: at + 10, events: [] };
  assert.equal(await storage.emails.cancelEmail(cancellation), true);
  assert.equal(await storage.emails.cancelEmail(cancellation), false);
}

async function wholeLedger(
  storage: Storage,
  accountId: number,
  { limit, purse = 'live' }: { readonly limit: number; readonly purse?: Purse },
): Promise<readonly LedgerLine[]> {
  const lines: LedgerLine[] = [];
  for (;;) {
    const page = { accountId, purse, before: lines.at(-1), limit };
    const more = await storage.accounts.listLedger(page);
    lines.push(...more);
    if (more.length < limit) return lines;
  }
}

export function ledger(open: () => Promise<Storage>): void {
  test('the newest line has the balance, each differs by its amount, and the first one began at nothing', async () => {
    await using storage = await open();
    const property = fc.asyncProperty(
      fc.array(aStep, { maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      async (taken, limit) => {
        const account = await withAccount(storage, 100_000_000);
        let left = 100_000_000;
        for (const step of taken) left += await take(storage, account, step);
        const lines = await wholeLedger(storage, account.id, { limit });
        const { balance } = must(await storage.accounts.findAccount(account.id), 'account');
        assert.equal(balance, left);
        assert.equal(lines[0]?.balance, balance);
        for (const [index, line] of lines.entries()) {
          assert.equal(line.balance - line.amount, lines[index + 1]?.balance ?? 0);
        }
        assert.equal(
          new Set(lines.map(({ placeMs, id }) => `${placeMs}-${id}`)).size,
          lines.length,
        );
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });

  test('SMS and emails of an hour are a line each behind all else in it, and what follows changes no line below', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 1_000_000);
    const move = { accountId: account.id, purse: 'live', actor: 'ann' } as const;
    await storage.messages.acceptMessages([anAcceptance(account, 1), anAcceptance(account, 2)]);
    await storage.emails.acceptEmail(anEmailAcceptance(account, 1, { recipients: 2 }));
    const topUp = { ...move, kind: 'top-up', amount: money(500) } as const;
    await storage.accounts.move({ ...topUp, atMs: atMs + hourMs - 1 });
    const shown = async () =>
      (await wholeLedger(storage, account.id, { limit: 2 })).map((line) => [
        line.kind,
        line.atMs - atMs,
        line.amount,
        line.balance,
        line.actor,
        line.count,
      ]);
    const below = [
      ['top-up', hourMs - 1, 500, 1_000_500, 'ann', null],
      ['top-up', 0, 1_000_000, 1_000_000, 'test', null],
    ];
    const shownWith = (sms: number) => [
      ['email', 0, -2_000, 998_500 - sms * 38_000, 'system', 2],
      ['sms', 0, sms * -38_000, 1_000_500 - sms * 38_000, 'system', sms],
      ...below,
    ];
    assert.deepEqual(await shown(), shownWith(2));
    await storage.messages.acceptMessages([anAcceptance(account, 3)]);
    assert.deepEqual(await shown(), shownWith(3));
  });

  test('what an hour gave back is one line above what it is of, on whatever page it falls', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 1_000_000);
    const cost = 1_000;
    for (const what of ['refused sms', 'sms', 'refused sms', 'refunded email', 'email'] as const) {
      await take(storage, account, { what, cost, afterMs: 0 });
    }
    for (const limit of [1, 2, 3, 10]) {
      const lines = await wholeLedger(storage, account.id, { limit });
      assert.deepEqual(
        lines.map(({ kind, amount, count }) => [kind, amount, count]),
        [
          ['email refund', cost, 1],
          ['email', -2 * cost, 2],
          ['refund', 2 * cost, 2],
          ['sms', -3 * cost, 3],
          ['top-up', 1_000_000, null],
        ],
      );
    }
  });

  test('a ledger knows its own account and purse alone', async () => {
    await using storage = await open();
    const one = await withAccount(storage, 5_000_000);
    const other = await withAccount(storage, 7_000_000);
    const top = { accountId: one.id, purse: 'test', kind: 'top-up', actor: 'test', atMs } as const;
    await storage.accounts.move({ ...top, amount: money(1_000_000) });
    await storage.messages.acceptMessages([
      anAcceptance(one, 1, { message: { test: true } }),
      anAcceptance(other, 2),
    ]);
    const ofTest = await wholeLedger(storage, one.id, { limit: 10, purse: 'test' });
    assert.deepEqual(
      ofTest.map(({ kind, balance }) => [kind, balance]),
      [
        ['sms', 962_000],
        ['top-up', 1_000_000],
      ],
    );
    assert.equal((await wholeLedger(storage, one.id, { limit: 10 })).length, 1);
    assert.deepEqual(await wholeLedger(storage, 999, { limit: 10 }), []);
  });
}
