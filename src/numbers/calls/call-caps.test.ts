import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { CallCaps } from './call-caps.ts';
import { noCalls } from './call-record.ts';

const limits = { perNumber: 2, perPairAMinute: 4, perAccount: 3, perAccountASecond: 5 };
const wish = { accountId: 1, number: '33755000001', caller: '33612345678', elsewhere: noCalls };

suite('the limits of calls', () => {
  test('hold so many calls of one number, until one of them is over', () => {
    const caps = new CallCaps(new HeldClock(), limits);
    const first = caps.take(wish);
    assert.ok(first.ok && caps.take(wish).ok);
    assert.deepEqual(caps.take(wish), { ok: false, limit: 'calls of one number' });
    first.release();
    first.release();
    assert.ok(caps.take(wish).ok);
  });

  test('hold so many calls of one account, over all its numbers', () => {
    const caps = new CallCaps(new HeldClock(), limits);
    for (const number of ['1', '2', '3']) assert.ok(caps.take({ ...wish, number }).ok);
    assert.deepEqual(caps.take({ ...wish, number: '4' }), { ok: false, limit: 'calls at once' });
    assert.ok(caps.take({ ...wish, accountId: 2, number: '4' }).ok);
  });

  test('count what other processes carry', () => {
    const caps = new CallCaps(new HeldClock(), limits);
    const take = (ofPayer: number, ofNumber: number) =>
      caps.take({ ...wish, elsewhere: { ofPayer, ofNumber } });
    assert.deepEqual(take(0, 2), { ok: false, limit: 'calls of one number' });
    assert.deepEqual(take(3, 1), { ok: false, limit: 'calls at once' });
    assert.ok(take(2, 1).ok);
    assert.deepEqual(take(2, 0), { ok: false, limit: 'calls at once' });
  });

  test('stop a caller who calls one number again and again, for the rest of the minute', () => {
    const clock = new HeldClock();
    const caps = new CallCaps(clock, { ...limits, perAccountASecond: 99 });
    const call = () => {
      const answer = caps.take(wish);
      if (answer.ok) answer.release();
      return answer;
    };
    for (let n = 0; n < 4; n += 1) assert.ok(call().ok);
    assert.deepEqual(call(), { ok: false, limit: 'calls of one caller a minute' });
    assert.ok(caps.take({ ...wish, caller: '33612345679' }).ok);
    clock.advance(60_000);
    assert.ok(call().ok);
  });

  test('let an account begin so many calls a second', () => {
    const clock = new HeldClock();
    const caps = new CallCaps(clock, { ...limits, perAccount: 99, perNumber: 99 });
    const take = (n: number) => caps.take({ ...wish, caller: String(n) });
    for (let n = 0; n < 5; n += 1) assert.ok(take(n).ok);
    assert.deepEqual(take(6), { ok: false, limit: 'new calls a second' });
    clock.advance(1_000);
    assert.ok(take(7).ok);
  });
});
