import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { atMs, money, phone } from '#test/harness/records.ts';
import { Counters } from './counters.ts';
import { Destinations } from './destinations.ts';
import { type Ask, Limiter, type LimitVerdict } from './limiter.ts';
import { defaultPolicy, type LimitException, PolicyCache } from './policy.ts';
import type { Limit, RuleName, Trust } from './rules.ts';
import type { Alert } from './taking.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Setup = {
  readonly trust?: Trust;
  readonly limits?: Partial<Record<RuleName, Limit>>;
  readonly ofKey?: Partial<Record<RuleName, Limit>>;
  readonly busiest?: number;
};

function setup({ trust = 'trusted', limits = {}, ofKey = {}, busiest = 0 }: Setup = {}) {
  const exceptions = [limits, ofKey].flatMap((each, keyId) =>
    Object.entries(each).map(
      ([rule, limit]): LimitException => ({ accountId: 1, keyId, rule: rule as RuleName, limit }),
    ),
  );
  const book = new PolicyCache([{ ...defaultPolicy(1), trust }], exceptions);
  const alerts: Alert[] = [];
  const counters = new Counters();
  const limiter = new Limiter({
    counters,
    destinations: new Destinations(),
    busiestHour: () => busiest,
    alert: (alert) => alerts.push(alert),
  });
  let nowMs = atMs;
  const take = (
    digits: string | readonly string[],
    over: Partial<Ask> & { cost?: number } = {},
  ) => {
    const { cost = 0, ...ask } = over;
    const phones = typeof digits === 'string' ? [digits] : digits;
    return limiter.take({
      accountId: 1,
      keyId: 1,
      policy: book.of(1),
      urgent: false,
      recipients: phones.map((each) => ({ phone: phone(each), text: 'Hello', cost: money(cost) })),
      nowMs,
      ...ask,
    });
  };
  return {
    take,
    alerts,
    counters,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

/** Numbers of blocks of their own, none beside another. */
function scattered(count: number, from = 0): readonly string[] {
  return Array.from({ length: count }, (_, index) => `336${(from + index) * 20_000 + 10_000_000}`);
}

function refusedBy(verdict: LimitVerdict): string | undefined {
  return verdict.ok ? undefined : verdict.refusal.rule;
}

suite('an account that nobody vouches for', () => {
  test('sends a hundred messages to a country in an hour', () => {
    const { take, pass } = setup({ trust: 'new' });
    for (const each of scattered(100)) assert.ok(take(each).ok);
    const refused = take('33700000000');
    assert.deepEqual(refused, {
      ok: false,
      refusal: { why: 'limit is reached', rule: 'country-hour', max: 100, retryAfterS: 3_600 },
    });
    assert.ok(take('4915112345678').ok);
    pass(hourMs - 1_000);
    const late = take('33700000000');
    assert.equal(
      !late.ok && late.refusal.why === 'limit is reached' && late.refusal.retryAfterS,
      1,
    );
    pass(1_000);
    assert.ok(take('33700000000').ok);
  });

  test('reaches twenty numbers of a block in ten minutes, the same ones as often as it may', () => {
    const { take, pass } = setup({ trust: 'new' });
    const numbers = Array.from(
      { length: 21 },
      (_, index) => `33612340${String(index * 7).padStart(3, '0')}`,
    );
    for (const each of numbers.slice(0, 20)) assert.ok(take(each).ok, each);
    assert.ok(take(numbers.slice(0, 1)).ok);
    assert.equal(refusedBy(take(numbers[20] ?? '')), 'block-10min');
    pass(10 * minuteMs);
    assert.ok(take(numbers[20] ?? '').ok);
  });

  test('sends a phone five messages in ten minutes, and twenty in a day', () => {
    const { take, pass } = setup({ trust: 'new' });
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 5; n += 1) assert.ok(take('33612345678').ok);
      assert.equal(refusedBy(take('33612345678')), 'phone-10min');
      pass(10 * minuteMs);
    }
    assert.equal(refusedBy(take('33612345678')), 'phone-day');
    pass(24 * hourMs);
    assert.ok(take('33612345678').ok);
  });

  test('has messages held that go through numbers in a row, up or down', () => {
    for (const step of [1, -1]) {
      const { take } = setup({ trust: 'new' });
      const verdicts = Array.from({ length: 11 }, (_, index) =>
        take(String(33612345500 + index * step)),
      );
      const held = verdicts.map((verdict) => verdict.ok && verdict.heldBy);
      assert.deepEqual(held, [...Array.from({ length: 10 }, () => undefined), 'run']);
    }
  });

  test('spends twenty a day', () => {
    const { take, pass } = setup({ trust: 'new' });
    assert.ok(take('33612345678', { cost: 19_999_999 }).ok);
    assert.deepEqual(take('33712345678', { cost: 2 }), {
      ok: false,
      refusal: { why: 'too much is spent', rule: 'spend-day', max: 20_000_000 },
    });
    assert.ok(take('33712345678', { cost: 1 }).ok);
    pass(24 * hourMs);
    assert.ok(take('33712345678', { cost: 2 }).ok);
  });
});

suite('an account that is trusted', () => {
  test('is never refused for its velocity, but somebody hears of it once', () => {
    const { take, alerts } = setup();
    for (let n = 0; n < 2_000; n += 1) assert.ok(take(String(33612000000 + n)).ok);
    for (let n = 0; n < 30; n += 1) assert.ok(take('33712345678').ok);
    assert.deepEqual(
      alerts.map(({ rule, max }) => [rule, max]),
      [
        ['block-10min', 200],
        ['run', 200],
        ['country-hour', 1_000],
        ['phone-10min', 20],
      ],
    );
  });

  test('may send ten times as much as in its busiest hour', () => {
    const { take, alerts } = setup({ busiest: 150 });
    for (const each of scattered(1_500)) take(each);
    assert.deepEqual(alerts, []);
    take('33700000000');
    assert.deepEqual(
      alerts.map(({ rule, max }) => [rule, max]),
      [['country-hour', 1_500]],
    );
  });

  test('has the limits that somebody has set', () => {
    const { take } = setup({
      limits: { 'country-hour': { max: 3, action: 'block' }, run: { max: 0, action: 'ignore' } },
    });
    assert.equal(refusedBy(take(scattered(4))), 'country-hour');
    assert.ok(take(scattered(3)).ok);
    assert.equal(refusedBy(take('33700000000')), 'country-hour');
  });
});

suite('a limit', () => {
  test('on codes counts urgent messages alone', () => {
    const { take } = setup({ limits: { 'urgent-10min': { max: 2, action: 'block' } } });
    for (let n = 0; n < 2; n += 1) assert.ok(take('33612345678', { urgent: true }).ok);
    assert.ok(take('33612345678').ok);
    assert.equal(refusedBy(take('33612345678', { urgent: true })), 'urgent-10min');
  });

  test('of a key is its own', () => {
    const { take } = setup({ ofKey: { 'spend-hour': { max: 10, action: 'block' } } });
    assert.equal(refusedBy(take('33612345678', { cost: 11 })), 'spend-hour');
    assert.ok(take('33612345678', { cost: 11, keyId: 2 }).ok);
    assert.ok(take('33612345678', { cost: 10 }).ok);
    assert.equal(refusedBy(take('33612345678', { cost: 1 })), 'spend-hour');
  });

  test('on the cost of one message looks at all of its recipients together', () => {
    const { take } = setup({ limits: { 'message-cost': { max: 10, action: 'block' } } });
    assert.equal(refusedBy(take(scattered(3), { cost: 4 })), 'message-cost');
    assert.ok(take(scattered(2), { cost: 5 }).ok);
  });

  test('on duplicates refuses the same text to the same phone for so many seconds', () => {
    const { take, pass } = setup({ limits: { duplicate: { max: 30, action: 'block' } } });
    assert.ok(take('33612345678').ok);
    pass(10_000);
    assert.deepEqual(take('33612345678'), {
      ok: false,
      refusal: { why: 'limit is reached', rule: 'duplicate', max: 30, retryAfterS: 20 },
    });
    assert.ok(take('33712345678').ok);
    pass(20_000);
    const again = take('33612345678');
    assert.ok(again.ok);
    again.giveBack();
    assert.ok(take('33612345678').ok);
  });
});

suite('what is not accepted after all', () => {
  test('is not counted', () => {
    const { take } = setup({ limits: { 'spend-day': { max: 10, action: 'block' } } });
    const verdict = take('33612345678', { cost: 10 });
    assert.equal(refusedBy(take('33612345678', { cost: 1 })), 'spend-day');
    assert.ok(verdict.ok);
    verdict.giveBack();
    verdict.giveBack();
    assert.ok(take('33612345678', { cost: 10 }).ok);
    assert.equal(refusedBy(take('33612345678', { cost: 1 })), 'spend-day');
  });

  test('takes nothing from a window that began since', () => {
    const { take, pass } = setup({ limits: { 'spend-hour': { max: 10, action: 'block' } } });
    const verdict = take('33612345678', { cost: 10 });
    pass(hourMs);
    assert.ok(take('33612345678', { cost: 10 }).ok);
    assert.ok(verdict.ok);
    verdict.giveBack();
    assert.equal(refusedBy(take('33612345678', { cost: 1 })), 'spend-hour');
  });

  test('of a request to many is given back as a whole', () => {
    const { take } = setup({ trust: 'new' });
    assert.equal(refusedBy(take(scattered(101))), 'country-hour');
    assert.ok(take(scattered(100)).ok);
  });
});
