import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SendWindow } from './send-window.ts';

suite('a send window', () => {
  test('is as wide as allowed until something goes wrong', () => {
    const window = new SendWindow(8);
    window.succeeded();
    assert.equal(window.size, 8);
  });

  test('starts at one after a recovery and doubles with each window of successes', () => {
    const window = new SendWindow(8);
    window.restart();
    const sizes = Array.from({ length: 8 }, () => {
      window.succeeded();
      return window.size;
    });
    assert.deepEqual(sizes, [2, 2, 4, 4, 4, 4, 8, 8]);
  });

  test('halves when it was too much, down to one', () => {
    const window = new SendWindow(8);
    const sizes = Array.from({ length: 4 }, () => {
      window.halve();
      return window.size;
    });
    assert.deepEqual(sizes, [4, 2, 1, 1]);
  });
});
