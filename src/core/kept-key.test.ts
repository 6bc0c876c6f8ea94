import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { keptKey } from './kept-key.ts';

suite('a key of strangers', () => {
  test('is the text itself as long as it is short', () => {
    for (const text of ['', 'é\0\ud800', 'a'.repeat(128)]) assert.equal(keptKey(text), text);
  });

  test('is as short however long the text is, and another one for another text', () => {
    const long = 'a'.repeat(1_000_000);
    assert.equal(keptKey(long).length, 33);
    assert.equal(keptKey(long), keptKey('a'.repeat(1_000_000)));
    assert.notEqual(keptKey(long), keptKey(`${long}a`));
  });
});
