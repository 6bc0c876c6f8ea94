/** A recipient and its message as rows of a join, made into the records of sms/. */

import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { partSlots, partsOfMessage } from '#model/ids.ts';
import type { Message, MessageClass, Recipient } from '#sms/message.ts';
import type { KeptReceipt, SubmittedPart } from '#sms/message-store.ts';
import type { Submission } from '#sms/submission.ts';
import type { WrittenForm } from '#sms/text/form.ts';

export type PartRow = {
  readonly part_id: number;
  readonly message_id: number;
  readonly account_id: number;
  readonly key_id: number;
  readonly accepted_at: number;
  readonly sender: string;
  readonly text: string;
  readonly tag: string;
  readonly class: MessageClass;
  readonly valid_until: number;
  readonly scheduled_at: number | null;
  readonly report_url: string | null;
  readonly report_endpoint_id: number | null;
  readonly currency: string;
  readonly test: number;
  readonly request_id: string;
  readonly submission: string | null;
  readonly recipient_id: number;
  readonly phone: PhoneNumber;
  readonly operator_id: number;
  readonly own_text: string | null;
  readonly form: WrittenForm;
  readonly parts: number;
  readonly concat_reference: number;
  readonly cost: Millionths;
};

export const partColumns = `message.id AS message_id, message.account_id, message.key_id,
  message.accepted_at, message.sender, message.text, message.tag, message.class,
  message.valid_until, message.scheduled_at, message.report_url, message.report_endpoint_id,
  message.currency, message.test, message.request_id, message.submission,
  recipient.id AS recipient_id, recipient.phone, recipient.operator_id, recipient.text AS own_text,
  recipient.form, recipient.parts, recipient.concat_reference, recipient.cost`;

/** Ids nest (see sms/message.ts): no index is needed for these joins. */
export function joinedByPart(partId: string): string {
  return `JOIN recipient ON recipient.id = ${partId} / ${partSlots}
    JOIN message ON message.id = ${partId} / ${partsOfMessage}`;
}

function asSubmission(text: string | null): Submission | null {
  return text === null ? null : (JSON.parse(text) as Submission);
}

export function asMessage(row: PartRow): Message {
  return {
    id: row.message_id,
    accountId: row.account_id,
    keyId: row.key_id,
    acceptedAtMs: row.accepted_at,
    sender: row.sender,
    text: row.text,
    tag: row.tag,
    class: row.class,
    validUntilMs: row.valid_until,
    scheduledAtMs: row.scheduled_at,
    reportUrl: row.report_url,
    reportEndpointId: row.report_endpoint_id,
    currency: row.currency,
    test: row.test === 1,
    requestId: row.request_id,
    submission: asSubmission(row.submission),
  };
}

export function asRecipient(row: PartRow): Recipient {
  return {
    id: row.recipient_id,
    messageId: row.message_id,
    phone: row.phone,
    operatorId: row.operator_id,
    text: row.own_text,
    form: row.form,
    parts: row.parts,
    concatReference: row.concat_reference,
    cost: row.cost,
  };
}

export type SubmittedRow = Pick<
  PartRow,
  | 'part_id'
  | 'phone'
  | 'account_id'
  | 'cost'
  | 'currency'
  | 'tag'
  | 'report_url'
  | 'report_endpoint_id'
  | 'test'
  | 'accepted_at'
  | 'text'
  | 'submission'
> & {
  readonly submitted_part_id: number;
  readonly submitted_at: number;
  readonly submits: number;
  readonly remote_id: string;
};

export const submittedColumns = `submitted_part.id AS submitted_part_id, submitted_part.part_id,
  submitted_part.submitted_at, submitted_part.remote_id, recipient.phone, recipient.cost,
  CASE WHEN recipient.form LIKE '%/payload/%' THEN 1 ELSE recipient.parts END AS submits,
  message.account_id,
  message.currency, message.tag, message.report_url, message.report_endpoint_id, message.test, message.accepted_at,
  substr(message.text, 1, 20) AS text, message.submission`;

/**
 * Which kept receipts are of the part that goes by the aliases `kept` and `part`: its own phone's first. One
 * from another phone is taken where the phone need not agree and none does.
 */
export function isKeptFor(phone: string): string {
  return `(kept.phone = ${phone} OR kept.address = 'ignore' OR kept.address = 'prefer' AND NOT EXISTS (
      SELECT 1 FROM unmatched_receipt AS nearer WHERE nearer.operator_id = kept.operator_id
        AND nearer.remote_id = kept.remote_id AND nearer.phone = ${phone}))`;
}

export const keptColumns = `kept.id, kept.operator_id AS "operatorId", kept.remote_id AS "remoteId",
  kept.phone AS kept_phone, kept.outcome, kept.word, kept.error, kept.received_at AS "receivedAtMs",
  kept.done_at AS "doneAtMs", kept.address`;

export type KeptRow = Omit<KeptReceipt, 'phone'> & { readonly kept_phone: string };

export function asKeptReceipt(row: KeptRow): KeptReceipt {
  const { id, operatorId, remoteId, outcome, word, error, receivedAtMs, doneAtMs, address } = row;
  const phone = row.kept_phone;
  return {
    id,
    operatorId,
    remoteId,
    phone,
    outcome,
    word,
    error,
    receivedAtMs,
    doneAtMs,
    address,
  };
}

export function asSubmittedPart(row: SubmittedRow): SubmittedPart {
  const submission = asSubmission(row.submission);
  return {
    submittedPartId: row.submitted_part_id,
    partId: row.part_id,
    submittedAtMs: row.submitted_at,
    parts: row.submits,
    phone: row.phone,
    accountId: row.account_id,
    cost: row.cost,
    currency: row.currency,
    tag: row.tag,
    reportUrl: row.report_url,
    reportEndpointId: row.report_endpoint_id,
    test: row.test === 1,
    submitted: submission && { submission, acceptedAtMs: row.accepted_at, text: row.text },
  };
}
