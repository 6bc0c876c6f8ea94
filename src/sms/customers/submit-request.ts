/** A customer's submit as the request it is, or the command_status that says what is wrong with it. */
import type { PhoneNumber } from '#core/phone-number.ts';
import type { MessageClass } from '#sms/message.ts';
import type { SendRequest } from '#sms/send-request.ts';
import type { Address, SubmitSm } from '#sms/smpp/pdu.ts';
import { finalReceiptBits, intermediateBit } from '#sms/smpp/receipt.ts';
import { instantOf, parseSmppTime } from '#sms/smpp/smpp-time.ts';
import { status } from '#sms/smpp/status.ts';
import { integerTlv, tag } from '#sms/smpp/tlv.ts';
import type { ReportWish } from '#sms/submission.ts';
import { isSenderWord } from '#sms/text/sender-word.ts';
import { type Customer, callerOf } from './smpp-user.ts';
import { readSender } from './submitted-addresses.ts';
import { readSubmittedData } from './submitted-data.ts';

export type SubmitReading =
  | { readonly ok: true; readonly request: SendRequest }
  | { readonly ok: false; readonly status: number };

export type SubmitContext = {
  readonly customer: Customer;
  /** At least one. */
  readonly phones: readonly PhoneNumber[];
  readonly nowMs: number;
  /** Finds it in the log. */
  readonly requestId: string;
};

/** SMPP 3.4 §5.2.12: bits 0 and 1 are the mode, 2 to 5 the type: only the default one is submitted. */
const modeBits = 0x03;
const typeBits = 0x3c;
/** "Forward": answered after the delivery, which we do not do. */
const transactionMode = 0x02;

/** §5.2.14: 0 to 3, from the lowest; all others are reserved. */
const priorityMax = 3;
const urgentPriority = 2;

const dayMs = 86_400_000;
const validityMsMax = 7 * dayMs;
const scheduleMsMax = 365 * dayMs;

/** Its phones have been read already: a submit to many is this one with an empty destination. */
export function readSubmit(fields: SubmitSm, context: SubmitContext): SubmitReading {
  const { customer, phones, nowMs, requestId } = context;
  const unserved = findUnserved(fields);
  if (unserved !== undefined) return refused(unserved);
  const data = readSubmittedData(fields, customer.user.settings);
  if (!data.ok) return data;
  const sender = readSender(fields.source);
  // Whether a number is the account's own is judged where all senders are.
  const isSender = sender === undefined || isSenderWord(sender) || /^\d+$/.test(sender);
  if (!isSender) return refused(status.invalidSource);
  const times = readTimes(fields, nowMs);
  if (!times.ok) return times;
  return {
    ok: true,
    request: {
      caller: callerOf(customer),
      phones,
      text: data.text,
      sender,
      tag: '',
      class: classOf(fields.priority),
      forceUnicode: false,
      marketing: false,
      sandbox: false,
      grade: undefined,
      validityMs: times.validityMs,
      scheduledAtMs: times.scheduledAtMs,
      reportUrl: undefined,
      idempotency: undefined,
      requestId,
      submission: {
        userId: customer.user.id,
        wish: readWish(fields.registeredDelivery),
        source: asAddress(fields.source),
        reference: integerTlv(fields.tlvs, tag.userMessageReference) ?? null,
        carried: data.carried,
      },
    },
  };
}

/** What would have to be ignored is refused: a customer that asks for it counts on it. */
function findUnserved({ esmClass, priority, replaceIfPresent, defaultMessageId }: SubmitSm) {
  if ((esmClass & typeBits) !== 0) return status.invalidEsmClass;
  if ((esmClass & modeBits) === transactionMode) return status.invalidEsmClass;
  if (priority > priorityMax) return status.invalidPriority;
  // A second one-time code must not erase the first.
  if (replaceIfPresent !== 0) return status.invalidReplaceFlag;
  if (defaultMessageId !== 0) return status.invalidDefaultMessageId;
  return undefined;
}

/**
 * Two and three are urgent in all networks (3 also an emergency); what 0 and 1 mean differs, and nearly
 * everybody says 0 of everything: then validity and number of phones tell, as they do by HTTP.
 */
function classOf(priority: number): MessageClass | undefined {
  return priority >= urgentPriority ? 'urgent' : undefined;
}

type Times =
  | {
      readonly ok: true;
      readonly scheduledAtMs: number | undefined;
      readonly validityMs: number | undefined;
    }
  | { readonly ok: false; readonly status: number };

function readTimes(fields: SubmitSm, nowMs: number): Times {
  const scheduledAtMs = readInstant(fields.scheduleDeliveryTime, nowMs);
  if (scheduledAtMs === 'unreadable') return refused(status.invalidSchedule);
  const isPast = scheduledAtMs !== undefined && scheduledAtMs < nowMs;
  if (isPast || (scheduledAtMs ?? 0) > nowMs + scheduleMsMax)
    return refused(status.invalidSchedule);
  const validUntilMs = readInstant(fields.validityPeriod, nowMs) ?? liveUntil(fields, nowMs);
  if (validUntilMs === 'unreadable') return refused(status.invalidExpiry);
  if (validUntilMs === undefined) return { ok: true, scheduledAtMs, validityMs: undefined };
  const validityMs = validUntilMs - (scheduledAtMs ?? nowMs);
  if (validityMs <= 0) return refused(status.invalidExpiry);
  return { ok: true, scheduledAtMs, validityMs: Math.min(validityMs, validityMsMax) };
}

/** A time as SMPP writes it (SMPP 3.4 §7.1.1); undefined where nothing is written. */
export function readInstant(written: string, nowMs: number): number | undefined | 'unreadable' {
  if (written === '') return undefined;
  const time = parseSmppTime(written);
  return time === undefined ? 'unreadable' : instantOf(time, nowMs);
}

/** How data_sm says it: qos_time_to_live (SMPP 3.4 §5.3.2.9), in seconds. */
function liveUntil({ tlvs }: SubmitSm, nowMs: number): number | undefined {
  const seconds = integerTlv(tlvs, tag.timeToLive);
  return seconds === undefined ? undefined : nowMs + seconds * 1_000;
}

/** §5.2.17; success only is of SMPP 5.0. */
const finalWishes = ['none', 'all', 'failures', 'successes'] as const;

function readWish(registeredDelivery: number): ReportWish {
  return {
    final: finalWishes[registeredDelivery & finalReceiptBits] ?? 'none',
    intermediate: (registeredDelivery & intermediateBit) !== 0,
  };
}

/** Without what a PDU's address may hold besides. */
function asAddress({ ton, npi, address }: Address): Address {
  return { ton, npi, address };
}

function refused(code: number): { readonly ok: false; readonly status: number } {
  return { ok: false, status: code };
}
