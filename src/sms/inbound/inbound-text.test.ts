import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { packSeptets } from '#sms/text/gsm-packing.ts';
import { type CodedPart, type InboundAlphabets, readParts } from './inbound-text.ts';

const usual: InboundAlphabets = { defaultAlphabet: 'gsm7', ia5: 'ascii' };

function part(hex: string, over: Partial<CodedPart> = {}): CodedPart {
  const octets = Buffer.from(hex, 'hex');
  return { dataCoding: 0, headerOctets: 0, singleShift: null, lockingShift: null, octets, ...over };
}

/** Behind a header of six octets. */
function packed(text: string): CodedPart {
  return part('', { headerOctets: 6, octets: packSeptets(Buffer.from(text), 1) });
}

suite('the parts of a text', () => {
  test('are read as one: a phone may cut a surrogate pair', () => {
    const ucs2 = { dataCoding: 8 };
    assert.equal(readParts([part('0041d83d', ucs2), part('de000042', ucs2)], usual), 'A😀B');
  });

  test('are read as one: a phone may cut an escape from its septet', () => {
    assert.equal(readParts([part('4f1b'), part('6521')], usual), 'O€!');
  });

  test('of different codings are read each in its own', () => {
    const ucs2 = { dataCoding: 8 };
    assert.equal(readParts([part('4f7569'), part('00200065', ucs2), part('74')], usual), 'Oui et');
  });

  test('may each name tables of their own', () => {
    const turkish = { singleShift: 1 };
    assert.equal(readParts([part('1b53', turkish), part('1b65')], usual), 'Ş€');
  });

  test('of packed septets begin anew in each', () => {
    const alphabets = { ...usual, defaultAlphabet: 'gsm7Packed' } as const;
    assert.equal(readParts([packed('hello '), packed('world')], alphabets), 'hello world');
  });

  test('that hold octets are no text', () => {
    assert.equal(readParts([part('4f', { dataCoding: 4 })], usual), undefined);
    assert.equal(readParts([part('4f'), part('4f', { dataCoding: 0xf5 })], usual), undefined);
  });
});

test('a class in the coding does not hide the alphabet: 0xC8 is not UCS-2', () => {
  assert.equal(readParts([part('4f7569', { dataCoding: 0xc8 })], usual), 'Oui');
});

test('NULs are not passed on', () => {
  assert.equal(readParts([part('4f0069', { dataCoding: 3 })], usual), 'Oi');
});

test('no octets of any coding make it throw', () => {
  const anyPart = fc.record({
    dataCoding: fc.nat(255),
    headerOctets: fc.nat(140),
    singleShift: fc.option(fc.nat(255)),
    lockingShift: fc.option(fc.nat(255)),
    octets: fc.uint8Array({ maxLength: 254 }),
  });
  fc.assert(
    fc.property(fc.array(anyPart, { maxLength: 5 }), (parts) => {
      for (const defaultAlphabet of ['gsm7', 'gsm7Packed', 'latin1', 'ascii'] as const) {
        const text = readParts(parts, { defaultAlphabet, ia5: 'gsm7' });
        assert.ok(text === undefined || text.isWellFormed());
      }
    }),
  );
});
