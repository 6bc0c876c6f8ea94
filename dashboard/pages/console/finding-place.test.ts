import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOf } from './finding-place.ts';

test('a finding about an operator, its bind or its receipts leads to the page of the operator', () => {
  for (const code of ['operator is silent', 'bind was refused', 'receipts match nothing']) {
    const place = placeOf({ code, params: { operator: 'north/1' } });
    assert.equal(place, '/console/operators/north%2F1');
  }
});

test('findings about trunks, the audit and missing operators lead to their lists', () => {
  assert.equal(placeOf({ code: 'trunk is down', params: { trunk: 'a' } }), '/console/trunks');
  assert.equal(placeOf({ code: 'audit chain is broken', params: { row: 3 } }), '/console/audit');
  assert.equal(placeOf({ code: 'no operator is there', params: {} }), '/console/operators');
});

test('a finding about the machine leads nowhere', () => {
  assert.equal(placeOf({ code: 'disk has room', params: { free: 'ok' } }), undefined);
});
