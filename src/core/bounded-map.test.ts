import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from './bounded-map.ts';

test('a full map forgets what was set first', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [3, undefined, 4]);
});

test('what was deleted or cleared is gone', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.delete('a');
  map.set('b', 2);
  map.clear();
  assert.deepEqual([map.get('a'), map.get('b')], [undefined, undefined]);
});
