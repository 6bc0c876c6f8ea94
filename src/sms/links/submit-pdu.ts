/** A part as a submit_sm. The same part has the same octets, however often it is made. */

import { must } from '#core/assert.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { OperatorSettings } from '#sms/operator.ts';
import type { Address, SubmitSm } from '#sms/smpp/pdu.ts';
import { formatDuration } from '#sms/smpp/smpp-time.ts';
import { noTlvs } from '#sms/smpp/tlv.ts';
import type { Carried } from '#sms/submission.ts';
import { encodeParts } from '#sms/text/segments.ts';

/** SMPP 3.4 §5.2.12: the user data begins with a header. */
const udhIndicator = 0x40;
/** §5.2.17: a receipt for success and failure; none. */
const receiptWanted = 0x01;
const noReceipt = 0x00;
/** §5.2.19: UCS-2. */
const ucs2Coding = 0x08;

const international = { ton: 1, npi: 1 } as const;
const alphanumeric = { ton: 5, npi: 0 } as const;
const shortCode = { ton: 3, npi: 0 } as const;
/** Longer ones are numbers of subscribers. */
const shortCodeDigitsMax = 7;

export function makeSubmit(
  outgoing: OutgoingPart,
  settings: OperatorSettings,
  nowMs: number,
): SubmitSm {
  const { message, recipient } = outgoing;
  const data = userData(outgoing, settings);
  return {
    serviceType: settings.serviceType,
    source: senderAddress(message.sender === '' ? settings.defaultSender : message.sender),
    destination: { ...international, address: recipient.phone },
    esmClass: data.hasHeader ? udhIndicator : 0,
    protocolId: data.protocolId,
    priority: 0,
    // Schedules stay with us, and a second code must not replace the first.
    scheduleDeliveryTime: '',
    validityPeriod:
      settings.validityFormat === 'none' ? '' : formatDuration(message.validUntilMs - nowMs),
    registeredDelivery: settings.receipts === 'all' ? receiptWanted : noReceipt,
    replaceIfPresent: 0,
    dataCoding: data.dataCoding,
    defaultMessageId: 0,
    shortMessage: data.octets,
    tlvs: noTlvs,
  };
}

type UserData = {
  readonly octets: Buffer;
  readonly hasHeader: boolean;
  readonly dataCoding: number;
  readonly protocolId: number;
};

function userData(
  { message, recipient, part }: OutgoingPart,
  settings: OperatorSettings,
): UserData {
  const carried = message.submission?.carried ?? null;
  if (carried !== null) return carriedData(carried, settings);
  const octets = encodeParts(message.text, message.alphabet, {
    reference: recipient.concatReference,
    referenceBits: settings.longMessages === 'udh16' ? 16 : 8,
  });
  return {
    octets: must(octets[part - 1], `part ${part}`),
    hasHeader: recipient.parts > 1,
    dataCoding: message.alphabet === 'gsm' ? settings.gsmDataCoding : ucs2Coding,
    protocolId: 0,
  };
}

/** Only data_coding 0 means another alphabet with each operator. */
function carriedData(carried: Carried, { gsmDataCoding }: OperatorSettings): UserData {
  const dataCoding = carried.dataCoding === 0 ? gsmDataCoding : carried.dataCoding;
  return { ...carried, dataCoding, octets: Buffer.from(carried.octets, 'base64') };
}

function senderAddress(sender: string): Address {
  if (sender === '') return { ton: 0, npi: 0, address: '' };
  if (!/^\+?\d+$/.test(sender)) return { ...alphanumeric, address: sender };
  const digits = sender.replace('+', '');
  const kind = digits.length <= shortCodeDigitsMax ? shortCode : international;
  return { ...kind, address: digits };
}
