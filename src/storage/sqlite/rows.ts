/**
 * Records on their way to the writer thread, as the parameters of its statements.
 *
 * What crosses to a thread is written and read again, so rows go without names: arrays of plain
 * values, as JSON. Octets cross as text with a character for each.
 */
import type { Purse } from '#accounts/ledger.ts';
import type { RememberedAnswer } from '#core/idempotency.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Message, Recipient } from '#sms/message.ts';
import type {
  Acceptance,
  Facts,
  MatchedReceipt,
  PartRefusal,
  SentFrom,
  Submit,
} from '#sms/message-store.ts';
import type { Attempt, DeliverySettlement } from '#webhooks/webhook-store.ts';
import { eventIdsText } from '../event-ids-text.ts';
import { jobsOwed, type StoredJob } from '../job-rows.ts';

export type Row = readonly (string | number | null)[];

export type AcceptanceRows = {
  readonly accountId: number;
  readonly acceptedAtMs: number;
  readonly purse: Purse;
  readonly cost: number;
  /** Of all recipients. */
  readonly parts: number;
  readonly message: Row;
  readonly recipients: readonly Row[];
  readonly jobs: readonly Row[];
  readonly idempotency: RememberedAnswer | undefined;
};

export function acceptanceRows(item: Acceptance): AcceptanceRows {
  const { message, purse, cost, idempotency } = item;
  return {
    accountId: message.accountId,
    acceptedAtMs: message.acceptedAtMs,
    purse,
    cost,
    parts: item.recipients.reduce((sum, { parts }) => sum + parts, 0),
    message: messageRow(message, cost),
    recipients: item.recipients.map((recipient) => recipientRow(recipient, message)),
    jobs: item.jobs.map((job) => jobRow(job)),
    idempotency,
  };
}

/** In the order of the table `message`. */
function messageRow(message: Message, cost: number): Row {
  return [
    message.id,
    message.accountId,
    message.keyId,
    message.acceptedAtMs,
    message.sender,
    message.text,
    message.tag,
    message.class,
    message.validUntilMs,
    message.scheduledAtMs,
    message.reportUrl,
    message.reportEndpointId,
    cost,
    message.currency,
    message.test ? 1 : 0,
    message.requestId,
    message.submission && JSON.stringify(message.submission),
    message.clientRequestId ?? '',
  ];
}

/** The first columns of the table `recipient`: how it begins. */
function recipientRow(recipient: Recipient, { acceptedAtMs }: Message): Row {
  const { id, phone, operatorId, text, form, parts, concatReference, cost } = recipient;
  return [id, phone, operatorId, text, form, parts, concatReference, cost, acceptedAtMs];
}

/** In the order in which jobs are inserted. */
function jobRow(job: StoredJob): Row {
  const { id, lane, dueAtMs, attempt, orderKey, expiresAtMs, subject, further = false } = job;
  return [id, lane, dueAtMs, attempt, orderKey, expiresAtMs, subject, further ? 1 : 0];
}

export type EventRows = {
  /** In the order in which events are inserted, without its body. */
  readonly event: Row;
  /** A character for each octet. */
  readonly body: string;
  readonly jobs: readonly Row[];
};

export function eventRows(owed: OwedEvent): EventRows {
  const { id, accountId, kind, orderKey, url, body, createdAtMs, test } = owed;
  return {
    event: [id, accountId, kind, orderKey, url, createdAtMs, test ? 1 : 0, owed.job?.id ?? null],
    body: octetText(body),
    jobs: jobsOwed(owed).map((job) => jobRow(job)),
  };
}

/** A character for each octet; `textOctets` turns it back. */
export function octetText(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1');
}

export function textOctets(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

export type SubmitRows = {
  /** In the order of the table `further_submit`. */
  readonly part: readonly [
    id: number,
    operatorId: number,
    remoteId: string,
    partId: number,
    phone: string,
    submittedAtMs: number,
    awaited: 0 | 1,
  ];
  readonly jobId: number;
  readonly intended: boolean;
  /** In the order of the table `last_sent`. */
  readonly lastSent: Row | null;
};

export type ReceiptRows = Omit<MatchedReceipt, 'events' | 'receipt'> &
  Pick<MatchedReceipt['receipt'], 'outcome' | 'word' | 'error' | 'receivedAtMs'> & {
    readonly owed: readonly EventRows[];
    readonly eventIds: string;
  };

export type RefusalRows = Omit<PartRefusal, 'events' | 'job'> & {
  readonly jobId: number;
  readonly partId: number;
  readonly owed: readonly EventRows[];
  readonly eventIds: string;
};

export type FactRows = {
  readonly submits: readonly SubmitRows[];
  readonly receipts: readonly ReceiptRows[];
  readonly refusals: readonly RefusalRows[];
};

export function factRows({ submits, receipts, refusals }: Facts): FactRows {
  return {
    submits: submits.map((submit) => submitRows(submit)),
    receipts: receipts.map((receipt) => receiptRows(receipt)),
    refusals: refusals.map(({ events, job, ...refusal }) => ({
      ...refusal,
      jobId: job.id,
      partId: job.subject,
      owed: events.map((event) => eventRows(event)),
      eventIds: eventIdsText(events),
    })),
  };
}

/** Member by member: what is spread around others takes V8 three times as long. */
function receiptRows(matched: MatchedReceipt): ReceiptRows {
  const { submittedPartId, partId, parts, keptReceiptId, refund, receipt, events } = matched;
  const { outcome, word, error, receivedAtMs } = receipt;
  return {
    submittedPartId,
    partId,
    parts,
    keptReceiptId,
    refund: outcome === 'not delivered' ? refund : undefined,
    outcome,
    word,
    error,
    receivedAtMs,
    owed: events.map((event) => eventRows(event)),
    eventIds: eventIdsText(events),
  };
}

function submitRows(submit: Submit): SubmitRows {
  const { submittedPartId, job, phone, submittedAtMs } = submit;
  const { operatorId, remoteId, awaitsReport, intended, sentFrom } = submit;
  const awaited = awaitsReport ? 1 : 0;
  return {
    part: [submittedPartId, operatorId, remoteId, job.subject, phone, submittedAtMs, awaited],
    jobId: job.id,
    intended,
    lastSent: sentFrom === undefined ? null : lastSentRow(sentFrom, phone, submittedAtMs),
  };
}

function lastSentRow(
  { number, test, accountId, messageId }: SentFrom,
  phone: string,
  atMs: number,
): Row {
  return [number, phone, test ? 1 : 0, accountId, messageId, atMs];
}

export type SettlementRows = {
  readonly attempt: AttemptRow;
  readonly attemptRead: number;
  readonly retry: DeliverySettlement['retry'];
};

/** In the order of the table `webhook_attempt`, behind its id. */
type AttemptRow = readonly [eventId: number, endpointId: number, jobId: number, ...more: Row];

export function settlementRows({ job, attempt, retry }: DeliverySettlement): SettlementRows {
  return { attempt: attemptRow(attempt), attemptRead: job.attempt, retry };
}

function attemptRow(attempt: Attempt): AttemptRow {
  return [
    attempt.eventId,
    attempt.endpointId,
    attempt.jobId,
    attempt.n,
    attempt.atMs,
    attempt.outcome,
    attempt.status,
    attempt.error,
    attempt.durationMs,
    attempt.ip,
    attempt.responseHead,
    attempt.responseBody,
    attempt.url,
    attempt.phases.resolveMs,
    attempt.phases.connectMs,
    attempt.phases.tlsMs,
    attempt.phases.answerMs,
  ];
}
