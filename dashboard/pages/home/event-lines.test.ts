import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countNew, mergeLines } from './event-lines.ts';

const at = (second: number) => `2030-01-01T00:00:${String(second).padStart(2, '0')}.000Z`;
const taken = { event: 'message.accepted', createdAt: at(1), about: '1/33639980001' };
const left = (part: number) => ({
  event: 'message.submitted',
  createdAt: at(2),
  about: '1/33639980001',
  payload: { part },
});
const report = { event: 'dlr', createdAt: at(3), about: '1/33639980001', id: 'msg_7' };

suite('the lines of the event log', () => {
  test('are each there once, whether they came live or from what is stored', () => {
    const live = mergeLines([], [taken, left(1), left(2), report]);
    const all = mergeLines(live, [{ ...taken, payload: {} }, left(2), report]);
    assert.equal(all, live);
    assert.deepEqual(
      all.map(({ event, payload }) => [event, payload?.['part']]),
      [
        ['dlr', undefined],
        ['message.submitted', 2],
        ['message.submitted', 1],
        ['message.accepted', undefined],
      ],
    );
  });

  test('are a hundred at the most, the newest', () => {
    const many = Array.from({ length: 250 }, (_, n) => ({ ...report, id: `msg_${n}` }));
    const lines = mergeLines(mergeLines([], [taken]), many);
    assert.equal(lines.length, 100);
    assert.equal(lines[0]?.key, 'msg_249');
    assert.equal(countNew(lines, lines.slice(30)), 30);
  });
});
