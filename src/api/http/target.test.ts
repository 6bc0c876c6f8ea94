import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseTarget } from './target.ts';

suite('a request target', () => {
  const targets = {
    '/v1/me': { path: '/v1/me', query: '' },
    '/v1/me?': { path: '/v1/me', query: '' },
    '/v1/me??a=1': { path: '/v1/me', query: '?a=1' },
    '/v1/me?a=1#b?c': { path: '/v1/me', query: 'a=1' },
    'http://a:80/v1/me?a=1': { path: '/v1/me', query: 'a=1' },
    'HTTPS://a': { path: '/', query: '' },
    'http://a?b': { path: '/', query: 'b' },
    '//v1/me': { path: '//v1/me', query: '' },
    '*': { path: '*', query: '' },
  };
  for (const [target, parts] of Object.entries(targets)) {
    test(target, () => assert.deepEqual(parseTarget(target), parts));
  }

  test('is none without a path or an http address', () => {
    for (const target of ['', 'v1/me', 'ftp://a/b', 'a:443', 'http://']) {
      assert.equal(parseTarget(target), undefined);
    }
  });

  test('may hold UTF-8 that was not percent-encoded', () => {
    const asNodeReads = Buffer.from('/v1/send?message=é€', 'utf8').toString('latin1');
    assert.equal(parseTarget(asNodeReads)?.query, 'message=é€');
  });
});
