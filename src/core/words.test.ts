import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fillIn, valuesIn } from './words.ts';

suite('values that were filled into a text', () => {
  const text = 'The limit {limit} of {what} is reached: {limit} a day.';

  test('are read back', () => {
    const values = { limit: '500', what: 'SMS (live)' };
    assert.deepEqual(valuesIn(text, fillIn(text, values, 'en')), values);
    assert.deepEqual(valuesIn('{a}{b}.', 'x.'), { a: '', b: 'x' });
    assert.deepEqual(valuesIn('Nothing.', 'Nothing.'), {});
  });

  test('are not found in another text', () => {
    for (const filled of [
      '',
      'The limit 1 of SMS is reached: 2 a day.',
      'The limit 1 of SMS is reached: 1 a day. And more.',
      'The limit 1 of SMS',
    ])
      assert.equal(valuesIn(text, filled), undefined, filled);
  });

  test('may have names as of a prototype', () => {
    assert.deepEqual(valuesIn('{constructor}!', 'x!'), { constructor: 'x' });
  });
});
