import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceName } from './price-name.ts';

test('a price is named by what is special about it', () => {
  const usual = { accountId: 0, fromMs: 0 };
  assert.equal(priceName('33', usual), '33');
  assert.equal(priceName('', usual), '');
  assert.equal(priceName('33', { ...usual, accountId: 5 }), '33 (5)');
  const fromMs = Date.parse('2026-12-01T00:00:00Z');
  assert.equal(priceName('', { accountId: 5, fromMs }), '(5) 2026-12-01');
});
