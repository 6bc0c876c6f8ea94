/**
 * PDUs of a part that its timeline shows: those of test messages, of submits that an operator refuses, and
 * of links that somebody traces. Of others nothing is kept.
 */
import { encodePdu } from '#sms/smpp/encode.ts';
import type { DeliverSm, MessageResponse, SubmitSm } from '#sms/smpp/pdu.ts';
import { statusName } from '#sms/smpp/status.ts';
import { userDataOf } from '#sms/smpp/tlv.ts';

export type KeptPdu = {
  readonly partId: number;
  readonly operatorId: number;
  readonly atMs: number;
  readonly command: 'submit_sm' | 'submit_sm_resp' | 'deliver_sm';
  readonly status: number;
  /** Made of what was sent or read; the sequence number is 0 in all of them. */
  readonly octets: Buffer;
  /** Of a receipt, as the operator wrote it; empty elsewhere. */
  readonly text: string;
};

/** Takes what may be kept, where there is room for it. */
export interface PduTaker {
  take(pdu: () => readonly KeptPdu[]): void;
}

type Where = Pick<KeptPdu, 'partId' | 'operatorId' | 'atMs'>;

/** Each of ours has the same number: which one a socket gave it says nothing about the message. */
const sequence = 0;
/** A receipt is a line; what is longer is no text of one. */
const textMax = 1_024;

export function keptSubmit(where: Where, body: SubmitSm): KeptPdu {
  const octets = encodePdu({ command: 'submit_sm', status: 0, sequence, body });
  return { ...where, command: 'submit_sm', status: 0, octets, text: '' };
}

export function keptResponse(where: Where, status: number, body: MessageResponse): KeptPdu {
  const octets = encodePdu({ command: 'submit_sm_resp', status, sequence, body });
  return { ...where, command: 'submit_sm_resp', status, octets, text: '' };
}

/** Receipts are ASCII, whatever their data_coding says; NULs between their letters are UCS-2's. */
export function keptReceipt(where: Where, body: DeliverSm): KeptPdu {
  const octets = encodePdu({ command: 'deliver_sm', status: 0, sequence, body });
  const text = userDataOf(body).toString('latin1').replaceAll('\0', '').slice(0, textMax);
  return { ...where, command: 'deliver_sm', status: 0, octets, text };
}

/** What an operator answered, by the standard’s name, or its number. */
export function answerName(status: number): string {
  return statusName(status);
}
