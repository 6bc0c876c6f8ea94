import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readWish } from './stop-words.ts';

suite('a message is a wish', () => {
  for (const text of [
    'STOP',
    'stop',
    ' Stop. ',
    '«Stop»',
    'STOPALL',
    'Arrêt',
    'ARRÊT!',
    'ＳＴＯＰ',
  ]) {
    test(`"${text}" for an end`, () => assert.equal(readWish(text, 'whole'), 'stop'));
  }

  test('"Start" for a return', () => assert.equal(readWish('Start', 'whole'), 'start'));

  for (const text of [
    '',
    ' ',
    '...',
    'Oui',
    'STOPPED',
    'non-stop',
    'STOP IT',
    `STOP${'.'.repeat(99)}`,
  ]) {
    test(`"${text.slice(0, 20)}" for nothing`, () => {
      assert.equal(readWish(text, 'whole'), undefined);
    });
  }

  test('with anything behind its word, where the setting says so', () => {
    assert.equal(readWish('stop merci', 'first-word'), 'stop');
    assert.equal(readWish('STOP 36180 please', 'first-word'), 'stop');
    assert.equal(readWish('please stop', 'first-word'), undefined);
  });
});

test('whatever a phone sends can be judged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      assert.notEqual(readWish(`${text} bonjour`, 'whole'), 'stop');
    }),
  );
});
