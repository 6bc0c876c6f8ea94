import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { apiKeyOf, hashApiKey, makeApiKey, prefixOf } from './api-key.ts';

const octets = (last: number) => Buffer.from([...Array.from({ length: 31 }, () => 0), last]);

suite('an API key', () => {
  test('says what it is for, and is never the same', () => {
    assert.match(makeApiKey('live'), /^live_[A-Za-z0-9]{49}$/);
    assert.match(makeApiKey('test'), /^test_[A-Za-z0-9]{49}$/);
    const keys = Array.from({ length: 100 }, () => makeApiKey('live'));
    assert.equal(new Set(keys).size, 100);
  });

  test('that follows from octets follows from these alone, and is a key like any other', () => {
    assert.equal(apiKeyOf('live', octets(7)), apiKeyOf('live', octets(7)));
    assert.notEqual(apiKeyOf('live', octets(7)), apiKeyOf('live', octets(8)));
    for (const each of [octets(0), Buffer.alloc(32, 255)]) {
      const key = apiKeyOf('test', each);
      assert.match(key, /^test_[A-Za-z0-9]{49}$/);
      assert.notEqual(hashApiKey(key), undefined);
    }
  });

  test('is looked up by its SHA-256', () => {
    const key = makeApiKey('live');
    assert.equal(hashApiKey(key), createHash('sha256').update(key).digest('hex'));
  });

  test('with a letter changed, missing, added or swapped is none', () => {
    const key = makeApiKey('live');
    for (let at = 'live_'.length; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x';
      assert.equal(hashApiKey(key.slice(0, at) + other + key.slice(at + 1)), undefined, `at ${at}`);
    }
    assert.equal(hashApiKey(key.slice(0, -1)), undefined);
    assert.equal(hashApiKey(`${key}a`), undefined);
    assert.equal(hashApiKey(key.replace('live_', 'test_')), undefined);
  });

  test('of another make has no checksum to look at', () => {
    assert.equal(hashApiKey('an-old-key')?.length, 64);
    assert.equal(hashApiKey('k'.repeat(256))?.length, 64);
  });

  test('is neither empty nor without end', () => {
    assert.equal(hashApiKey(''), undefined);
    assert.equal(hashApiKey('k'.repeat(257)), undefined);
  });

  test('shows six random characters in a list', () => {
    const key = makeApiKey('live');
    assert.equal(prefixOf(key), key.slice(0, 11));
  });
});
