import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readParts } from '#sms/inbound/inbound-text.ts';
import { readUserData } from '#sms/inbound/user-data.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { aReplyFact } from '#test/harness/customer-records.ts';
import { replyPdus } from './reply-pdus.ts';

const gsm7 = { defaultAlphabet: 'gsm7' } as const;
const latin1 = { defaultAlphabet: 'latin1' } as const;

/** As a customer's software joins it. */
function textOf(pdus: readonly DeliverSm[], { defaultAlphabet }: typeof gsm7 | typeof latin1) {
  const parts = pdus.map((pdu) => {
    const { octets, headerOctets } = readUserData(pdu);
    const tables = { singleShift: null, lockingShift: null };
    return { dataCoding: pdu.dataCoding, headerOctets, octets, ...tables };
  });
  return readParts(parts, { defaultAlphabet, ia5: 'ascii' });
}

suite('a reply', () => {
  test('goes from the phone to the number it was sent to', () => {
    const [pdu] = replyPdus(aReplyFact(), gsm7, 7);
    assert.deepEqual(pdu?.source, { ton: 1, npi: 1, address: '33612345678' });
    assert.deepEqual(pdu.destination, { ton: 1, npi: 1, address: '33700000001' });
    assert.deepEqual([pdu.esmClass, pdu.dataCoding, String(pdu.shortMessage)], [0, 0, 'Oui']);
    const short = { to: 'short', number: '36180', phone: 'Info' } as const;
    const [named] = replyPdus(aReplyFact(short), gsm7, 7);
    assert.deepEqual(named?.source, { ton: 5, npi: 0, address: 'Info' });
    assert.deepEqual(named.destination, { ton: 3, npi: 0, address: '36180' });
  });

  test('of a long text comes in parts that say so', () => {
    const pdus = replyPdus(aReplyFact({ text: 'a'.repeat(200) }), gsm7, 7);
    assert.deepEqual(
      pdus.map(({ esmClass, shortMessage }) => [esmClass, ...shortMessage.subarray(0, 6)]),
      [
        [0x40, 5, 0, 3, 7, 2, 1],
        [0x40, 5, 0, 3, 7, 2, 2],
      ],
    );
  });

  test('is in the user’s own alphabet where that has its characters', () => {
    const codings = (settings: typeof gsm7 | typeof latin1) =>
      ['é', 'ê', '€', 'я'].map(
        (text) => replyPdus(aReplyFact({ text }), settings, 7)[0]?.dataCoding,
      );
    assert.deepEqual(codings(gsm7), [0, 8, 0, 8]);
    assert.deepEqual(codings(latin1), [0, 8, 8, 8]);
  });

  test('of any text fits its PDUs and reads as it was written', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 600 });
    fc.assert(
      fc.property(text, fc.constantFrom(gsm7, latin1), (written, settings) => {
        const pdus = replyPdus(aReplyFact({ text: written }), settings, 7);
        for (const body of pdus) encodePdu({ command: 'deliver_sm', status: 0, sequence: 1, body });
        assert.equal(textOf(pdus, settings), written.toWellFormed().replaceAll('\0', ''));
      }),
    );
  });
});
