import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { isBeginning, renderFile } from './octets-reply.ts';

const file = { contentType: 'audio/wav', name: 'a.wav', octets: Buffer.from([0, 255, 2, 3, 4]) };

function ask(range: string | undefined) {
  const { status, headers, body } = renderFile(file, range, []);
  const at = headers.indexOf('Content-Range');
  return { status, octets: [...Buffer.from(body, 'latin1')], told: headers[at + 1], at };
}

suite('a file', () => {
  test('comes whole without a range, and with one that means nothing', () => {
    for (const range of [undefined, 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=3-1', '']) {
      assert.deepEqual(ask(range).octets, [0, 255, 2, 3, 4], String(range));
      assert.equal(ask(range).status, 200);
      assert.equal(ask(range).at, -1);
    }
  });

  test('comes in the part that is asked for', () => {
    const parts: readonly (readonly [string, readonly number[], string])[] = [
      ['bytes=0-1', [0, 255], 'bytes 0-1/5'],
      ['bytes=3-', [3, 4], 'bytes 3-4/5'],
      ['bytes=4-99', [4], 'bytes 4-4/5'],
      ['bytes=-2', [3, 4], 'bytes 3-4/5'],
      ['bytes=-99', [0, 255, 2, 3, 4], 'bytes 0-4/5'],
    ];
    for (const [range, octets, told] of parts) {
      const reply = ask(range);
      assert.deepEqual([reply.status, reply.octets, reply.told], [206, octets, told], range);
    }
  });

  test('is begun by who asks for its first octet', () => {
    for (const range of [undefined, 'bytes=0-', 'bytes=00-5', 'lines=1-2']) {
      assert.ok(isBeginning(range), String(range));
    }
    for (const range of ['bytes=1-', 'bytes=01-5', 'bytes=-5', ' bytes=44-143']) {
      assert.ok(!isBeginning(range), range);
    }
  });

  test('has nothing behind its end', () => {
    for (const range of ['bytes=5-', 'bytes=9-10', 'bytes=-0']) {
      const reply = ask(range);
      assert.deepEqual([reply.status, reply.octets, reply.told], [416, [], 'bytes */5'], range);
    }
  });
});
