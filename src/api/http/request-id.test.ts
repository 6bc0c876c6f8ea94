import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantOfRequest, makeRequestId } from './request-id.ts';

test('a request id says when the request came, and none is like another', () => {
  const atMs = Date.UTC(2030, 0, 1);
  const ids = Array.from({ length: 2_000 }, () => makeRequestId(atMs));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.equal(instantOfRequest(id), atMs);
  assert.equal(instantOfRequest('smpp-1-2'), undefined);
});
