import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { keptKey } from './kept-key.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Keys of messages that are gone, and what they hold of the heap. */
function heldBy(keyOf: (message: string) => string, messages = 1_000): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const keys = Array.from({ length: messages }, (_, index) =>
    keyOf(Buffer.alloc(10_000, `${index} of a long message `).toString('latin1')),
  );
  collect();
  const held = process.memoryUsage().heapUsed - before;
  return held / keys.length;
}

const cut = (message: string): string => message.slice(100, 180);

suite('a key of strangers', () => {
  test('is the text itself as long as it is short', () => {
    for (const text of ['', 'é\0\ud800', 'a'.repeat(128)]) assert.equal(keptKey(text), text);
  });

  test('holds nothing of the message that it was cut out of', () => {
    assert.ok(heldBy(cut) > 5_000, 'a cut holds the whole');
    assert.ok(heldBy((message) => keptKey(cut(message))) < 1_000);
    assert.ok(heldBy((message) => keptKey(`INVITE ${cut(message)}`)) < 1_000);
  });

  test('is as short however long the text is, and another one for another text', () => {
    const long = 'a'.repeat(1_000_000);
    assert.equal(keptKey(long).length, 33);
    assert.equal(keptKey(long), keptKey('a'.repeat(1_000_000)));
    assert.notEqual(keptKey(long), keptKey(`${long}a`));
  });
});
