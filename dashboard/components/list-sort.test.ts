import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortRows } from './list-sort.ts';

type Row = { readonly name: string; readonly left: number | null };

const rows: readonly Row[] = [
  { name: 'zone 10', left: 2 },
  { name: 'Zone 9', left: null },
  { name: 'été', left: -1 },
];

const show = () => '';
const name = { name: 'Name', show, sortBy: (row: Row) => row.name };
const left = { name: 'Left', id: 'left', show, sortBy: (row: Row) => row.left };

function order(by: typeof name | typeof left | undefined, isDown = false): string {
  return sortRows(rows, { by, isDown }, 'fr')
    .map((row) => row.name)
    .join(', ');
}

test('words are sorted as their language does it, and numbers in them by their value', () => {
  assert.equal(order(name), 'été, Zone 9, zone 10');
  assert.equal(order(name, true), 'zone 10, Zone 9, été');
});

test('what has no value stands last, up and down', () => {
  assert.equal(order(left), 'été, zone 10, Zone 9');
  assert.equal(order(left, true), 'zone 10, été, Zone 9');
});

test('without a column rows stay as they came', () => {
  assert.equal(order(undefined), 'zone 10, Zone 9, été');
});
