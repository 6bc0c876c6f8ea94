import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { WrongKeys } from './wrong-keys.ts';

function guess(keys: WrongKeys, address: string, times: number): number | undefined {
  let waitS: number | undefined;
  for (let count = 0; count < times; count += 1) waitS = keys.count(address);
  return waitS;
}

suite('wrong keys', () => {
  test('are free up to 600 a minute, and then wait for its end', () => {
    const clock = new HeldClock();
    const keys = new WrongKeys(clock);
    assert.equal(guess(keys, '192.0.2.1', 600), undefined);
    clock.advance(20_000);
    assert.equal(guess(keys, '192.0.2.1', 1), 40);
    assert.equal(guess(keys, '::ffff:192.0.2.1', 1), 40);
    assert.equal(guess(keys, '192.0.2.2', 1), undefined);
    clock.advance(40_000);
    assert.equal(guess(keys, '192.0.2.1', 600), undefined);
  });

  test('of one IPv6 network count together', () => {
    const keys = new WrongKeys(new HeldClock());
    assert.equal(guess(keys, '2001:db8:0:1::1', 600), undefined);
    assert.equal(guess(keys, '2001:db8:0:1:ffff::2', 1), 60);
    assert.equal(guess(keys, '2001:db8::1:0:0:0:3', 1), 60);
    assert.equal(guess(keys, '2001:db8:0:2::1', 1), undefined);
  });
});
