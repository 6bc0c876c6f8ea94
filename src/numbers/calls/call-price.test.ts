import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { money, phone } from '#test/harness/records.ts';
import { billedSeconds, type CallPrice, costOf, priceOfCall } from './call-price.ts';

function aPrice(prefix: string, perMinute: number, accountId = 0): CallPrice {
  return { accountId, prefix, perMinute: money(perMinute), firstS: 1, nextS: 1 };
}

suite('the price of a call', () => {
  const prices = [
    aPrice('', 1),
    aPrice('33', 2),
    aPrice('336', 3),
    aPrice('33', 4, 7),
    aPrice('336', 5, 8),
  ];
  for (const [accountId, target, perMinute] of [
    [1, '4420123456', 1],
    [1, '33112345678', 2],
    [1, '33612345678', 3],
    [7, '33112345678', 4],
    [7, '33612345678', 3],
    [8, '33612345678', 5],
  ] as const) {
    test(`of account ${accountId} to ${target} is that of the longest prefix, its own first`, () => {
      assert.equal(priceOfCall(prices, accountId, phone(target))?.perMinute, perMinute);
    });
  }

  test('is missing where no prefix fits', () => {
    assert.equal(priceOfCall([aPrice('33', 2)], 1, phone('4420123456')), undefined);
  });

  for (const [answeredMs, firstS, nextS, seconds] of [
    [0, 1, 1, 1],
    [1, 1, 1, 1],
    [1_000, 1, 1, 1],
    [1_001, 1, 1, 2],
    [59_000, 60, 60, 60],
    [60_001, 60, 60, 120],
    [31_000, 30, 6, 36],
  ] as const) {
    test(`counts ${answeredMs} ms in steps of ${firstS} and ${nextS} as ${seconds} s`, () => {
      const steps = { perMinute: money(1), firstS, nextS };
      assert.equal(billedSeconds(answeredMs, steps), seconds);
    });
  }

  test('is rounded up once, at the end', () => {
    assert.equal(costOf(1, money(10_000)), 167);
    assert.equal(costOf(60, money(10_000)), 10_000);
    assert.equal(costOf(61, money(10_000)), 10_167);
    assert.equal(costOf(0, money(10_000)), 0);
  });
});
