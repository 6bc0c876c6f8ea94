/** The deliver_sm that tells a customer what became of a message it submitted. */
import { unreachable } from '#core/assert.ts';
import type { SmsReportFact } from '#sms/report-maker.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import {
  intermediateClass,
  type Receipt,
  type ReceiptWord,
  receiptClass,
  receiptText,
  receiptTlvs,
} from '#sms/smpp/receipt.ts';
import { makeIntegerTlv, tag } from '#sms/smpp/tlv.ts';
import type { ReportWish, SubmittedMessage } from '#sms/submission.ts';

const blank = blankBody('deliver_sm');

/** Whether registered_delivery asked for this one. */
export function isWished(
  status: SmsReportFact['status'],
  { final, intermediate }: ReportWish,
): boolean {
  if (status === 'waiting') return intermediate;
  switch (final) {
    case 'none':
      return false;
    case 'all':
      return true;
    case 'failures':
      return status === 'not delivered';
    case 'successes':
      return status === 'delivered';
    default:
      return unreachable(final);
  }
}

/** From the phone to the address that the message was submitted from. */
export function receiptPdu(fact: SmsReportFact, submitted: SubmittedMessage): DeliverSm {
  const { source, reference } = submitted.submission;
  const receipt = receiptOf(fact, submitted);
  const own = reference === null ? [] : [makeIntegerTlv(tag.userMessageReference, reference, 2)];
  return {
    ...blank,
    source: { ton: 1, npi: 1, address: fact.phone },
    destination: source,
    esmClass: fact.status === 'waiting' ? intermediateClass : receiptClass,
    shortMessage: Buffer.from(receiptText(receipt), 'latin1'),
    tlvs: [...receiptTlvs(receipt), ...own],
  };
}

/** What a receipt says, as text. */
export function receiptTextOf(fact: SmsReportFact, submitted: SubmittedMessage): string {
  return receiptText(receiptOf(fact, submitted));
}

function receiptOf(fact: SmsReportFact, { acceptedAtMs, text }: SubmittedMessage): Receipt {
  return {
    id: String(fact.messageId),
    word: receiptWordOf(fact),
    err: errorDigits(fact),
    submittedAtMs: acceptedAtMs,
    doneAtMs: fact.atMs,
    text,
  };
}

/** Our reasons and operators' words beyond the standard's, as the standard would say them. */
const words: Readonly<Record<string, ReceiptWord>> = {
  EXPIRED: 'EXPIRED',
  DELETED: 'DELETED',
  UNDELIV: 'UNDELIV',
  UNKNOWN: 'UNKNOWN',
  REJECTD: 'REJECTD',
  expired_in_queue: 'EXPIRED',
  cancelled: 'DELETED',
  cancelled_in_queue: 'DELETED',
  no_receipt: 'UNKNOWN',
  uncertain: 'UNKNOWN',
  unanswered: 'UNKNOWN',
  stopped: 'REJECTD',
  sender_refused: 'REJECTD',
};

export function receiptWordOf({
  status,
  word,
}: Pick<SmsReportFact, 'status' | 'word'>): ReceiptWord {
  switch (status) {
    case 'waiting':
      return 'ENROUTE';
    case 'delivered':
      return 'DELIVRD';
    case 'not delivered':
      if (word.startsWith('refused_')) return 'REJECTD';
      return Object.hasOwn(words, word) ? (words[word] ?? 'UNDELIV') : 'UNDELIV';
    default:
      return unreachable(status);
  }
}

const noError = '000';

/** The operator's own three digits, else the status it refused with; other errors have no room there. */
export function errorDigits({ error, word }: SmsReportFact): string {
  if (/^\d{3}$/.test(error)) return error;
  const refusedWith = /^refused_0x(?<code>[0-9a-f]{2,3})$/.exec(word)?.groups?.['code'];
  const code = refusedWith === undefined ? 0 : Number.parseInt(refusedWith, 16);
  return code > 999 ? noError : String(code).padStart(noError.length, '0');
}
