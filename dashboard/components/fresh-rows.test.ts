import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshRows } from './fresh-rows.ts';

const row = (id: number, state = 'accepted') => ({ id, state });
const keyOf = ({ id }: { readonly id: number }) => id;

test('rows that are shown stay where they are and change, new ones are counted', () => {
  const shown = [
    { rows: [row(5), row(4)], next: 4 },
    { rows: [row(3), row(2)], next: null },
  ];
  const page = { rows: [row(7), row(6), row(5, 'delivered'), row(4), row(3, 'delivered')] };
  assert.deepEqual(freshRows(shown, page, keyOf), {
    count: 2,
    pages: [
      { rows: [row(5, 'delivered'), row(4)], next: 4 },
      { rows: [row(3, 'delivered'), row(2)], next: null },
    ],
  });
});

test('what fell off the first page stays as it is', () => {
  const shown = [{ rows: [row(2), row(1)] }];
  const { count, pages } = freshRows(shown, { rows: [row(9), row(8)] }, keyOf);
  assert.equal(count, 2);
  assert.deepEqual(pages, shown);
});
