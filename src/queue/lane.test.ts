import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineOf, laneName, ownerOf, suffixOf } from './lane.ts';

test('a lane has an owner, and a suffix that ownership does not look at', () => {
  const lane = laneName('sms/3/0', 'normal/17');
  assert.equal(lane, 'sms/3/0:normal/17');
  assert.equal(ownerOf(lane), 'sms/3/0');
  assert.equal(suffixOf(lane), 'normal/17');
  assert.equal(engineOf(lane), 'sms');
});

test('a lane without a suffix is its owner', () => {
  const lane = laneName('webhook/9');
  assert.equal(lane, 'webhook/9');
  assert.equal(ownerOf(lane), 'webhook/9');
  assert.equal(suffixOf(lane), '');
  assert.equal(engineOf(lane), 'webhook');
});
