import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { instantOfRequest, makeRequestId } from '#core/request-id.ts';
import { clientRequestId } from './request-id.ts';

test('a request id says when the request came, and none is like another', () => {
  const atMs = Date.UTC(2030, 0, 1);
  const ids = Array.from({ length: 2_000 }, () => makeRequestId(atMs));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.equal(instantOfRequest(id), atMs);
  assert.equal(instantOfRequest('smpp-1-2'), undefined);
});

function read(text: string | undefined) {
  return clientRequestId({ 'x-request-id': text });
}

suite('the id that a client sends', () => {
  test('is kept as it came, up to 128 printable characters', () => {
    for (const text of ['a', 'order 42/a;b="c"', '~'.repeat(128)]) assert.equal(read(text), text);
  });

  test('is none where it is too long, empty or not of ASCII', () => {
    for (const text of [undefined, '', 'a'.repeat(129), 'caf\u00e9', 'a\tb', 'a\u0000']) {
      assert.equal(read(text), undefined, String(text));
    }
  });

  test('is none where it may be an API key', () => {
    assert.equal(read('live_abcdef'), undefined);
    assert.equal(read('request of test_abcdef'), undefined);
  });
});
