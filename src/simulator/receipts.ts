/** Delivery receipts as operators write them (SMPP 3.4 §5.2.12, appendix B). */
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm, SubmitSm, Tlv } from '#sms/smpp/pdu.ts';
import { makeIntegerTlv, makeTextTlv, tag, userDataOf } from '#sms/smpp/tlv.ts';
import { type ReceiptPlan, type Report, receiptStates } from './behaviour.ts';
import { headerBit } from './concatenation.ts';

/** esm_class of a receipt, and of an intermediate notification where one was asked for. */
const receiptClass = 0x04;
const intermediateClass = 0x20;
/** registered_delivery: bits 0 and 1 ask for receipts, bit 4 for intermediate ones (§5.2.17). */
const intermediateBit = 0x10;

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
  switch (registeredDelivery & 0x03) {
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
    tlvs: form === 'odd text only' ? [] : tlvsOf(facts),
  };
}

function tlvsOf({ id, report }: ReceiptFacts): readonly Tlv[] {
  return [
    makeTextTlv(tag.receiptedMessageId, id),
    makeIntegerTlv(tag.messageState, receiptStates[report.word], 1),
  ];
}

function textOf(submit: SubmitSm, facts: ReceiptFacts): string {
  const { id, report, form, submittedAtMs, doneAtMs } = facts;
  const { word, err } = report;
  // Another order, another case, seconds in the date, fields missing, rubbish before and after.
  if (form === 'odd text only') {
    const done = dateOf(doneAtMs, 'with seconds');
    return `\0 STAT:${word.toLowerCase()}  Id:${id} Done Date:${done} ERR:${err};Text:\0`;
  }
  const count = word === 'DELIVRD' ? '001' : '000';
  const dates = `submit date:${dateOf(submittedAtMs)} done date:${dateOf(doneAtMs)}`;
  const text = firstWordsOf(submit);
  return `id:${id} sub:001 dlvrd:${count} ${dates} stat:${word} err:${err} text:${text}`;
}

/** YYMMDDhhmm, of a clock that runs in UTC. Cut by place: a pattern would be a tenth of the load. */
function dateOf(ms: number, precision?: 'with seconds'): string {
  const iso = new Date(ms).toISOString();
  const minutes = `${iso.slice(2, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}`;
  return precision === undefined ? minutes : minutes + iso.slice(17, 19);
}

/** Twenty characters, where the text is one that a receipt can hold. */
function firstWordsOf(submit: SubmitSm): string {
  const isPlain = submit.dataCoding === 0 && (submit.esmClass & headerBit) === 0;
  if (!isPlain) return '';
  return userDataOf(submit)
    .toString('latin1', 0, 20)
    .replace(/[^ -~]/g, '.');
}
