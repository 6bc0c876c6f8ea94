import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableOfRows } from './csv-rows.ts';

test('each field is a column, in the order of the first row that has it', () => {
  const rows = [
    { id: 1, label: 'Shop, Paris', used: null },
    { id: 2, label: 'Tests', used: true, more: 3 },
  ];
  const lines = ['id,label,used,more', '1,"Shop, Paris",,', '2,Tests,true,3'];
  assert.equal(tableOfRows(rows), lines.map((line) => `${line}\r\n`).join(''));
});

test('a thing in a row has a column for each of its fields, also where it is null in the first', () => {
  const rows = [
    { path: '/v1/me', key: null },
    { path: '/v1/send', key: { id: 7, label: 'Shop' } },
  ];
  assert.equal(tableOfRows(rows), 'path,key.id,key.label\r\n/v1/me,,\r\n/v1/send,7,Shop\r\n');
});

test('lists stand in one cell: words with blanks between them, things as JSON', () => {
  const rows = [{ scopes: ['send', 'read'], deliveries: [{ outcome: 'pending' }], none: [] }];
  assert.equal(
    tableOfRows(rows),
    'scopes,deliveries,none\r\nsend read,"[{""outcome"":""pending""}]",\r\n',
  );
});

test('no cell is a formula to a spreadsheet', () => {
  assert.equal(tableOfRows([{ label: '=1+1' }]), "label\r\n'=1+1\r\n");
});
