import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { judgeBroken } from './broken-request.ts';

function errorOf(code: string, rawPacket?: string): NodeJS.ErrnoException {
  const packet = rawPacket === undefined ? {} : { rawPacket: Buffer.from(rawPacket) };
  return Object.assign(new Error('from node'), { code }, packet);
}

suite('bytes that are no request', () => {
  test('a request that stops half way took too long', () => {
    const broken = judgeBroken(errorOf('ERR_HTTP_REQUEST_TIMEOUT'));
    assert.ok(broken !== 'lost');
    assert.equal(broken.refusal.problems[0].word, 'request took too long');
  });

  test('a connection that is gone has nobody to hear', () => {
    for (const code of ['ECONNRESET', 'EPIPE', '']) {
      assert.equal(judgeBroken(errorOf(code)), 'lost');
    }
  });

  test('what was asked for is found where the request line can be read', () => {
    const broken = judgeBroken(
      errorOf('HPE_INVALID_HEADER_TOKEN', 'GET /a?_format=xml HTTP/1.1\r\n'),
    );
    assert.ok(broken !== 'lost');
    assert.deepEqual(broken.target, { path: '/a', query: '_format=xml' });
    const garbled = judgeBroken(errorOf('HPE_INVALID_METHOD', '\x16\x03\x01'));
    assert.ok(garbled !== 'lost');
    assert.equal(garbled.target, undefined);
  });
});
