/** Keys do what the help says, and nothing while somebody writes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeyPress, meaningOf } from './key-press.ts';

const plain = { isCommand: false, isOther: false, isTaken: false };
const ready = { isWaiting: false, hasLetters: true };

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return { key, ...plain, ...more };
}

test('Ctrl-K searches, even while somebody writes and where single keys are off', () => {
  const writing = press('K', { isCommand: true, isTaken: true });
  assert.deepEqual(meaningOf(writing, { isWaiting: false, hasLetters: false }), { do: 'search' });
});

test('a letter after g goes to a page; alone it does nothing', () => {
  assert.deepEqual(meaningOf(press('g'), ready), { do: 'wait for a letter' });
  assert.deepEqual(meaningOf(press('m'), { ...ready, isWaiting: true }), { do: 'go', letter: 'm' });
  assert.equal(meaningOf(press('m'), ready), undefined);
});

test('the question mark helps and the slash searches', () => {
  assert.deepEqual(meaningOf(press('?'), ready), { do: 'help' });
  assert.deepEqual(meaningOf(press('/'), ready), { do: 'search' });
});

test('j goes to the first row, and after g to the page that has it as its letter', () => {
  assert.deepEqual(meaningOf(press('j'), ready), { do: 'first row' });
  assert.deepEqual(meaningOf(press('j'), { ...ready, isWaiting: true }), { do: 'go', letter: 'j' });
});

test('single keys do nothing while somebody writes, or where they are switched off', () => {
  for (const key of ['?', '/', 'g', 'j']) {
    assert.equal(meaningOf(press(key, { isTaken: true }), ready), undefined);
    assert.equal(meaningOf(press(key), { isWaiting: false, hasLetters: false }), undefined);
  }
});

test('what the browser does with Alt or Ctrl stays the browser’s', () => {
  assert.equal(meaningOf(press('k', { isOther: true }), ready), undefined);
  assert.equal(meaningOf(press('g', { isCommand: true }), ready), undefined);
});
