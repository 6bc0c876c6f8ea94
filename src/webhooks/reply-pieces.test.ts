import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { charactersMax, cutIntoPieces } from './reply-pieces.ts';

const family = '👨‍👩‍👧‍👦';

function count(text: string): number {
  return Array.from(text).length;
}

test('160 characters are one piece, 161 are two', () => {
  assert.deepEqual(cutIntoPieces('a'.repeat(160)), ['a'.repeat(160)]);
  assert.deepEqual(cutIntoPieces('a'.repeat(161)), ['a'.repeat(160), 'a']);
  assert.deepEqual(cutIntoPieces('😀'.repeat(160)), ['😀'.repeat(160)]);
  assert.deepEqual(cutIntoPieces(''), ['']);
});

test('no grapheme is cut', () => {
  const text = `${'a'.repeat(158)}${family}b`;
  assert.deepEqual(cutIntoPieces(text), ['a'.repeat(158), `${family}b`]);
});

test('a grapheme that is longer than a piece is cut between its characters', () => {
  const pile = `e${'\u0301'.repeat(400)}`;
  const pieces = cutIntoPieces(pile);
  assert.deepEqual(pieces.map(count), [160, 160, 81]);
  assert.equal(pieces.join(''), pile);
});

test('the pieces of any text are short enough and give it back', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', 'é', '😀', family, '\u0301', '\r\n') });
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 200 }), (texts) => {
      const text = texts.join('');
      const pieces = cutIntoPieces(text);
      assert.equal(pieces.join(''), text);
      assert.ok(pieces.every((piece) => count(piece) <= charactersMax && piece.isWellFormed()));
      assert.equal(pieces.length > 1, count(text) > charactersMax);
    }),
  );
});
