/** A part as a submit_sm. The same part has the same octets, however often it is made. */

import { partIdOf } from '#model/ids.ts';
import { isShortNumber } from '#model/short-number.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { OperatorSettings, TonNpi } from '#sms/operator.ts';
import type { Address, SubmitSm, Tlv } from '#sms/smpp/pdu.ts';
import { formatDuration, formatInstant } from '#sms/smpp/smpp-time.ts';
import { makeIntegerTlv, makeOctetsTlv, noTlvs, tag } from '#sms/smpp/tlv.ts';
import type { Carried } from '#sms/submission.ts';
import { readForm } from '#sms/text/form.ts';
import { septetsOf, writeGsm } from '#sms/text/gsm.ts';
import { encodePart } from '#sms/text/user-data.ts';

/** SMPP 3.4 §5.2.12: the user data begins with a header. */
const udhIndicator = 0x40;
/** §5.2.17: a receipt for success and failure; also for what happens before; none. */
const receiptWanted = 0x01;
const intermediateWanted = 0x10;
const noReceipt = 0x00;
/** §5.2.19: UCS-2. */
const ucs2Coding = 0x08;
/** §5.2.14: the highest but one that every network has; 0 is the lowest. */
const urgentPriority = 1;

export function makeSubmit(
  outgoing: OutgoingPart,
  settings: OperatorSettings,
  nowMs: number,
): SubmitSm {
  const { message, recipient } = outgoing;
  const data = userData(outgoing, settings);
  return {
    serviceType: settings.serviceType,
    source: senderAddress(message.sender, settings),
    destination: address(settings.recipientTonNpi, recipient.phone),
    esmClass: data.hasHeader ? udhIndicator : 0,
    protocolId: data.protocolId,
    priority: settings.usePriorityFlag && message.class === 'urgent' ? urgentPriority : 0,
    // Schedules stay with us, and a second code must not replace the first.
    scheduleDeliveryTime: '',
    validityPeriod: validity(message.validUntilMs, settings, nowMs),
    registeredDelivery: wantedReceipts(settings),
    replaceIfPresent: 0,
    dataCoding: data.dataCoding,
    defaultMessageId: 0,
    shortMessage: data.isPayload ? noOctets : data.octets,
    tlvs: settings.version === '3.3' ? noTlvs : tlvsOf(outgoing, data, settings),
  };
}

type UserData = {
  readonly octets: Buffer;
  readonly hasHeader: boolean;
  /** It travels as message_payload. */
  readonly isPayload: boolean;
  /** Of the text, where TLVs join them. */
  readonly parts: number;
  readonly dataCoding: number;
  readonly protocolId: number;
};

const noOctets = Buffer.alloc(0);

function userData({ message, recipient, part }: OutgoingPart, settings: OperatorSettings) {
  const carried = message.submission?.carried ?? null;
  if (carried !== null) return carriedData(carried, settings);
  const form = readForm(recipient.form);
  const { concatReference: reference } = recipient;
  const encoded = encodePart(recipient.text ?? message.text, form, { part, reference });
  return {
    ...encoded,
    isPayload: form.long === 'payload' && encoded.parts > 1,
    dataCoding: form.code === 'ucs2' ? ucs2Coding : settings.gsmDataCoding,
    protocolId: 0,
  };
}

/** Only data_coding 0 means another alphabet with each operator. */
function carriedData(carried: Carried, { gsmDataCoding }: OperatorSettings): UserData {
  const dataCoding = carried.dataCoding === 0 ? gsmDataCoding : carried.dataCoding;
  const octets = Buffer.from(carried.octets, 'base64');
  return { ...carried, octets, dataCoding, isPayload: false, parts: 1 };
}

function validity(validUntilMs: number, { validityFormat }: OperatorSettings, nowMs: number) {
  if (validityFormat === 'none') return '';
  return validityFormat === 'absolute'
    ? formatInstant(validUntilMs)
    : formatDuration(validUntilMs - nowMs);
}

/** Intermediate ones are an optional service, and some operators refuse those who ask. */
function wantedReceipts({ receipts, intermediate }: OperatorSettings): number {
  if (receipts === 'none') return noReceipt;
  return intermediate ? receiptWanted | intermediateWanted : receiptWanted;
}

function tlvsOf(
  { recipient, part }: OutgoingPart,
  { octets, isPayload, parts }: UserData,
  { sendReference }: OperatorSettings,
): readonly Tlv[] {
  const joined = readForm(recipient.form).long === 'sar' && parts > 1;
  return [
    // §5.3.2.17: ours is the same on each attempt, and two parts of a message differ.
    ...(sendReference
      ? [makeIntegerTlv(tag.userMessageReference, referenceOf(recipient.id, part), 2)]
      : []),
    ...(joined ? sarTlvs(recipient.concatReference, parts, part) : []),
    ...(isPayload ? [makeOctetsTlv(tag.messagePayload, octets)] : []),
  ];
}

function referenceOf(recipientId: number, part: number): number {
  return partIdOf(recipientId, part) & 0xffff;
}

/** §5.3.2.22 to 24: which text it is of, how many parts it has, which of them this is. */
function sarTlvs(reference: number, total: number, part: number): readonly Tlv[] {
  return [
    makeIntegerTlv(tag.sarReference, reference, 2),
    makeIntegerTlv(tag.sarTotal, total, 1),
    makeIntegerTlv(tag.sarPart, part, 1),
  ];
}

/** Senders and recipients as a submit says them: digits or letters with their type of number and plan. */
const nobody: Address = { ton: 0, npi: 0, address: '' };

function address(tonNpi: TonNpi, text: string): Address {
  const slash = tonNpi.indexOf('/');
  return {
    ton: Number(tonNpi.slice(0, slash)),
    npi: Number(tonNpi.slice(slash + 1)),
    address: text,
  };
}

/** An empty sender is the operator's default; where that is empty too, the operator sets one. */
export function senderAddress(sender: string, settings: OperatorSettings): Address {
  const shown = sender === '' ? settings.defaultSender : sender;
  if (shown === '') return nobody;
  if (!/^\+?\d+$/.test(shown)) return address(settings.wordSenderTonNpi, letters(shown, settings));
  const digits = shown.replace('+', '');
  const tonNpi = isShortNumber(digits) ? settings.shortSenderTonNpi : settings.longSenderTonNpi;
  return address(tonNpi, digits);
}

/** A C-octet string holds an octet for each character: here a septet, as the radio will carry it. */
function letters(word: string, { senderAlphabet }: OperatorSettings): string {
  const septets = senderAlphabet === 'gsm7' ? septetsOf(word) : undefined;
  if (septets === undefined) return word;
  const octets = Buffer.allocUnsafe(septets);
  writeGsm(word, octets, 0);
  return octets.toString('latin1');
}
