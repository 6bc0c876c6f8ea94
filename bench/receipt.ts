/** What an operator reports of a submit, under the id that it answered the submit with. */
import type { DeliverSm, SubmitSm } from '#sms/smpp/pdu.ts';
import { type ReceiptWord, receiptClass, receiptText, receiptTlvs } from '#sms/smpp/receipt.ts';

const sentAtMs = Date.UTC(2026, 0, 1, 12);

export function receiptPdu(submit: SubmitSm, id: string, word: ReceiptWord): DeliverSm {
  const times = { submittedAtMs: sentAtMs, doneAtMs: sentAtMs };
  return {
    ...submit,
    source: submit.destination,
    destination: submit.source,
    esmClass: receiptClass,
    validityPeriod: '',
    registeredDelivery: 0,
    dataCoding: 0,
    shortMessage: Buffer.from(receiptText({ id, word, err: '000', ...times, text: '' }), 'latin1'),
    tlvs: receiptTlvs({ id, word }),
  };
}
