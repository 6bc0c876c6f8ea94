import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isColumnShown } from './shown-columns.ts';

test('a column is as it is by default until its reader changes it', () => {
  const changed = new Set(['tag', 'encoding']);
  const shown = [
    {},
    { id: 'state' },
    { id: 'tag' },
    { id: 'parts', isExtra: true },
    { id: 'encoding', isExtra: true },
  ].filter((column) => isColumnShown(column, changed));
  assert.deepEqual(shown, [{}, { id: 'state' }, { id: 'encoding', isExtra: true }]);
});
