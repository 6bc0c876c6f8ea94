import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Message, Recipient } from '#sms/message.ts';
import { type OperatorSettings, operatorDefaults } from '#sms/operator.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import { integerTlv, makeIntegerTlv, tag, userDataOf } from '#sms/smpp/tlv.ts';
import type { WrittenForm } from '#sms/text/form.ts';
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

function longIn(form: WrittenForm): Over {
  return { ...long, recipient: { ...long.recipient, form } };
}

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
      tlvs: [makeIntegerTlv(tag.userMessageReference, 0x2001, 2)],
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

  test('has a reference of 16 bits where it was planned with one', () => {
    const { shortMessage } = submitOf(longIn('gsm7/udh16/00'));
    assert.deepEqual([...shortMessage.subarray(0, 7)], [6, 8, 4, 0x12, 0x34, 2, 1]);
  });

  test('of one part among several that TLVs join has no header', () => {
    const { esmClass, shortMessage, tlvs } = submitOf({ ...longIn('gsm7/sar/00'), part: 2 });
    assert.deepEqual([esmClass, shortMessage.length], [0, 200 - 152]);
    assert.equal(integerTlv(tlvs, tag.sarReference), 0x1234);
    assert.equal(integerTlv(tlvs, tag.sarTotal), 2);
    assert.equal(integerTlv(tlvs, tag.sarPart), 2);
  });

  test('of a whole long text has it as payload alone', () => {
    const whole = submitOf(longIn('gsm7/payload/00'));
    assert.deepEqual([whole.esmClass, whole.shortMessage.length], [0, 0]);
    assert.equal(userDataOf(whole).toString(), 'a'.repeat(200));
    const short = submitOf({ recipient: { form: 'gsm7/payload/00' } });
    assert.equal(short.shortMessage.toString(), 'Hello');
  });

  test('of one part that names a table has a header too', () => {
    const { esmClass, shortMessage } = submitOf({
      message: { text: 'ş' },
      recipient: { form: 'gsm7/udh8/01' },
    });
    assert.deepEqual([esmClass, shortMessage.toString('hex')], [0x40, '032401011b73']);
  });

  test('of a recipient with a text of its own has that', () => {
    assert.equal(submitOf({ recipient: { text: 'Own' } }).shortMessage.toString(), 'Own');
  });

  test('keeps the form that it was planned in, whatever the settings are by now', () => {
    const settings = { longMessages: 'sar', defaultAlphabet: 'gsm7Packed' } as const;
    assert.deepEqual(submitOf({ ...long, settings }), submitOf(long));
  });

  test('of the same part has the same octets, however often and whenever it is made', () => {
    const made = submitOf({ ...long, part: 2 });
    const again = submitOf({ ...long, part: 2, laterMs: 3_600_000 });
    assert.deepEqual(again.shortMessage, made.shortMessage);
    assert.deepEqual({ ...again, validityPeriod: '' }, { ...made, validityPeriod: '' });
  });

  test('in UCS-2 is coded 8, in GSM what the operator calls its alphabet', () => {
    const ucs2 = submitOf({ message: { text: 'Ça va ê' }, recipient: { form: 'ucs2/udh8/00' } });
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
    const absolute = submitOf({
      message,
      laterMs: 60_000,
      settings: { validityFormat: 'absolute' },
    });
    assert.equal(absolute.validityPeriod, '300101030000000+');
  });

  test('asks for a receipt, unless the operator sends none', () => {
    assert.equal(submitOf().registeredDelivery, 1);
    assert.equal(submitOf({ settings: { receipts: 'none' } }).registeredDelivery, 0);
    assert.equal(submitOf({ settings: { intermediate: true } }).registeredDelivery, 0x11);
  });

  test('never replaces another, nor is scheduled there', () => {
    const submit = submitOf({ message: { scheduledAtMs: atMs, class: 'urgent' } });
    assert.equal(submit.replaceIfPresent, 0);
    assert.equal(submit.scheduleDeliveryTime, '');
  });

  test('has a reference of ours, the same on each attempt, unless the operator refuses it', () => {
    const [first, second] = [1, 2].map((part) => submitOf({ ...long, part }).tlvs);
    assert.notDeepEqual(first, second);
    assert.deepEqual(submitOf({ ...long, laterMs: 1 }).tlvs, first);
    assert.deepEqual(submitOf({ settings: { sendReference: false } }).tlvs, []);
    assert.deepEqual(submitOf({ settings: { version: '3.3' } }).tlvs, []);
  });

  test('says that it is urgent where the operator is to know', () => {
    const message = { class: 'urgent' } as const;
    assert.equal(submitOf({ message }).priority, 0);
    assert.equal(submitOf({ message, settings: { usePriorityFlag: true } }).priority, 1);
    assert.equal(submitOf({ settings: { usePriorityFlag: true } }).priority, 0);
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

  test('has the types of number that the operator asks for', () => {
    const settings = {
      wordSenderTonNpi: '5/1',
      longSenderTonNpi: '0/1',
      shortSenderTonNpi: '6/9',
      recipientTonNpi: '2/8',
    } as const;
    const source = (sender: string) => submitOf({ message: { sender }, settings }).source;
    assert.deepEqual(source('Acme'), { ton: 5, npi: 1, address: 'Acme' });
    assert.deepEqual(source('+33612345678'), { ton: 0, npi: 1, address: '33612345678' });
    assert.deepEqual(source('36180'), { ton: 6, npi: 9, address: '36180' });
    const { destination } = submitOf({ settings });
    assert.deepEqual(destination, { ton: 2, npi: 8, address: '33612345678' });
  });

  test('in letters travels as septets, or as Latin-1', () => {
    assert.equal(senderOf('CAFÉ').address, 'CAF\u001f');
    const settings = { senderAlphabet: 'latin1' } as const;
    assert.equal(submitOf({ message: { sender: 'CAFÉ' }, settings }).source.address, 'CAFÉ');
  });

  test('that the request did not name is the operator’s default, or nobody', () => {
    assert.deepEqual(senderOf('', 'Parley'), { ton: 5, npi: 0, address: 'Parley' });
    assert.deepEqual(senderOf('Acme', 'Parley'), { ton: 5, npi: 0, address: 'Acme' });
    assert.deepEqual(senderOf(''), { ton: 0, npi: 0, address: '' });
  });
});
