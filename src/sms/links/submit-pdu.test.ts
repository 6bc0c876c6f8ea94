import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Message, Recipient } from '#sms/message.ts';
import { type OperatorSettings, operatorDefaults } from '#sms/operator.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import { aMessage, aRecipient, aSubmission, atMs } from '#test/harness/records.ts';
import { makeSubmit } from './submit-pdu.ts';

type Over = {
  readonly message?: Partial<Message>;
  readonly recipient?: Partial<Recipient>;
  readonly settings?: Partial<OperatorSettings>;
  readonly part?: number;
  readonly laterMs?: number;
};

function submitOf({ message: over, recipient, settings, part = 1, laterMs = 0 }: Over = {}) {
  const message = aMessage(over);
  const outgoing = { message, recipient: aRecipient(message, recipient), part, intended: false };
  return makeSubmit(outgoing, { ...operatorDefaults, ...settings }, atMs + laterMs);
}

const long = {
  message: { text: 'a'.repeat(200) },
  recipient: { parts: 2, concatReference: 0x1234 },
};

function senderOf(sender: string, defaultSender = '') {
  return submitOf({ message: { sender }, settings: { defaultSender } }).source;
}

suite('a submit', () => {
  test('of a short text leaves to the operator what is the operator’s', () => {
    assert.deepEqual(submitOf(), {
      ...blankBody('submit_sm'),
      destination: { ton: 1, npi: 1, address: '33612345678' },
      validityPeriod: '000002000000000R',
      registeredDelivery: 1,
      shortMessage: Buffer.from('Hello'),
    });
  });

  test('of what a customer’s own software has cut or packed is as it came', () => {
    const octets = Buffer.from([5, 0, 3, 9, 2, 1, 0xff, 0x00]);
    const carried = { octets: octets.toString('base64'), dataCoding: 4, hasHeader: true };
    const submission = aSubmission({ carried: { ...carried, protocolId: 0x7f } });
    const made = submitOf({ message: { text: '', submission } });
    const { esmClass, protocolId, dataCoding, shortMessage } = made;
    assert.deepEqual([esmClass, protocolId, dataCoding, shortMessage], [0x40, 0x7f, 4, octets]);
  });

  test('of a customer’s octets in the default alphabet has the operator’s number for it', () => {
    const octets = Buffer.from('Hi').toString('base64');
    const carried = { octets, dataCoding: 0, hasHeader: false, protocolId: 0 };
    const message = { submission: aSubmission({ carried }) };
    assert.equal(submitOf({ message, settings: { gsmDataCoding: 0xf1 } }).dataCoding, 0xf1);
  });

  test('of one part among several begins with a header and says so', () => {
    const first = submitOf(long);
    const second = submitOf({ ...long, part: 2 });
    assert.equal(first.esmClass, 0x40);
    assert.deepEqual([...first.shortMessage.subarray(0, 7)], [5, 0, 3, 0x34, 2, 1, 0x61]);
    assert.deepEqual([...second.shortMessage.subarray(0, 7)], [5, 0, 3, 0x34, 2, 2, 0x61]);
    assert.equal(first.shortMessage.length + second.shortMessage.length, 200 + 2 * 6);
  });

  test('has a reference of 16 bits where the operator wants one', () => {
    const { shortMessage } = submitOf({ ...long, settings: { longMessages: 'udh16' } });
    assert.deepEqual([...shortMessage.subarray(0, 7)], [6, 8, 4, 0x12, 0x34, 2, 1]);
  });

  test('of the same part has the same octets, however often and whenever it is made', () => {
    const made = submitOf({ ...long, part: 2 });
    const again = submitOf({ ...long, part: 2, laterMs: 3_600_000 });
    assert.deepEqual(again.shortMessage, made.shortMessage);
    assert.deepEqual({ ...again, validityPeriod: '' }, { ...made, validityPeriod: '' });
  });

  test('in UCS-2 is coded 8, in GSM what the operator calls its alphabet', () => {
    const ucs2 = submitOf({ message: { text: 'Ça va ê', alphabet: 'ucs2' } });
    assert.equal(ucs2.dataCoding, 8);
    assert.deepEqual([...ucs2.shortMessage.subarray(0, 4)], [0x00, 0xc7, 0x00, 0x61]);
    assert.equal(submitOf().dataCoding, 0);
    assert.equal(submitOf({ settings: { gsmDataCoding: 0xf1 } }).dataCoding, 0xf1);
  });

  test('says what is left of its validity', () => {
    const validUntilMs = atMs + 3 * 3_600_000;
    const message = { validUntilMs };
    assert.equal(submitOf({ message }).validityPeriod, '000000030000000R');
    assert.equal(submitOf({ message, laterMs: 3_540_000 }).validityPeriod, '000000020100000R');
    assert.equal(submitOf({ settings: { validityFormat: 'none' } }).validityPeriod, '');
  });

  test('asks for a receipt, unless the operator sends none', () => {
    assert.equal(submitOf().registeredDelivery, 1);
    assert.equal(submitOf({ settings: { receipts: 'none' } }).registeredDelivery, 0);
  });

  test('never replaces another, nor is scheduled there', () => {
    const submit = submitOf({ message: { scheduledAtMs: atMs, class: 'urgent' } });
    assert.equal(submit.replaceIfPresent, 0);
    assert.equal(submit.scheduleDeliveryTime, '');
  });

  test('carries the operator’s service type', () => {
    assert.equal(submitOf({ settings: { serviceType: 'CMT' } }).serviceType, 'CMT');
  });
});

suite('the sender of a submit', () => {
  test('in letters is alphanumeric', () => {
    assert.deepEqual(senderOf('Acme'), { ton: 5, npi: 0, address: 'Acme' });
    assert.deepEqual(senderOf('3615 Ulla'), { ton: 5, npi: 0, address: '3615 Ulla' });
  });

  test('of up to seven digits is a short number', () => {
    assert.deepEqual(senderOf('36180'), { ton: 3, npi: 0, address: '36180' });
    assert.deepEqual(senderOf('1234567'), { ton: 3, npi: 0, address: '1234567' });
  });

  test('of more digits is international, without its plus', () => {
    assert.deepEqual(senderOf('33612345678'), { ton: 1, npi: 1, address: '33612345678' });
    assert.deepEqual(senderOf('+33612345678'), { ton: 1, npi: 1, address: '33612345678' });
  });

  test('that the request did not name is the operator’s default, or nobody', () => {
    assert.deepEqual(senderOf('', 'Parley'), { ton: 5, npi: 0, address: 'Parley' });
    assert.deepEqual(senderOf('Acme', 'Parley'), { ton: 5, npi: 0, address: 'Acme' });
    assert.deepEqual(senderOf(''), { ton: 0, npi: 0, address: '' });
  });
});
