import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cutPorts, PortPairs, type PortRange } from './ports.ts';

function pairsOf(range: PortRange): readonly number[] {
  const pairs = new PortPairs(range);
  return Array.from({ length: pairs.left }, () => pairs.take() ?? 0);
}

suite('ports of a range that is cut in two', () => {
  test('belong to one part alone, and the last ones to its end', () => {
    for (const range of [
      { first: 10_000, last: 10_999 },
      { first: 10_001, last: 11_000 },
      { first: 10_001, last: 10_999 },
    ]) {
      const { rest, end } = cutPorts(range, 100);
      assert.equal(pairsOf(end).length, 100);
      assert.deepEqual([...pairsOf(rest), ...pairsOf(end)], pairsOf(range));
    }
  });

  test('are halved where there are few', () => {
    const { rest, end } = cutPorts({ first: 10_000, last: 10_011 }, 100);
    assert.deepEqual([pairsOf(rest).length, pairsOf(end).length], [3, 3]);
    const one = cutPorts({ first: 10_000, last: 10_001 }, 100);
    assert.deepEqual([pairsOf(one.rest).length, pairsOf(one.end).length], [1, 0]);
  });
});
