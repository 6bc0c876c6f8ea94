import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { makeIntegerTlv, tag } from '#sms/smpp/tlv.ts';
import { readUserData } from './user-data.ts';

const withHeader = 0x40;

function read(hex: string, changes: Partial<DeliverSm> = {}) {
  const shortMessage = Buffer.from(hex, 'hex');
  const { octets, ...rest } = readUserData({
    ...blankBody('deliver_sm'),
    esmClass: withHeader,
    shortMessage,
    ...changes,
  });
  return { ...rest, text: octets.toString('latin1') };
}

function sar(reference: number, total: number, part: number): Partial<DeliverSm> {
  return {
    esmClass: 0,
    tlvs: [
      makeIntegerTlv(tag.sarReference, reference, 2),
      makeIntegerTlv(tag.sarTotal, total, 1),
      makeIntegerTlv(tag.sarPart, part, 1),
    ],
  };
}

const none = { single: undefined, locking: undefined };

suite('the header of a part', () => {
  test('with a reference of 8 bits', () => {
    const place = { reference: 0x2a, total: 3, number: 2 };
    const expected = { headerOctets: 6, place, shifts: none, text: 'Oui' };
    assert.deepEqual(read('0500032a0302 4f7569'.replace(' ', '')), expected);
  });

  test('with a reference of 16 bits', () => {
    assert.deepEqual(read('060804123402014f').place, { reference: 0x1234, total: 2, number: 1 });
  });

  test('with other elements around it', () => {
    const { place, shifts, headerOctets } = read('0e05040b84000000030702012401014f');
    assert.deepEqual(place, { reference: 7, total: 2, number: 1 });
    assert.deepEqual(shifts, { single: 1, locking: undefined });
    assert.equal(headerOctets, 15);
  });

  test('that comes twice counts as the last one says', () => {
    assert.deepEqual(read('0a00030102010003020201').place, { reference: 2, total: 2, number: 1 });
  });

  test('is no header where esm_class names none', () => {
    const plain = read('0500032a0302', { esmClass: 0 });
    assert.deepEqual([plain.place, plain.headerOctets, plain.text.length], [undefined, 0, 6]);
  });

  test('names no part: part 0, past the total, of none, of one', () => {
    for (const hex of ['050003010200', '050003010203', '050003010000', '050003010101']) {
      assert.equal(read(hex).place, undefined, hex);
    }
  });

  test('of 255 parts names the last of them', () => {
    assert.deepEqual(read('05000301ffff').place, { reference: 1, total: 255, number: 255 });
  });

  test('longer than the data leaves no text', () => {
    assert.deepEqual(read('ff00030102014f').text, '');
    assert.deepEqual(read('ff').text, '');
    assert.deepEqual(read('').text, '');
  });

  test('whose element is longer than itself ends there', () => {
    assert.deepEqual(read('0500090102014f'), {
      headerOctets: 6,
      place: undefined,
      shifts: none,
      text: 'O',
    });
  });

  test('names the national tables', () => {
    assert.deepEqual(read('06240103250102').shifts, { single: 3, locking: 2 });
  });
});

test('TLVs name the part as well, unless a header does', () => {
  assert.deepEqual(read('4f', sar(0x1234, 2, 2)).place, { reference: 0x1234, total: 2, number: 2 });
  assert.equal(read('4f', sar(1, 1, 1)).place, undefined);
  const both = { ...sar(9, 2, 2), esmClass: withHeader };
  assert.deepEqual(read('0500032a0302', both).place, { reference: 0x2a, total: 3, number: 2 });
});

test('no octets make it throw, and what it answers is a part of what came', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 254 }), fc.nat(255), (octets, esmClass) => {
      const shortMessage = Buffer.from(octets);
      const data = readUserData({ ...blankBody('deliver_sm'), esmClass, shortMessage });
      assert.equal(data.headerOctets + data.octets.length, octets.length);
      const { place } = data;
      if (place !== undefined) assert.ok(place.number >= 1 && place.number <= place.total);
    }),
  );
});
