import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { boundsOf, draftOf, type Key, keyScopes, newKey } from './key-draft.ts';

const key: Key = {
  id: 3,
  accountId: 1,
  bases: ['sms'],
  mode: 'live',
  prefix: 'live_abc',
  label: 'Shop',
  createdAt: '2026-01-01T00:00:00Z',
  revokedAt: null,
  usedAt: null,
  addresses: ['192.0.2.0/24', '::1'],
  scopes: ['send'],
  expiresAt: '2030-12-31T10:05:30Z',
  dailyBudget: '12.5',
};

suite('the draft of a key', () => {
  test('that was not touched says what the key is, and leaves the seconds of its end', () => {
    const bounds = { addresses: ['192.0.2.0/24', '::1'], scopes: ['send'], dailyBudget: '12.5' };
    assert.deepEqual(boundsOf(draftOf(key), key), bounds);
  });

  test('takes ranges with commas, blanks or lines between', () => {
    const draft = { ...newKey, addresses: ' 192.0.2.1,\n198.51.100.0/24 ; ::1 ' };
    assert.deepEqual(boundsOf(draft).addresses, ['192.0.2.1', '198.51.100.0/24', '::1']);
  });

  test('without bounds has none, and a test key has no budget', () => {
    assert.deepEqual(boundsOf(newKey), { addresses: [], scopes: keyScopes, expires: null });
    const live = boundsOf({ ...newKey, mode: 'live', budget: ' 12,50 ' });
    assert.equal(live.dailyBudget, '12.50');
    assert.equal(boundsOf({ ...newKey, mode: 'live' }).dailyBudget, null);
  });

  test('has its end in the zone of the reader, and loses it where the field is emptied', () => {
    const { expires } = draftOf({ ...key, expiresAt: new Date(2030, 0, 2, 3, 4).toISOString() });
    assert.equal(expires, '2030-01-02T03:04');
    const later = { ...draftOf(key), expires: '2031-01-02T03:04' };
    assert.equal(boundsOf(later, key).expires, new Date(2031, 0, 2, 3, 4).toISOString());
    assert.equal(boundsOf({ ...draftOf(key), expires: '' }, key).expires, null);
  });
});
