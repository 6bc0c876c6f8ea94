import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { alphabetOf } from './data-coding.ts';
import { decodeText, type ReceivedText } from './text-decoding.ts';

const usual = { defaultAlphabet: 'gsm7', ia5: 'ascii' } as const;

function decode(hex: string, received: Partial<ReceivedText>) {
  const octets = Buffer.from(hex, 'hex');
  return decodeText(octets, { ...usual, alphabet: 'default', ...received });
}

suite('the default alphabet is what the operator says', () => {
  test('a septet an octet', () => assert.equal(decode('4f7569201b6500', {}), 'Oui €@'));
  test('packed', () => {
    assert.equal(decode('e8329bfd06', { defaultAlphabet: 'gsm7Packed' }), 'hello');
  });
  test('packed behind a header of six octets', () => {
    const packed = { defaultAlphabet: 'gsm7Packed', headerOctets: 6 } as const;
    assert.equal(decode('d06536fb0d', packed), 'hello');
  });
  test('octets of Latin-1', () => {
    assert.equal(decode('e7612040', { defaultAlphabet: 'latin1' }), 'ça @');
  });
});

suite('data_coding says another alphabet', () => {
  test('IA5, which some operators take for GSM', () => {
    assert.equal(decode('4024', { alphabet: 'ia5' }), '@$');
    assert.equal(decode('0002', { alphabet: 'ia5', ia5: 'gsm7' }), '@$');
  });
  test('UCS-2, in truth UTF-16', () => {
    assert.equal(decode('00e70020d83dde00', { alphabet: 'ucs2' }), 'ç \u{1f600}');
  });
  test('UCS-2 cut in the middle of a unit and of a pair', () => {
    assert.equal(decode('0041d83dff', { alphabet: 'ucs2' }), 'A\ufffd');
  });
  test('Cyrillic, Hebrew, Korean', () => {
    assert.equal(decode('b4d0', { alphabet: 'cyrillic' }), 'Да');
    assert.equal(decode('eb', { alphabet: 'hebrew' }), 'כ');
    assert.equal(decode('b0a1', { alphabet: 'korean' }), '가');
  });
  test('octets, which are no text', () => {
    assert.equal(decode('0102', { alphabet: '8bit' }), undefined);
  });
});

suite('a header names a national table', () => {
  test('Turkish', () => {
    assert.equal(decode('1b531b651b63', { shifts: { single: 1 } }), 'Ş€ç');
    assert.equal(decode('04071c60', { shifts: { locking: 1 } }), '€ıŞç');
  });
  test('Spanish', () => {
    assert.equal(decode('4d1b6109', { shifts: { single: 2 } }), 'MáÇ');
  });
  test('Portuguese', () => {
    assert.equal(decode('1b7b7b04121b1f', { shifts: { locking: 3, single: 3 } }), 'ããêªÊ');
  });
  test('that nobody knows here, so the default one is used', () => {
    assert.equal(decode('04531b65', { shifts: { locking: 9, single: 200 } }), 'èS€');
  });
});

test('no octets under any data_coding make it throw', () => {
  const octets = fc.uint8Array({ maxLength: 300, size: 'max' }).map((each) => Buffer.from(each));
  const header = fc.nat(140);
  const carried = fc.constantFrom('gsm7', 'gsm7Packed', 'latin1', 'ascii');
  const language = fc.nat(14);
  fc.assert(
    fc.property(
      octets,
      fc.nat(255),
      fc.record({
        headerOctets: header,
        defaultAlphabet: carried,
        locking: language,
        single: language,
      }),
      (received, dataCoding, { headerOctets, defaultAlphabet, ...shifts }) => {
        const alphabet = alphabetOf(dataCoding);
        const text = decodeText(received, {
          ...usual,
          alphabet,
          headerOctets,
          defaultAlphabet,
          shifts,
        });
        assert.ok(text === undefined || text.isWellFormed());
      },
    ),
  );
});
