import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { nextAddress } from './next-address.ts';

const origin = 'http://localhost:8080';

suite('where a sign-in leads', () => {
  test('is the page that was asked for', () => {
    assert.equal(nextAddress('?next=%2F7%2Fsms%3Fto%3D1%23x', origin), '/7/sms?to=1#x');
    assert.equal(nextAddress('', origin), '/');
  });

  test('is never another site', () => {
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '\t//evil.example',
    ]) {
      assert.equal(nextAddress(`?next=${encodeURIComponent(next)}`, origin), '/', next);
    }
  });
});
