/** Whether a deliver_sm is a receipt, and what it says (SMPP 3.4 §5.2.12, appendix B). */
import type { Outcome } from '#model/recipient-state.ts';
import type { OperatorSettings } from '#sms/operator.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { integerTlv, tag, textTlv, userDataOf } from '#sms/smpp/tlv.ts';
import { receiptInstant } from './receipt-date.ts';
import { normaliseId } from './receipt-id.ts';
import { receiptState, wordOf } from './receipt-state.ts';
import { parseReceiptError, parseReceiptText, type ReceiptText } from './receipt-text.ts';

export type ReceiptReading = {
  /** In the one form that responses and receipts share; empty if the operator gave none. */
  readonly remoteId: string;
  /** Undefined for a word nobody knows: it changes no state. */
  readonly outcome: Outcome | undefined;
  /** In the operator's words. */
  readonly word: string;
  readonly error: string;
  /** When the operator says that it happened, where its zone is known. */
  readonly doneAtMs: number | null;
  /** Its esm_class says that it is one; else only its text reads so. */
  readonly certain: boolean;
};

/** §5.2.12: bits 5 to 2 of esm_class say what a deliver_sm is; the others may be set as well. */
const typeBits = 0x3c;
const deliveryReceipt = 0x04;
const intermediateNotification = 0x20;

/**
 * Never by text alone: anyone who can send "id:… stat:DELIVRD" from a phone would forge one. With
 * `receiptsWithoutClass` such a text is read, and counts only if its id and phone are known.
 */
export function readReceipt(pdu: DeliverSm, rules: OperatorSettings): ReceiptReading | undefined {
  const type = pdu.esmClass & typeBits;
  const idTlv = textTlv(pdu.tlvs, tag.receiptedMessageId);
  const certain =
    type === deliveryReceipt || type === intermediateNotification || idTlv !== undefined;
  if (!certain && !(rules.receiptsWithoutClass && type === 0)) return undefined;
  const said = { id: idTlv, state: integerTlv(pdu.tlvs, tag.messageState) };
  const text = readText(userDataOf(pdu), said, rules);
  if (!certain && text?.id === undefined) return undefined;
  return reading(rules, said, text, certain);
}

/** What the receipt's TLVs say. */
type Said = { readonly id: string | undefined; readonly state: number | undefined };

/** Of the text only what the TLVs leave open. */
function readText(octets: Buffer, { id, state }: Said, { receiptTimeZone }: OperatorSettings) {
  return id !== undefined && state !== undefined && receiptTimeZone === ''
    ? { err: parseReceiptError(octets) }
    : parseReceiptText(octets);
}

/** Where the parameters and the text disagree, the parameters win. */
function reading(
  rules: OperatorSettings,
  said: Said,
  text: ReceiptText | undefined,
  certain: boolean,
): ReceiptReading {
  const reported = said.state ?? text?.stat;
  const id = said.id ?? text?.id ?? '';
  return {
    remoteId: id === '' ? '' : normaliseId(id, 'receipt', rules),
    outcome: reported === undefined ? undefined : receiptState(reported, rules),
    word: (reported === undefined ? undefined : wordOf(reported)) ?? '',
    error: text?.err ?? '',
    doneAtMs: receiptInstant(text?.doneDate, rules.receiptTimeZone) ?? null,
    certain,
  };
}
