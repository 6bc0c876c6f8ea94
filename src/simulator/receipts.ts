/** Delivery receipts as operators write them (SMPP 3.4 §5.2.12, appendix B). */
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm, SubmitSm } from '#sms/smpp/pdu.ts';
import {
  finalReceiptBits,
  intermediateBit,
  intermediateClass,
  receiptClass,
  receiptDate,
  receiptText,
  receiptTlvs,
} from '#sms/smpp/receipt.ts';
import { userDataOf } from '#sms/smpp/tlv.ts';
import type { ReceiptPlan, Report } from './behaviour.ts';
import { headerBit } from './concatenation.ts';

const blank = blankBody('deliver_sm');

export type ReceiptFacts = {
  readonly id: string;
  readonly report: Report;
  readonly form: ReceiptPlan['form'];
  readonly submittedAtMs: number;
  readonly doneAtMs: number;
};

/** §5.2.17: 0 wants no receipt, 1 any, 2 failures only, 3 (SMPP 5.0) successes only. */
export function wantsReceipt({ registeredDelivery }: SubmitSm, { word }: Report): boolean {
  switch (registeredDelivery & finalReceiptBits) {
    case 0:
      return false;
    case 1:
      return true;
    case 2:
      return word !== 'DELIVRD';
    default:
      return word === 'DELIVRD';
  }
}

/** From the phone to the sender of the message. */
export function makeReceipt(submit: SubmitSm, facts: ReceiptFacts): DeliverSm {
  const { form, report } = facts;
  const asksForIntermediate = (submit.registeredDelivery & intermediateBit) !== 0;
  return {
    ...blank,
    source: submit.destination,
    destination: submit.source,
    esmClass: report.word === 'ENROUTE' && asksForIntermediate ? intermediateClass : receiptClass,
    shortMessage: Buffer.from(form === 'TLVs only' ? '' : textOf(submit, facts), 'latin1'),
    tlvs: form === 'odd text only' ? [] : receiptTlvs({ id: facts.id, word: report.word }),
  };
}

function textOf(submit: SubmitSm, facts: ReceiptFacts): string {
  const { id, report, form, submittedAtMs, doneAtMs } = facts;
  const { word, err } = report;
  // Another order, another case, seconds in the date, fields missing, rubbish before and after.
  if (form === 'odd text only') {
    const done = receiptDate(doneAtMs, 'with seconds');
    return `\0 STAT:${word.toLowerCase()}  Id:${id} Done Date:${done} ERR:${err};Text:\0`;
  }
  return receiptText({ id, word, err, submittedAtMs, doneAtMs, text: textIn(submit) });
}

/** Where the text is one that a receipt can hold. */
function textIn(submit: SubmitSm): string {
  const isPlain = submit.dataCoding === 0 && (submit.esmClass & headerBit) === 0;
  if (!isPlain) return '';
  return userDataOf(submit).toString('latin1', 0, 20);
}
