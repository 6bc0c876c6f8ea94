/** Which `traceparent` is one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTraceparent } from './trace-context.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';

test('a traceparent names a trace, a parent and whether it is recorded', () => {
  const context = { traceId: trace, parentId: parent, isSampled: true };
  assert.deepEqual(parseTraceparent(`00-${trace}-${parent}-01`), context);
  assert.deepEqual(parseTraceparent(` 00-${trace}-${parent}-03 `), context);
  const unsampled = { ...context, isSampled: false };
  assert.deepEqual(parseTraceparent(`00-${trace}-${parent}-00`), unsampled);
  assert.deepEqual(parseTraceparent(`cc-${trace}-${parent}-01-what-comes-later`), context);
});

test('what is none begins a trace of its own', () => {
  for (const header of [
    undefined,
    '',
    'x',
    `ff-${trace}-${parent}-01`,
    `00-${trace}-${parent}-01-more`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.slice(1)}-${parent}-01`,
    `00-${trace}-${parent}-01\n`.repeat(1_000),
  ])
    assert.equal(parseTraceparent(header), undefined, String(header));
});
