import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normaliseText } from './text-normal.ts';

test('an accent that stands behind its letter becomes one character with it', () => {
  assert.equal(normaliseText('caf\u0065\u0301'), 'café');
});

test('every kind of line break is one, and a tab is a blank', () => {
  assert.equal(normaliseText('a\r\nb\rc\nd\te\f'), 'a\nb\nc\nd e\f');
});

test('controls are taken out, also from between a letter and its accent', () => {
  assert.equal(normaliseText('a\u0000b\u001b\u007f\u0085c'), 'abc');
  assert.equal(normaliseText('e\u0000\u0301'), 'é');
});

test('half a surrogate pair becomes the replacement character', () => {
  assert.equal(normaliseText('a\ud83d b\ude00'), 'a\ufffd b\ufffd');
  assert.equal(normaliseText('\u{1f600}'), '\u{1f600}');
});

test('normalising twice is normalising once', () => {
  const pieces = fc.constantFrom(
    'e',
    '\u0301',
    '\u0327',
    '\0',
    '\r',
    '\n',
    '\t',
    '\ud83d',
    '\ude00',
  );
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 2 })));
  fc.assert(
    fc.property(text, (each) => {
      const normal = normaliseText(each.join(''));
      assert.equal(normaliseText(normal), normal);
      assert.equal(normal, normal.normalize('NFC'));
    }),
  );
});
