import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCursor, writeCursor } from './event-cursor.ts';

const streams = fc.array(fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 2 ** 45 - 1 })));

test('a cursor that was written is read back', () => {
  fc.assert(
    fc.property(streams, (read) => {
      const cursor = new Map(read);
      const text = writeCursor(cursor);
      assert.deepEqual(parseCursor(text), cursor);
      assert.match(text, /^[\w-]+$/);
    }),
  );
});

test('any other text is no cursor, and nothing is thrown', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseCursor(text)));
  for (const text of [
    '',
    'oldest',
    json('[]'),
    json('{"0":-1}'),
    json('{"0":1.5}'),
    json('{"256":1}'),
    json(`{"0":${2 ** 45}}`),
    json('{"0":1,"0":2}'),
    json('{"00":1}'),
    json('{"0":01}'),
    json('{"0":1,}'),
    `${json('{"0":1}')}=`,
    'e'.repeat(9_000),
  ]) {
    assert.equal(parseCursor(text), undefined, text.slice(0, 40));
  }
});

function json(text: string): string {
  return Buffer.from(text).toString('base64url');
}
