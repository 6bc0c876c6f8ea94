import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { money, phone } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { stateOf } from '../virtual-number.ts';
import { collectRents } from './rent-collector.ts';
import { rentNumber } from './rent-number.ts';

const digits = phone('33755000001');
const dayMs = 24 * 3_600_000;

/** Every limit has room. */
const take = () => ({ ok: true, heldBy: undefined, giveBack: () => undefined }) as const;

/** An account with so many months of rent, which has just rented a number. */
async function openRental(months: number) {
  const clock = new HeldClock();
  const storage = await openTemporaryStorage();
  const { id: accountId } = await storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(months * 1_000_000),
      testBalance: money(0),
      createdAtMs: clock.nowMs(),
    },
    'test',
  );
  const author = () => ({ actor: 'test', atMs: clock.nowMs() });
  const number = await storage.numbers.createNumber({
    digits,
    kind: 'long',
    accountId: null,
    operatorId: null,
    takesSms: true,
    takesCalls: true,
    createdAtMs: clock.nowMs(),
  });
  await storage.virtualNumbers.setTerms(
    number?.id ?? 0,
    { monthlyPrice: money(1_000_000) },
    author(),
  );
  const numbers = storage.virtualNumbers;
  const rentPorts = { numbers, replies: storage.messages, clock, take };
  const rented = await rentNumber({ accountId, phone: digits, label: '' }, author(), rentPorts);
  assert.equal(rented.kind, 'rented');
  const ports = { numbers, clock, log: openLog('silent') };
  return {
    /** Lets so many days pass, in each of which rents are collected. */
    async pass(days: number): Promise<void> {
      for (let day = 0; day < days; day += 1) {
        clock.advance(dayMs);
        await collectRents(ports);
      }
    },
    async standing() {
      const found = await numbers.findVirtualNumber(digits);
      assert.ok(found);
      const account = await storage.accounts.findAccount(accountId);
      return {
        state: stateOf(found, clock.nowMs()),
        why: found.deactivatedWhy,
        balance: account?.balance,
      };
    },
    topUp: (millionths: number) =>
      storage.accounts.move({
        accountId,
        purse: 'live',
        amount: money(millionths),
        kind: 'top-up',
        actor: 'test',
        atMs: clock.nowMs(),
      }),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  };
}

suite('the rent of a number', () => {
  test('is taken each month as long as there is money', async () => {
    await using world = await openRental(4);
    await world.pass(93);
    assert.deepEqual(await world.standing(), { state: 'rented', why: '', balance: 0 });
  });

  test('that cannot be paid pauses the number after three days, and a payment brings it back', async () => {
    await using world = await openRental(1);
    await world.pass(33);
    assert.equal((await world.standing()).state, 'rented');
    await world.pass(3);
    assert.deepEqual(await world.standing(), { state: 'deactivated', why: 'unpaid', balance: 0 });
    await world.topUp(1_500_000);
    await world.pass(1);
    assert.deepEqual(await world.standing(), { state: 'rented', why: '', balance: 500_000 });
    // From the day of the payment on: the next month is not owed yet.
    await world.pass(27);
    assert.equal((await world.standing()).state, 'rented');
  });

  test('that nobody pays for a month gives the number back, and it rests before it is rented out', async () => {
    await using world = await openRental(1);
    await world.pass(62);
    assert.equal((await world.standing()).state, 'quarantined');
    await world.pass(30);
    assert.equal((await world.standing()).state, 'free');
  });
});
