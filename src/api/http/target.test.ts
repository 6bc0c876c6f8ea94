import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseTarget } from './target.ts';

suite('a request target', () => {
  const targets = {
    '/v1/me': { path: '/v1/me', query: '' },
    '/v1/me?': { path: '/v1/me', query: '' },
    '/v1/me??a=1': { path: '/v1/me', query: '?a=1' },
    '/v1/me?a=1#b?c': { path: '/v1/me', query: 'a=1' },
    'http://a:80/v1/me?a=1': { path: '/v1/me', query: 'a=1', authority: 'a:80' },
    'HTTPS://a': { path: '/', query: '', authority: 'a' },
    'http://a?b': { path: '/', query: 'b', authority: 'a' },
    '//v1/me': { path: '//v1/me', query: '' },
    '*': { path: '*', query: '' },
  };
  for (const [target, parts] of Object.entries(targets)) {
    test(target, () => assert.deepEqual(parseTarget(target), parts));
  }

  test('is none without a path or an http address', () => {
    for (const target of ['', 'v1/me', 'ftp://a/b', 'a:443', 'http://', 'http://a@b/']) {
      assert.equal(parseTarget(target), undefined);
    }
  });
});
