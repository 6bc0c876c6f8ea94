import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { receiptState } from './receipt-state.ts';

suite('words and numbers of the standard', () => {
  const facts = [
    ['ENROUTE', 1, 'waiting'],
    ['SCHEDULED', 0, 'waiting'],
    ['ACCEPTD', 6, 'waiting'],
    ['DELIVRD', 2, 'delivered'],
    ['EXPIRED', 3, 'not delivered'],
    ['DELETED', 4, 'not delivered'],
    ['UNDELIV', 5, 'not delivered'],
    ['UNKNOWN', 7, 'not delivered'],
    ['REJECTD', 8, 'not delivered'],
    ['SKIPPED', 9, 'not delivered'],
  ] as const;
  for (const [word, number, outcome] of facts) {
    test(`${word} is ${outcome}`, () => {
      assert.equal(receiptState(word), outcome);
      assert.equal(receiptState(word.toLowerCase()), outcome);
      assert.equal(receiptState(number), outcome);
    });
  }
});

test('words that operators made up before us', () => {
  assert.equal(receiptState('BUFFRED'), 'waiting');
  assert.equal(receiptState('ACKED'), 'waiting');
  assert.equal(receiptState('FAILED'), 'not delivered');
});

test('what nobody has explained changes no state', () => {
  for (const reported of ['DND_REJECTED', '', 'constructor', 10, 255, -1, 1.5]) {
    assert.equal(receiptState(reported), undefined);
  }
});

test("an operator's own table comes first", () => {
  const words = {
    wordTable: { DND_REJECTED: 'not delivered', UNKNOWN: 'waiting' },
    accepted: 'delivered',
  } as const;
  assert.equal(receiptState('dnd_rejected', words), 'not delivered');
  assert.equal(receiptState(7, words), 'waiting');
  assert.equal(receiptState('ACCEPTD', words), 'delivered');
});
