import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { alphabetOf, readDataCoding } from './data-coding.ts';

suite('the alphabet follows from the coding group', () => {
  const facts = [
    [0x00, 'default'],
    [0x01, 'ia5'],
    [0x03, 'latin1'],
    [0x04, '8bit'],
    [0x08, 'ucs2'],
    [0x10, 'default'],
    [0x15, '8bit'],
    [0x19, 'ucs2'],
    [0x1c, 'default'],
    [0x48, 'ucs2'],
    [0x88, 'default'],
    [0xc8, 'default'],
    [0xd0, 'default'],
    [0xe0, 'ucs2'],
    [0xf0, 'default'],
    [0xf6, '8bit'],
  ] as const;
  for (const [dataCoding, alphabet] of facts) {
    test(`0x${dataCoding.toString(16).padStart(2, '0')} is ${alphabet}`, () => {
      assert.equal(alphabetOf(dataCoding), alphabet);
    });
  }
});

test('a compressed text is octets to us', () => {
  assert.equal(readDataCoding(0x28).alphabet, 'ucs2');
  assert.equal(alphabetOf(0x28), '8bit');
});

test('a message class is told only where the octet has one', () => {
  const classes = [0x11, 0xf0, 0xf3, 0x00, 0x03, 0xd1].map(
    (each) => readDataCoding(each).messageClass,
  );
  assert.deepEqual(classes, [1, 0, 3, undefined, undefined, undefined]);
});

test('every octet has an answer', () => {
  for (let octet = 0; octet < 256; octet += 1) assert.equal(typeof alphabetOf(octet), 'string');
});
