import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fillBitsBehind, packSeptets, unpackSeptets } from './gsm-packing.ts';

const seven = fc.array(fc.integer({ min: 0, max: 0x7f }), { maxLength: 160, size: 'max' });
const fill = fc.integer({ min: 0, max: 6 });

test('hello is packed as in 3GPP TS 23.038', () => {
  const packed = packSeptets(Buffer.from('hellohello'));
  assert.equal(packed.toString('hex'), 'e8329bfd4697d9ec37');
  assert.equal(unpackSeptets(packed).toString(), 'hellohello');
});

test('text starts at a septet boundary behind a header', () => {
  assert.equal(fillBitsBehind(6), 1);
  assert.equal(fillBitsBehind(7), 0);
  assert.equal(packSeptets(Buffer.from([0x01, 0x7f]), 1).toString('hex'), '027f');
});

test('what is packed is unpacked, given its count', () => {
  fc.assert(
    fc.property(seven, fill, (septets, fillBits) => {
      const packed = packSeptets(Buffer.from(septets), fillBits);
      assert.equal(packed.length, Math.ceil((septets.length * 7 + fillBits) / 8));
      assert.deepEqual([...unpackSeptets(packed, fillBits, septets.length)], septets);
    }),
  );
});

test('without a count a last septet of filling is left out', () => {
  const packed = packSeptets(Buffer.from('1234567'));
  assert.equal(packed.length, 7);
  assert.equal(unpackSeptets(packed).toString(), '1234567');
  assert.equal(unpackSeptets(packed, 0, 8).toString(), '1234567\0');
});

test('no octets make it throw', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200, size: 'max' }),
      fill,
      fc.nat(300),
      (octets, fillBits, count) => {
        const most = Math.max(0, Math.floor((octets.length * 8 - fillBits) / 7));
        assert.ok(unpackSeptets(Buffer.from(octets), fillBits).length <= most);
        assert.ok(
          unpackSeptets(Buffer.from(octets), fillBits, count).length <= Math.min(most, count),
        );
      },
    ),
  );
});
