import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventBlocks } from './event-blocks.ts';

test('blocks come out whole, however the text is cut', () => {
  const text =
    'retry: 2000\n\n: beat\nid: a\n\nevent: dlr\ndata: {"x":": "}\n\nid: b\nevent: sampled\ndata: {}\n\n';
  for (let size = 1; size <= text.length; size += 1) {
    const blocks = new EventBlocks();
    const found = [];
    for (let at = 0; at < text.length; at += size)
      found.push(...blocks.take(text.slice(at, at + size)));
    assert.deepEqual(found, [
      { event: '', data: '', id: undefined },
      { event: '', data: '', id: 'a' },
      { event: 'dlr', data: '{"x":": "}', id: undefined },
      { event: 'sampled', data: '{}', id: 'b' },
    ]);
  }
});

test('a block without end is refused', () => {
  const blocks = new EventBlocks();
  assert.throws(() => blocks.take('x'.repeat(5_000_000)), /without end/);
});
