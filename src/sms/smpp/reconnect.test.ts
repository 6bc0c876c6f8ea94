import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Reconnect, reconnectDefaults } from './reconnect.ts';

const failed = { boundForMs: 0 };

suite('waiting for the next connection', () => {
  test('doubles from a second to a minute', () => {
    const reconnect = new Reconnect(reconnectDefaults, () => 1);
    const delays = Array.from({ length: 8 }, () => reconnect.delayAfterMs(failed) / 1_000);
    assert.deepEqual(delays, [1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('chance decides how much of it is waited', () => {
    const chances = [0, 0.5, 0.25];
    const reconnect = new Reconnect(reconnectDefaults, () => chances.shift() ?? 0);
    const delays = [1, 2, 3].map(() => reconnect.delayAfterMs(failed));
    assert.deepEqual(delays, [0, 1_000, 1_000]);
  });

  test('begins anew only after a minute bound', () => {
    const reconnect = new Reconnect(reconnectDefaults, () => 1);
    for (let count = 0; count < 4; count++) reconnect.delayAfterMs(failed);
    assert.equal(reconnect.delayAfterMs({ boundForMs: 59_999 }), 16_000);
    assert.equal(reconnect.delayAfterMs({ boundForMs: 60_000 }), 1_000);
    assert.equal(reconnect.delayAfterMs(failed), 2_000);
  });

  test('an operator that thinks we are still bound gets a minute to notice', () => {
    const reconnect = new Reconnect(reconnectDefaults, () => 0);
    assert.equal(reconnect.delayAfterMs({ refusedWith: 0x05, boundForMs: 0 }), 60_000);
  });

  test('a refused name or password is tried every five minutes', () => {
    const reconnect = new Reconnect(reconnectDefaults, () => 0);
    for (const refusedWith of [0x0e, 0x0f, 0x53]) {
      assert.equal(reconnect.delayAfterMs({ refusedWith, boundForMs: 0 }), 300_000);
    }
  });

  test('any other refusal is a failure like others', () => {
    const reconnect = new Reconnect(reconnectDefaults, () => 1);
    assert.equal(reconnect.delayAfterMs({ refusedWith: 0x0d, boundForMs: 0 }), 1_000);
    assert.equal(reconnect.delayAfterMs({ refusedWith: 0x08, boundForMs: 0 }), 2_000);
  });
});
