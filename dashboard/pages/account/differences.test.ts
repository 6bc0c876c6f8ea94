import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { differences, fieldsOf } from './differences.ts';

suite('what a change differs in', () => {
  test('is found in the changes before it, the newest first', () => {
    const details = { window: 20, tls: false, port: 2775, names: ['a'] };
    const earlier = [
      { details: { window: 10 } },
      { details: { window: 5, tls: false, names: [] } },
    ];
    assert.deepEqual(differences(details, earlier), [
      { field: 'window', before: 10, after: 20 },
      { field: 'port', before: undefined, after: 2775 },
      { field: 'names', before: [], after: ['a'] },
    ]);
  });

  test('is told by the change itself where it says what was', () => {
    const details = { trust: 'trusted', quiet: 'on', before: { trust: 'new', quiet: 'on' } };
    const earlier = [{ details: { trust: 'older' } }];
    assert.deepEqual(differences(details, earlier), [
      { field: 'trust', before: 'new', after: 'trusted' },
    ]);
    assert.deepEqual(fieldsOf(details), ['trust', 'quiet']);
  });

  test('is compared setting by setting where they stand in one field', () => {
    const details = { enabled: true, settings: { port: 5061, tls: true } };
    const earlier = [{ details: { port: 5060, tls: true } }];
    assert.deepEqual(differences(details, earlier), [
      { field: 'enabled', before: undefined, after: true },
      { field: 'port', before: 5060, after: 5061 },
    ]);
  });
});
