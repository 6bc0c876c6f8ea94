/** What a client of another gateway submits by HTTP: read as the submit_sm that the gateway would have made of it. */
import type { PhoneNumber } from '#core/phone-number.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { Address } from '#sms/smpp/pdu.ts';
import type { ReportCallback } from '#sms/submission.ts';
import type { Customer } from './smpp-user.ts';
import { readSubmit, type SubmitReading } from './submit-request.ts';

export type HttpSubmit = {
  /** At least one. */
  readonly phones: readonly PhoneNumber[];
  /** As it was written; empty: anyone. */
  readonly from: string;
  readonly content: HttpContent;
  /** 0 to 3, from the lowest. */
  readonly priority: number;
  readonly validityMs: number | undefined;
  readonly scheduledAtMs: number | undefined;
  readonly tag: string;
  /** Where the client wants to hear of it, and in which words; undefined: it does not. */
  readonly report: { readonly url: string; readonly callback: ReportCallback } | undefined;
};

export type HttpContent = {
  readonly octets: Buffer;
  readonly dataCoding: number;
  /** The octets begin with a user data header. */
  readonly hasHeader: boolean;
};

/** A text that says all: it is written again for each operator, whatever code it came in. */
export function contentOfText(text: string): HttpContent {
  const octets = Buffer.from(text, 'utf16le').swap16();
  return { octets, dataCoding: ucs2Coding, hasHeader: false };
}

const ucs2Coding = 0x08;
/** SMPP 3.4 §5.2.12: the data begins with a header. */
const headerBit = 0x40;

export type HttpSubmitContext = {
  readonly customer: Customer;
  readonly nowMs: number;
  readonly requestId: string;
};

/** Recipients that may not get it are left out, as the gateways do it. */
export function readHttpSubmit(submit: HttpSubmit, context: HttpSubmitContext): SubmitReading {
  const { phones, from, content, priority, validityMs, scheduledAtMs, tag, report } = submit;
  const fields = {
    ...blankBody('submit_sm'),
    source: addressOf(from),
    esmClass: content.hasHeader ? headerBit : 0,
    dataCoding: content.dataCoding,
    shortMessage: content.octets,
    priority,
  };
  const reading = readSubmit(fields, { ...context, phones });
  if (!reading.ok) return reading;
  const { submission, ...request } = reading.request;
  const told = { partial: true, tag, validityMs, scheduledAtMs, reportUrl: report?.url };
  const own = submission && { ...submission, ...(report && { callback: report.callback }) };
  return { ok: true, request: { ...request, ...told, submission: own } };
}

function addressOf(from: string): Address {
  if (from === '') return { ton: 0, npi: 0, address: '' };
  return /^\+?\d+$/.test(from)
    ? { ton: 1, npi: 1, address: from }
    : { ton: 5, npi: 0, address: from };
}
