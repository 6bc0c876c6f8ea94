import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type OperatorSettings, operatorDefaults } from '#sms/operator.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { makeIntegerTlv, makeTextTlv, tag } from '#sms/smpp/tlv.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';
import { readReceipt } from './read-receipt.ts';

function read(over: Partial<DeliverSm>, settings: Partial<OperatorSettings> = {}) {
  const pdu = { ...aReceiptPdu({ id: 'A1' }), ...over };
  return readReceipt(pdu, { ...operatorDefaults, ...settings });
}

const idTlv = makeTextTlv(tag.receiptedMessageId, 'B2');
const undeliverable = makeIntegerTlv(tag.messageState, 5, 1);
const noText = { shortMessage: Buffer.alloc(0) };

function outcomeOf(stat: string, settings: Parameters<typeof read>[1] = {}) {
  return read({ shortMessage: aReceiptPdu({ id: '1', stat }).shortMessage }, settings)?.outcome;
}

suite('a receipt', () => {
  test('is read from its text alone', () => {
    const reading = { remoteId: 'A1', outcome: 'delivered', word: 'DELIVRD', error: '000' };
    assert.deepEqual(read({}), { ...reading, doneAtMs: null, certain: true });
  });

  test('is read from its parameters alone', () => {
    const reading = { remoteId: 'B2', outcome: 'not delivered', word: 'UNDELIV', error: '' };
    const tlvs = [idTlv, undeliverable];
    assert.deepEqual(read({ ...noText, tlvs }), { ...reading, doneAtMs: null, certain: true });
  });

  test('believes its parameters where its text says otherwise', () => {
    const reading = read({ tlvs: [idTlv, undeliverable] });
    assert.equal(reading?.remoteId, 'B2');
    assert.equal(reading.outcome, 'not delivered');
    assert.equal(reading.error, '000');
  });

  test('takes from its text what its parameters leave out', () => {
    const stateOnly = read({ tlvs: [undeliverable] });
    assert.equal(stateOnly?.remoteId, 'A1');
    assert.equal(stateOnly.outcome, 'not delivered');
    const idOnly = read({ tlvs: [idTlv] });
    assert.equal(idOnly?.remoteId, 'B2');
    assert.equal(idOnly.outcome, 'delivered');
  });

  test('may stand in the payload parameter', () => {
    const { shortMessage } = aReceiptPdu({ id: 'A1' });
    const tlvs = [{ tag: tag.messagePayload, value: shortMessage }];
    assert.equal(read({ ...noText, tlvs })?.remoteId, 'A1');
  });

  test('is one by its esm_class, whatever other bits are set', () => {
    for (const esmClass of [0x04, 0x44, 0x84, 0x07, 0x20, 0x60]) {
      assert.equal(read({ esmClass })?.certain, true, `0x${esmClass.toString(16)}`);
    }
  });

  test('is one by its id parameter, whatever its esm_class', () => {
    assert.equal(read({ esmClass: 0, tlvs: [idTlv] })?.certain, true);
  });

  test('that is on its way says so', () => {
    const { shortMessage } = aReceiptPdu({ id: 'A1', stat: 'ENROUTE' });
    const reading = read({ esmClass: 0x20, shortMessage });
    assert.equal(reading?.outcome, 'waiting');
    assert.equal(reading.word, 'ENROUTE');
  });

  test('with a word nobody knows changes no state', () => {
    const { shortMessage } = aReceiptPdu({ id: 'A1', stat: 'PERHAPS' });
    const reading = read({ shortMessage });
    assert.equal(reading?.outcome, undefined);
    assert.equal(reading?.word, 'PERHAPS');
  });

  test('without an id or a state is one that says nothing', () => {
    const reading = {
      remoteId: '',
      outcome: undefined,
      word: '',
      error: '',
      doneAtMs: null,
      certain: true,
    };
    assert.deepEqual(read({ shortMessage: Buffer.from('Bonjour') }), reading);
  });

  test('in words of the operator’s own means what its tables say', () => {
    assert.equal(outcomeOf('ACCEPTD'), 'waiting');
    assert.equal(outcomeOf('ACCEPTD', { accepted: 'delivered' }), 'delivered');
    const wordTable = { PERHAPS: 'waiting', EXPIRED: 'waiting' } as const;
    assert.equal(outcomeOf('perhaps', { wordTable }), 'waiting');
    assert.equal(outcomeOf('EXPIRED', { wordTable }), 'waiting');
    assert.equal(outcomeOf('DELIVRD', { wordTable }), 'delivered');
  });

  test('has its id in the form in which responses have it', () => {
    const settings = { receiptId: 'hexInResponse' } as const;
    const { shortMessage } = aReceiptPdu({ id: '0255' });
    assert.equal(read({ shortMessage }, settings)?.remoteId, '255');
    assert.equal(read({ shortMessage }, { stripZeros: true })?.remoteId, '255');
  });
});

suite('no receipt', () => {
  test('is a text that reads like one: any phone can send it', () => {
    assert.equal(read({ esmClass: 0 }), undefined);
  });

  test('is an acknowledgement of the phone or its user', () => {
    for (const esmClass of [0x08, 0x10]) assert.equal(read({ esmClass }), undefined);
  });

  test('is an ordinary text where receipts come without their class', () => {
    const settings = { receiptsWithoutClass: true };
    assert.equal(read({ esmClass: 0, shortMessage: Buffer.from('Oui') }, settings), undefined);
    const stateOnly = Buffer.from('stat:DELIVRD');
    assert.equal(read({ esmClass: 0, shortMessage: stateOnly }, settings), undefined);
  });

  test('is what receipts without their class may look like, until its id is known', () => {
    const reading = read({ esmClass: 0 }, { receiptsWithoutClass: true });
    assert.equal(reading?.certain, false);
    assert.equal(reading.remoteId, 'A1');
    assert.equal(read({ esmClass: 0x08 }, { receiptsWithoutClass: true }), undefined);
  });
});

test('no octets make the reader throw', () => {
  const octets = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  const tags = fc.constantFrom(...Object.values(tag));
  const tlv = fc.record({ tag: tags, value: octets }, { noNullPrototype: true });
  fc.assert(
    fc.property(octets, fc.integer({ min: 0, max: 255 }), fc.array(tlv), (text, esmClass, tlvs) => {
      const pdu = { ...blankBody('deliver_sm'), shortMessage: text, esmClass, tlvs };
      readReceipt(pdu, { ...operatorDefaults, receiptsWithoutClass: true });
    }),
  );
});
