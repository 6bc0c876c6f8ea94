/** What phones and operators send: receipts in all dialects, headers of parts, and texts of all alphabets. */
import assert from 'node:assert/strict';
import { readParts } from '#sms/inbound/inbound-text.ts';
import { readUserData } from '#sms/inbound/user-data.ts';
import { type OperatorSettings, operatorDefaults } from '#sms/operator.ts';
import { readReceipt } from '#sms/receipts/read-receipt.ts';
import { parseReceiptError, parseReceiptText } from '#sms/receipts/receipt-text.ts';
import { decodePdu } from '#sms/smpp/decode.ts';
import { encodePdu } from '#sms/smpp/encode.ts';
import { headerBytes } from '#sms/smpp/framer.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { receiptText, receiptTlvs } from '#sms/smpp/receipt.ts';
import { pdu, reply } from '#test/harness/smpp-session.ts';
import type { Target } from '../engine/target.ts';

const dialects: readonly OperatorSettings[] = [
  operatorDefaults,
  { ...operatorDefaults, receiptsWithoutClass: true, receiptTimeZone: 'Europe/Vilnius' },
];
const alphabets = [
  { defaultAlphabet: 'gsm7', ia5: 'ascii' },
  { defaultAlphabet: 'gsm7Packed', ia5: 'gsm7' },
  { defaultAlphabet: 'latin1', ia5: 'gsm7' },
] as const;

const receipt = {
  id: '0123456789',
  word: 'DELIVRD',
  err: '000',
  submittedAtMs: 1_790_000_000_000,
  doneAtMs: 1_790_000_060_000,
  text: 'Hello',
} as const;
const told = Buffer.from(receiptText(receipt), 'latin1');
const deliver = (body: Partial<DeliverSm>): Buffer =>
  encodePdu(pdu('deliver_sm', 1, { ...reply, ...body }));

export const smppDeliver: Target = {
  name: 'smpp-deliver',
  protocol: 'smpp',
  seeds: [
    deliver({}),
    deliver({ esmClass: 4, shortMessage: told, tlvs: receiptTlvs(receipt) }),
    deliver({ esmClass: 4, shortMessage: told }),
    deliver({ esmClass: 64, shortMessage: Buffer.from('0500030702016869', 'hex') }),
    deliver({
      esmClass: 64,
      dataCoding: 8,
      shortMessage: Buffer.from('060804abcd0302d83d', 'hex'),
    }),
    deliver({ esmClass: 64, shortMessage: Buffer.from('0624010325010341', 'hex') }),
  ],
  read: (octets) => {
    if (octets.length < headerBytes) return;
    octets.writeUInt32BE(octets.length);
    const decoded = decodePdu(octets);
    parseReceiptText(octets.subarray(headerBytes));
    parseReceiptError(octets.subarray(headerBytes));
    if (decoded.kind === 'pdu' && decoded.pdu.command === 'deliver_sm') readBody(decoded.pdu.body);
  },
};

function readBody(body: DeliverSm): void {
  for (const rules of dialects) readReceipt(body, rules);
  const { octets, headerOctets, place, shifts } = readUserData(body);
  if (place !== undefined) assert.ok(place.number >= 1 && place.number <= place.total);
  const part = {
    dataCoding: body.dataCoding,
    headerOctets,
    singleShift: shifts.single ?? null,
    lockingShift: shifts.locking ?? null,
    octets,
  };
  for (const each of alphabets) readParts([part, part], each);
}
