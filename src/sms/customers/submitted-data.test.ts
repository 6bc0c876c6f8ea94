import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { blankBody } from '#sms/smpp/layout.ts';
import type { SubmitSm } from '#sms/smpp/pdu.ts';
import { makeIntegerTlv, tag } from '#sms/smpp/tlv.ts';
import { pduOf } from '#test/harness/arbitrary-pdus.ts';
import { readSubmittedData } from './submitted-data.ts';

const gsm7 = { defaultAlphabet: 'gsm7' } as const;
const latin1 = { defaultAlphabet: 'latin1' } as const;

function read(over: Partial<SubmitSm>, settings: typeof gsm7 | typeof latin1 = gsm7) {
  return readSubmittedData({ ...blankBody('submit_sm'), ...over }, settings);
}

function octetsOf(data: ReturnType<typeof read>): readonly number[] | undefined {
  return data.ok && data.carried !== null
    ? [...Buffer.from(data.carried.octets, 'base64')]
    : undefined;
}

const header = [5, 0, 3, 7, 2, 1];

suite('the user data of a submit', () => {
  const texts = [
    [0x00, Buffer.from([0x00, 0x1b, 0x65, 0x41]), '@€A'],
    [0x01, Buffer.from('A@_'), 'A@_'],
    [0x03, Buffer.from([0x41, 0xe9]), 'Aé'],
    [0x06, Buffer.from([0xbf]), 'П'],
    [0x08, Buffer.from([0x20, 0xac, 0xd8, 0x3d, 0xde, 0x00]), '€\u{1F600}'],
  ] as const;
  for (const [dataCoding, shortMessage, text] of texts) {
    test(`in data_coding ${dataCoding} is the text ${text}`, () => {
      assert.deepEqual(read({ dataCoding, shortMessage }), { ok: true, text, carried: null });
    });
  }

  test('in data_coding 0 is what the user means by it', () => {
    const shortMessage = Buffer.from([0x40, 0xe9]);
    assert.deepEqual(read({ shortMessage }, latin1), { ok: true, text: '@é', carried: null });
  });

  test('may stand in message_payload, as long as ten parts', () => {
    const tlvs = [{ tag: tag.messagePayload, value: Buffer.from('a'.repeat(1_500)) }];
    assert.deepEqual(read({ tlvs }), { ok: true, text: 'a'.repeat(1_500), carried: null });
  });

  test('of 8 bits travels as it came, and reads as nothing', () => {
    const shortMessage = Buffer.from([0xff, 0x00, 0x41]);
    assert.deepEqual(read({ dataCoding: 4, protocolId: 0x7f, shortMessage }), {
      ok: true,
      text: '',
      carried: { octets: '/wBB', dataCoding: 4, hasHeader: false, protocolId: 0x7f },
    });
  });

  test('with a header of the customer’s own travels as it came, and can be read', () => {
    const shortMessage = Buffer.from([...header, 0x48, 0x69]);
    const data = read({ esmClass: 0x40, shortMessage });
    assert.deepEqual(octetsOf(data), [...header, 0x48, 0x69]);
    assert.ok(data.ok && data.carried?.hasHeader);
    assert.equal(data.text, 'Hi');
  });

  test('whose place is told by SAR parameters gets the header that says the same', () => {
    const tlvs = [
      makeIntegerTlv(tag.sarReference, 0x1234, 2),
      makeIntegerTlv(tag.sarTotal, 3, 1),
      makeIntegerTlv(tag.sarPart, 2, 1),
    ];
    const data = read({ tlvs, shortMessage: Buffer.from('Hi') });
    assert.deepEqual(octetsOf(data), [5, 0, 3, 0x34, 3, 2, 0x48, 0x69]);
    assert.ok(data.ok && data.carried?.hasHeader);
  });

  test('of a class of its own keeps it', () => {
    const data = read({ dataCoding: 0xf0, shortMessage: Buffer.from('Flash') });
    assert.ok(data.ok);
    assert.deepEqual([data.text, data.carried?.dataCoding], ['Flash', 0xf0]);
  });

  test('with a header in the user’s Latin-1 says so to operators', () => {
    const shortMessage = Buffer.from([...header, 0xe9]);
    const data = read({ esmClass: 0x40, shortMessage }, latin1);
    assert.ok(data.ok);
    assert.deepEqual([data.text, data.carried?.dataCoding], ['é', 3]);
  });

  const tooLong = [
    ['8-bit data of 141 octets', { dataCoding: 4, shortMessage: Buffer.alloc(141) }],
    ['a header and 154 septets', { esmClass: 0x40, shortMessage: sized(header, 154) }],
    ['a header and 68 units', { esmClass: 0x40, dataCoding: 8, shortMessage: sized(header, 136) }],
    ['a header longer than the data', { esmClass: 0x40, shortMessage: Buffer.from([9, 0, 3]) }],
  ] as const;
  for (const [name, over] of tooLong) {
    test(`is refused: ${name}`, () => {
      assert.deepEqual(read(over), { ok: false, status: 0x01 });
    });
  }

  test('fills a part to its last octet', () => {
    for (const over of [
      { dataCoding: 4, shortMessage: Buffer.alloc(140) },
      { esmClass: 0x40, shortMessage: sized(header, 153) },
      { esmClass: 0x40, dataCoding: 8, shortMessage: sized(header, 134) },
    ]) {
      assert.ok(read(over).ok);
    }
  });

  test('whatever it is, is read or refused, and what is carried fits into a part', () => {
    fc.assert(
      fc.property(pduOf('submit_sm'), fc.constantFrom(gsm7, latin1), ({ body }, settings) => {
        const data = readSubmittedData(body, settings);
        if (!data.ok) return data.status === 0x01;
        return data.carried === null || Buffer.from(data.carried.octets, 'base64').length <= 160;
      }),
      { numRuns: 2_000 },
    );
  });
});

function sized(start: readonly number[], more: number): Buffer {
  return Buffer.from([...start, ...Array.from({ length: more }, () => 0x41)]);
}
