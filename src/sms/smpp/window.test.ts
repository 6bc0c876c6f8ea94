import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SequenceNumbers } from './window.ts';

test('sequence numbers run from 1 to 0x7FFFFFFF, begin again, and skip those in use', () => {
  const nearTheEnd = new SequenceNumbers(SequenceNumbers.last - 2);
  const taken = new Set([1, 3]);
  const drawn = Array.from({ length: 5 }, () => nearTheEnd.next((number) => taken.has(number)));
  assert.deepEqual(drawn, [0x7fff_fffe, 0x7fff_ffff, 2, 4, 5]);
  assert.equal(
    new SequenceNumbers().next(() => false),
    1,
  );
});
