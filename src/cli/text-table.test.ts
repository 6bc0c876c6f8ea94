import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields, formatTime, table } from './text-table.ts';

test('columns are as wide as their widest cell', () => {
  const rows = [
    ['1', 'a long name', ''],
    ['10', 'b', 'x'],
  ];
  assert.equal(
    table(['id', 'name', 'note'], rows),
    'id  name         note\n1   a long name\n10  b            x\n',
  );
});

test('an empty table keeps its heading', () => {
  assert.equal(table(['id', 'name'], []), 'id  name\n');
  assert.equal(fields([]), '');
});

test('what others wrote cannot steer a terminal', () => {
  assert.equal(fields([['name', 'a\u001b[31m\nb\u009b']]), 'name  a�[31m�b�\n');
});

test('a time is printed to the second, in UTC', () => {
  assert.equal(formatTime(1_893_456_000_999), '2030-01-01T00:00:00Z');
});
