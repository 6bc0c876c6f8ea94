import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { account } from '#test/harness/api-world.ts';
import { money, phone } from '#test/harness/records.ts';
import { readWay } from './call-way.ts';

/** Numbers of ours, each led on to another or to somewhere else. */
function numbersOf(rules: Readonly<Record<string, string>>) {
  const numberOf = (wanted: string) => ({
    id: Object.keys(rules).indexOf(wanted) + 1,
    phone: phone(wanted),
    accountId: account.id,
    active: true,
    freeAfterMs: null,
    takesSms: true,
    takesCalls: true,
    canForward: true,
    label: '',
    monthlyPrice: money(0),
    minutePrice: money(0),
    rentedAtMs: 0,
    paidUntilMs: null,
    deactivatedWhy: '',
  });
  return {
    findCalled: async (wanted: string) => {
      const to = rules[wanted];
      if (to === undefined) return undefined;
      const rule = { kind: 'forward', target: phone(to) } as const;
      const leadsOn = rules[to] !== undefined;
      return { number: numberOf(wanted), account, rule, leadsOn, options: undefined };
    },
  };
}

async function wayFrom(start: string, rules: Readonly<Record<string, string>>) {
  const { hops, isEndless } = await readWay(phone(start), numbersOf(rules));
  return [hops.map(({ number }) => number.phone), isEndless];
}

suite('the way of a call', () => {
  test('ends at the first number that is not ours', async () => {
    assert.deepEqual(await wayFrom('1', { 1: '2', 2: '9' }), [['1', '2'], false]);
    assert.deepEqual(await wayFrom('9', {}), [[], false]);
  });

  test('is endless in a circle, also one that it only comes to', async () => {
    assert.deepEqual(await wayFrom('1', { 1: '1' }), [['1'], true]);
    assert.deepEqual(await wayFrom('1', { 1: '2', 2: '3', 3: '2' }), [['1', '2', '3'], true]);
  });

  test('leads over five numbers and no more', async () => {
    const five = { 1: '2', 2: '3', 3: '4', 4: '5', 5: '9' };
    assert.deepEqual((await wayFrom('1', five))[1], false);
    assert.deepEqual((await wayFrom('1', { ...five, 5: '6', 6: '9' }))[1], true);
  });
});
