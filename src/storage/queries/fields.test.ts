import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowMaker } from './fields.ts';

const trunkRow = rowMaker('trunk', 'name enabled built_in:builtIn created_at traced_until');

test('a record becomes columns, yes and no become 1 and 0', () => {
  const trunk = { name: 'north', enabled: true, builtIn: false, createdAtMs: 5, tracedUntilMs: 0 };
  assert.deepEqual(trunkRow(trunk), {
    name: 'north',
    enabled: 1,
    built_in: 0,
    created_at: 5,
    traced_until: 0,
  });
});

test('what no column is named for is left out, and what is undefined', () => {
  const trunk = { name: undefined, enabled: true, password: 'secret' };
  assert.deepEqual(trunkRow(trunk), { enabled: 1 });
});

test('null stays', () => {
  const callRow = rowMaker('call', 'payer_id ended_at');
  assert.deepEqual(callRow({ payerId: null, endedAtMs: null }), { payer_id: null, ended_at: null });
});
