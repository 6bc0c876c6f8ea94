import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  add,
  formatBalance,
  formatExact,
  type Millionths,
  parseMoney,
  times,
  toNumber,
  zero,
} from './money.ts';

function amount(millionths: number): Millionths {
  return millionths as Millionths;
}

suite('money', () => {
  test('is read exactly, to the millionth', () => {
    const written = ['100', '100.00', ' 0.038 ', '-0.038', '0.000001', '999999999.999999'];
    assert.deepEqual(
      written.map(parseMoney),
      [100_000_000, 100_000_000, 38_000, -38_000, 1, 999_999_999_999_999],
    );
  });

  test('is nothing else that looks like a number', () => {
    const wrong = ['', '.5', '5.', '1e3', '+1', '0x10', '1,50', '1 000', '0.0000001', '1234567890'];
    assert.deepEqual(
      wrong.map(parseMoney),
      wrong.map(() => undefined),
    );
  });

  test('adds and multiplies without a rounding error', () => {
    assert.equal(add(times(amount(38_000), 3), amount(1)), 114_001);
    const tenth = amount(100_000);
    const sum = Array.from({ length: 10 }, () => tenth).reduce(add, zero);
    assert.equal(sum, 1_000_000);
  });

  test('is written without needless zeros', () => {
    const amounts = [0, 38_000, 1_000_000, 1_500_000, -38_000, 1, 10_225_119_000];
    assert.deepEqual(
      amounts.map((each) => formatExact(amount(each))),
      ['0', '0.038', '1', '1.5', '-0.038', '0.000001', '10225.119'],
    );
  });

  test('of a balance is rounded down to three decimals, below zero too', () => {
    const amounts = [0, 1_000_000, 1_999_999, 38_000, -1, -38_000];
    assert.deepEqual(
      amounts.map((each) => formatBalance(amount(each))),
      ['0.000', '1.000', '1.999', '0.038', '-0.001', '-0.038'],
    );
  });

  test('in JSON is the nearest number', () => {
    assert.equal(toNumber(amount(38_000)), 0.038);
    assert.equal(toNumber(amount(300_000)), 0.3);
    assert.equal(toNumber(amount(-1_000_000)), -1);
  });

  test('written and read again is the same', () => {
    const max = 999_999_999_999_999;
    fc.assert(
      fc.property(fc.integer({ min: -max, max }), (millionths) => {
        assert.equal(parseMoney(formatExact(amount(millionths))), millionths);
      }),
    );
  });
});
