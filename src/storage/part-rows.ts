/** Parts as rows of a join with their recipient and message, made into the records of sms/. */

import { partSlots, partsOfMessage, placeOfPart } from '#model/ids.ts';
import type { Job, Owed } from '#queue/job.ts';
import type { Message, OutgoingPart, Recipient } from '#sms/message.ts';
import type {
  ClaimableReceipt,
  KeptReceipt,
  OverduePart,
  SubmittedPart,
} from '#sms/message-store.ts';
import type { Submission, SubmittedMessage } from '#sms/submission.ts';
import { jobColumns } from './job-rows.ts';
import { recordColumns } from './records.ts';

type MessageRow = Omit<Message, 'test' | 'submission'> & {
  readonly test: number;
  readonly submission: string | null;
};

export type PartRow = {
  readonly job: Job & { readonly unanswered: number };
  readonly message: MessageRow;
  readonly recipient: Recipient;
  /** Whether its submit may be in progress. */
  readonly intent: number | null;
};

/** Of jobs of parts, each with its part; `where` ends the statement. */
export function partsText(where: string): string {
  return `SELECT ${jobColumns}, ${partColumns}, submit_intent.job_id AS intent
    FROM job ${joinedByPart('job.subject')} LEFT JOIN submit_intent ON submit_intent.job_id = job.id
    WHERE ${where}`;
}

/** Ids nest (see sms/message.ts): no index is needed for these joins. */
export function joinedByPart(partId: string): string {
  return `JOIN recipient ON recipient.id = ${partId} / ${partSlots}
    JOIN message ON message.id = ${partId} / ${partsOfMessage}`;
}

function asSubmission(text: string | null): Submission | null {
  return text === null ? null : (JSON.parse(text) as Submission);
}

export function asOwedPart({ job, message, recipient, intent }: PartRow): Owed<OutgoingPart> {
  const { unanswered, ...plain } = job;
  return {
    job: unanswered > 0 ? job : plain,
    load: {
      message: {
        ...message,
        test: message.test === 1,
        submission: asSubmission(message.submission),
      },
      recipient,
      part: placeOfPart(job.subject),
      intended: intent !== null,
    },
  };
}

const partColumns = [
  'job.unanswered AS "job.unanswered"',
  recordColumns(
    'message',
    'id account_id key_id accepted_at sender text tag class valid_until scheduled_at report_url',
  ),
  recordColumns('message', 'report_endpoint_id currency test request_id submission'),
  'message.id AS "recipient.messageId"',
  recordColumns('recipient', 'id phone operator_id text form parts concat_reference cost'),
].join(', ');

export type SubmittedRow = {
  readonly part: Omit<SubmittedPart, 'test' | 'submitted'> & { readonly test: number };
  readonly submitted: Omit<SubmittedMessage, 'submission'> & { readonly submission: string | null };
  readonly remoteId: string;
};

export const submittedColumns = [
  'submitted_part.id AS "part.submittedPartId", submitted_part.remote_id AS "remoteId"',
  recordColumns('submitted_part', 'part_id submitted_at', 'part'),
  `CASE WHEN recipient.form LIKE '%/payload/%' THEN 1 ELSE recipient.parts END AS "part.parts"`,
  recordColumns('recipient', 'phone cost', 'part'),
  recordColumns('message', 'account_id currency tag report_url report_endpoint_id test', 'part'),
  recordColumns('message', 'accepted_at submission', 'submitted'),
  'substr(message.text, 1, 20) AS "submitted.text"',
].join(', ');

/**
 * Which kept receipts are of the part that goes by the aliases `kept` and `part`: its own phone's first. One
 * from another phone is taken where the phone need not agree and none does.
 */
export function isKeptFor(phone: string): string {
  return `(kept.phone = ${phone} OR kept.address = 'ignore' OR kept.address = 'prefer' AND NOT EXISTS (
      SELECT 1 FROM unmatched_receipt AS nearer WHERE nearer.operator_id = kept.operator_id
        AND nearer.remote_id = kept.remote_id AND nearer.phone = ${phone}))`;
}

/** Where submits stand that are joined with something else: the view of both has no index for a join on SQLite. */
const submits = ['first_submit', 'further_submit'] as const;

/**
 * Kept receipts between two ids whose parts are awaited. `CROSS`: in this order, or SQLite goes through all parts whose
 * report is awaited.
 */
export function claimableText(
  places: Readonly<Record<'first' | 'last' | 'limit', string>>,
): string {
  const { first, last, limit } = places;
  const found = submits.map(
    (source) => `
    SELECT ${submittedColumns}, ${keptColumns}
    FROM unmatched_receipt AS kept CROSS JOIN ${source} AS submitted_part
    ${joinedByPart('submitted_part.part_id')}
    WHERE kept.id BETWEEN ${first} AND ${last} AND submitted_part.operator_id = kept.operator_id
      AND submitted_part.remote_id = kept.remote_id AND submitted_part.awaited = 1
      AND ${isKeptFor('submitted_part.phone')}`,
  );
  return `${found.join(' UNION ALL ')} ORDER BY "kept.id" LIMIT ${limit}`;
}

/** A `ReceiptSpan`, or no row. */
export const keptText = `
  SELECT id AS "first", (SELECT max(id) FROM unmatched_receipt) AS "last"
  FROM unmatched_receipt ORDER BY id LIMIT 1`;

/** Of the receipt under the name `kept`: the row's record of that name. */
export const keptColumns = recordColumns(
  'kept',
  'id operator_id remote_id phone outcome word error received_at done_at address',
);

export type KeptRow = { readonly kept: KeptReceipt };

export type ClaimableRow = SubmittedRow & KeptRow;

export function asSubmittedPart({ part, submitted }: SubmittedRow): SubmittedPart {
  const submission = asSubmission(submitted.submission);
  return { ...part, test: part.test === 1, submitted: submission && { ...submitted, submission } };
}

export function asClaimable(row: ClaimableRow): ClaimableReceipt {
  return { part: asSubmittedPart(row), receipt: row.kept };
}

export function asOverdue(row: SubmittedRow): OverduePart {
  return { ...asSubmittedPart(row), remoteId: row.remoteId };
}
