import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { decodeGsm, firstNonGsm, septetCode, septetsOf, septetsOfUnit, writeGsm } from './gsm.ts';

function encode(text: string) {
  const septets = Buffer.alloc(text.length * 2);
  return septets.subarray(0, writeGsm(text, septets, 0));
}

suite('each character has the septets of 3GPP TS 23.038', () => {
  const facts = [
    ['@£$¥', '00010203'],
    ['èéùìò', '0405060708'],
    ['Ç\nØø\rÅå', '090a0b0c0d0e0f'],
    ['Δ_ΦΓΛΩΠΨΣΘΞ', '101112131415161718191a'],
    ['ÆæßÉ', '1c1d1e1f'],
    [' ¤09¡AZÄÖÑÜ§', '2024303940415a5b5c5d5e5f'],
    ['¿azäöñüà', '60617a7b7c7d7e7f'],
    ['\f^{}\\', '1b0a1b141b281b291b2f'],
    ['[~]|€', '1b3c1b3d1b3e1b401b65'],
  ] as const;
  for (const [text, hex] of facts) {
    test(JSON.stringify(text), () => {
      assert.equal(encode(text).toString('hex'), hex);
      assert.equal(decodeGsm(Buffer.from(hex, 'hex')), text);
    });
  }
});

test('the last septet of a national table is a character like the others', () => {
  const code = septetCode({ single: 3 });
  const octets = Buffer.alloc(2);
  assert.equal(septetsOf('â', code), 2);
  assert.equal(writeGsm('â', octets, 0, code), 2);
  assert.equal(octets.toString('hex'), '1b7f');
  assert.equal(decodeGsm(octets, { single: 3 }), 'â');
});

test('the alphabet has 137 characters, and every septet shows one of them', () => {
  const units = Array.from({ length: 0x1_0000 }, (_, unit) => unit);
  assert.equal(units.filter((unit) => septetsOfUnit(unit) > 0).length, 137);
});

test('French small letters and typographic signs that the alphabet lacks are named', () => {
  for (const character of 'çêôœ\u00a0’âîû')
    assert.equal(firstNonGsm(`été ${character}`), character);
  assert.equal(firstNonGsm('€ \u{1f600} ç'), '\u{1f600}');
  assert.equal(firstNonGsm('Ça coûtera'), 'û');
  assert.equal(firstNonGsm('[à]'), undefined);
});

test('a length is undefined where a character does not fit, and counts escapes', () => {
  assert.equal(septetsOf('1 € = {'), 9);
  assert.equal(septetsOf('ç'), undefined);
  assert.equal(septetsOf(''), 0);
});

test('an unknown escape shows as a space, a last one as nothing, and the high bit is no matter', () => {
  assert.equal(decodeGsm(Buffer.from([0x41, 0x1b, 0x41, 0x42])), 'A B');
  assert.equal(decodeGsm(Buffer.from([0x41, 0x1b, 0x1b, 0x42])), 'A B');
  assert.equal(decodeGsm(Buffer.from([0x41, 0x1b])), 'A');
  assert.equal(decodeGsm(Buffer.from([0xc1, 0x9b, 0xe5])), 'A€');
});

test('what is written is read again', () => {
  const characters = Array.from({ length: 0x20ad }, (_, unit) => String.fromCharCode(unit));
  const alphabet = characters.filter((character) => septetsOf(character) !== undefined);
  const text = fc
    .array(fc.constantFrom(...alphabet), { size: 'medium' })
    .map((each) => each.join(''));
  fc.assert(
    fc.property(text, (written) => {
      const septets = encode(written);
      assert.equal(septets.length, septetsOf(written));
      assert.equal(decodeGsm(septets), written);
    }),
  );
});

test('no octets make the decoder throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300, size: 'max' }), (octets) => {
      assert.notEqual(septetsOf(decodeGsm(Buffer.from(octets))), undefined);
    }),
  );
});
