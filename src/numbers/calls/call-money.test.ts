import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Millionths } from '#core/money.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { CallMoney, firstReserve } from './call-money.ts';
import { affordableSeconds, billedSeconds, costOf, type PriceSteps } from './call-price.ts';

const prices = fc.record({
  perMinute: fc.integer({ min: 1, max: 2_000_000 }).map((amount) => amount as Millionths),
  firstS: fc.integer({ min: 1, max: 600 }),
  nextS: fc.integer({ min: 1, max: 600 }),
});

/** A call of an account with so much beyond its first reserve, which is hung up at that moment or when its money is spent. */
async function talk(
  price: PriceSteps,
  { balance, hangUpMs, lateMs }: { balance: number; hangUpMs: number; lateMs: number },
) {
  const clock = new HeldClock();
  const reserve = firstReserve(price);
  const account = { balance, reserved: reserve as number };
  const calls = {
    reserveMore: async (_callId: number, _n: number, amount: Millionths) => {
      assert.ok(amount > 0);
      if (amount > account.balance) return false;
      account.balance -= amount;
      account.reserved += amount;
      return true;
    },
  };
  const money = new CallMoney(1, { price, reserved: reserve }, { calls, clock });
  const told = { isSpent: false };
  money.answered(() => {
    told.isSpent = true;
  });
  for (let leftMs = hangUpMs; leftMs > 0 && !told.isSpent; leftMs -= 10_000) {
    clock.advance(Math.min(leftMs, 10_000));
    await Promise.resolve();
    await Promise.resolve();
  }
  clock.advance(lateMs);
  const talkedMs = clock.monotonicMs();
  const end = money.end();
  return {
    ...end,
    ...account,
    ...told,
    talkedMs,
    left: account.balance + account.reserved - end.cost,
  };
}

test('whatever the price, its steps and the moment of the hang-up, a call costs at most what is set aside', async () => {
  const talks = fc.record({
    balance: fc.integer({ min: 0, max: 20_000_000 }),
    hangUpMs: fc.integer({ min: 1, max: 1_800_000 }),
    lateMs: fc.integer({ min: 0, max: 3_000 }),
  });
  await fc.assert(
    fc.asyncProperty(prices, talks, async (price, wish) => {
      const { billedS, cost, reserved, isSpent, talkedMs, left } = await talk(price, wish);
      assert.ok(cost <= reserved, `${cost} of ${reserved}`);
      assert.ok(left >= 0, `${left} left`);
      assert.equal(cost, costOf(billedS, price.perMinute));
      const talkedS = billedSeconds(talkedMs, price);
      if (isSpent)
        assert.ok(
          billedS <= talkedS && billedS === affordableSeconds(reserved as Millionths, price),
        );
      else assert.equal(billedS, talkedS);
    }),
    { numRuns: 300 },
  );
});

test('a storage that answers no more ends the call when what was set aside is used up', () => {
  const price = { perMinute: 60_000 as Millionths, firstS: 60, nextS: 60 };
  const clock = new HeldClock();
  const calls = { reserveMore: () => new Promise<boolean>(() => undefined) };
  const money = new CallMoney(1, { price, reserved: firstReserve(price) }, { calls, clock });
  const spentAtMs: number[] = [];
  money.answered(() => spentAtMs.push(clock.monotonicMs()));
  clock.advance(500_000);
  assert.deepEqual(spentAtMs, [120_000]);
  assert.deepEqual(money.end(), { billedS: 120, cost: 120_000 });
});
