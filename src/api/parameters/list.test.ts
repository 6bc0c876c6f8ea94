import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { listOf, readList } from './list.ts';

suite('a list', () => {
  test('is read as it is, and one thing as a list of one', () => {
    assert.deepEqual(readList(['a', 1]), ['a', 1]);
    assert.deepEqual(readList({ email: 'a@b' }), [{ email: 'a@b' }]);
    assert.deepEqual(readList('a'), ['a']);
    assert.deepEqual(readList([]), []);
  });

  test('is not there where nothing is', () => {
    assert.equal(readList(undefined), undefined);
    assert.equal(readList(null), undefined);
  });

  test('may be an object with a number for each, as PHP writes one with gaps', () => {
    assert.deepEqual(readList({ '0': 'a', '7': 'b' }), ['a', 'b']);
    assert.equal(listOf({ '0': 'a', b: 'c' }), undefined);
    assert.equal(listOf({}), undefined);
  });

  test('may be a text of JSON, as forms carry it', () => {
    assert.deepEqual(readList('[{"a":1}]'), [{ a: 1 }]);
    assert.deepEqual(readList(' {"a":1}'), [{ a: 1 }]);
    assert.deepEqual(readList('[unreadable'), ['[unreadable']);
  });
});
