/** A delivery receipt as operators write it (SMPP 3.4 §5.2.12, appendix B). */
import type { Tlv } from './pdu.ts';
import { makeIntegerTlv, makeTextTlv, tag } from './tlv.ts';

/** The words of receipts, each with the message_state that says the same (§5.2.28). */
export const receiptStates = {
  ENROUTE: 1,
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  UNKNOWN: 7,
  REJECTD: 8,
} as const;

export type ReceiptWord = keyof typeof receiptStates;

/** esm_class of a receipt, and of an intermediate notification. */
export const receiptClass = 0x04;
export const intermediateClass = 0x20;

/** registered_delivery: bits 0 and 1 ask for final receipts, bit 4 for intermediate ones (§5.2.17). */
export const finalReceiptBits = 0x03;
export const intermediateBit = 0x10;

export type Receipt = {
  readonly id: string;
  readonly word: ReceiptWord;
  /** Three digits. */
  readonly err: string;
  readonly submittedAtMs: number;
  readonly doneAtMs: number;
  /** The message's, of which a receipt shows the first twenty characters. */
  readonly text: string;
};

export function receiptText({ id, word, err, submittedAtMs, doneAtMs, text }: Receipt): string {
  const count = word === 'DELIVRD' ? '001' : '000';
  const dates = `submit date:${receiptDate(submittedAtMs)} done date:${receiptDate(doneAtMs)}`;
  const start = text.slice(0, shownCharacters).replace(/[^ -~]/g, '.');
  return `id:${id} sub:001 dlvrd:${count} ${dates} stat:${word} err:${err} text:${start}`;
}

export function receiptTlvs({ id, word }: Pick<Receipt, 'id' | 'word'>): readonly Tlv[] {
  return [
    makeTextTlv(tag.receiptedMessageId, id),
    makeIntegerTlv(tag.messageState, receiptStates[word], 1),
  ];
}

const shownCharacters = 20;

/** YYMMDDhhmm, of a clock that runs in UTC. Cut by place: a pattern would be a tenth of the load. */
export function receiptDate(ms: number, precision?: 'with seconds'): string {
  const iso = new Date(ms).toISOString();
  const minutes = `${iso.slice(2, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}`;
  return precision === undefined ? minutes : minutes + iso.slice(17, 19);
}
