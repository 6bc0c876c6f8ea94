import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SendPace } from './send-pace.ts';

/** Under a steady load: it has sent at 0, 4, 8 and 12 ms. */
function steady(): SendPace {
  const pace = new SendPace();
  for (const atMs of [0, 4, 8, 12]) pace.sent(atMs);
  return pace;
}

suite('the pace of batches to the writer', () => {
  test('lets the batches of one message go at once', () => {
    const pace = new SendPace();
    for (const atMs of [0, 1, 2]) {
      assert.equal(pace.waitMs(1, atMs), 0);
      pace.sent(atMs);
    }
  });

  test('has small batches of a steady load wait until 2 ms after the one before', () => {
    const pace = steady();
    assert.equal(pace.waitMs(1, 12.5), 1.5);
    assert.equal(pace.waitMs(1, 13), 1);
    assert.equal(pace.waitMs(1, 14), 0);
  });

  test('lets go what is enough', () => {
    const pace = steady();
    assert.equal(pace.waitMs(8, 12), 0);
    pace.sent(12);
    assert.equal(pace.waitMs(7, 12), 2);
    assert.equal(pace.waitMs(1, 12), 0);
  });

  test('forgets a load that has ended', () => {
    assert.equal(steady().waitMs(1, 16.1), 0);
  });
});
