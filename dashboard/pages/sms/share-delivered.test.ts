import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareDelivered } from './share-delivered.ts';

test('what is under way counts neither as delivered nor as lost', () => {
  assert.equal(shareDelivered({ delivered: 3, notDelivered: 1 }), 0.75);
  assert.equal(shareDelivered({ delivered: 0, notDelivered: 2 }), 0);
  assert.equal(shareDelivered({ delivered: 0, notDelivered: 0 }), undefined);
});
