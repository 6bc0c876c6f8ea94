/** What a list in the page shows while somebody types. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fittingRows } from './fitting-rows.ts';

const rows = ['Shop live', 'shop test', 'CRM test'];
const fit = (typed: string) => fittingRows(rows, typed, (row) => row);

suite('a list that is filtered in the page', () => {
  test('shows rows with each word, wherever it stands', () => {
    assert.deepEqual(fit('SHOP'), ['Shop live', 'shop test']);
    assert.deepEqual(fit('test shop'), ['shop test']);
    assert.deepEqual(fit('hop te'), ['shop test']);
    assert.deepEqual(fit('.*'), []);
  });

  test('is whole while nothing is typed, and still on its way while there are no rows', () => {
    assert.equal(fit('  '), rows);
    assert.equal(
      fittingRows(undefined, 'shop', () => ''),
      undefined,
    );
  });
});
