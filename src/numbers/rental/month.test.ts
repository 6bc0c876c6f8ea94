import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dayOfMonth, nextMonth } from './month.ts';

suite('the month of a rental', () => {
  for (const [from, day, to] of [
    ['2030-01-15T10:20:30Z', 15, '2030-02-15T10:20:30Z'],
    ['2030-01-31T10:00:00Z', 31, '2030-02-28T10:00:00Z'],
    ['2032-01-31T10:00:00Z', 31, '2032-02-29T10:00:00Z'],
    ['2030-02-28T10:00:00Z', 31, '2030-03-31T10:00:00Z'],
    ['2030-12-31T23:59:59Z', 31, '2031-01-31T23:59:59Z'],
  ] as const) {
    test(`which begins on ${from}, rented on the ${day}th, ends on ${to}`, () => {
      assert.equal(
        new Date(nextMonth(Date.parse(from), day)).toISOString(),
        to.replace('Z', '.000Z'),
      );
    });
  }

  test('has its days in UTC', () => {
    assert.equal(dayOfMonth(Date.parse('2030-01-31T23:30:00Z')), 31);
  });
});
