import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readText, storedText } from './texts.ts';

test('every text that is one comes back, and none is stored with a NUL', () => {
  const units = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\uFDD0', '0', '1'));
  fc.assert(
    fc.property(fc.array(units), (parts) => {
      const text = parts.join('').toWellFormed();
      assert.ok(!storedText(text).includes('\0'));
      assert.equal(readText(storedText(text)), text);
    }),
  );
});

test('different texts are stored as different ones', () => {
  assert.notEqual(storedText('\0'), storedText('\uFDD00'));
  assert.notEqual(storedText('\uFDD0'), storedText('\uFDD01'));
});

test('a text without anything of the kind is stored as it is', () => {
  for (const text of ['', 'é€😀', 'a\\"b']) assert.equal(storedText(text), text);
});
