/** What the protocol work has learned, in one commit: submits, then receipts, then refusals. */

import { must } from '#core/assert.ts';
import { partSlots, recipientOfPart } from '#model/ids.ts';
import type {
  FactResults,
  Facts,
  KeptReceipt,
  MatchedReceipt,
  PartRefusal,
  ReceiptResult,
  Submit,
} from '#sms/message-store.ts';
import { eventIdsText } from '../event-ids-text.ts';
import { isKeptFor, type KeptRow, keptColumns } from '../part-rows.ts';
import { byIndex } from './by-index.ts';
import { type Column, type Columns, columns } from './columns.ts';
import { eventArrays, putEvents } from './events.ts';
import { allBits, inRounds, notFinal, partBit, type Round, standing } from './recipient-state.ts';
import type { Statement, Statements } from './statement.ts';

/** All statements go out before the first is answered. */
export async function recordFacts(
  connection: Statements,
  { submits, receipts, refusals }: Facts,
): Promise<FactResults> {
  const [kept, received, refused] = await Promise.all([
    recordSubmits(connection, submits),
    recordReceipts(connection, receipts),
    recordRefusals(connection, refusals),
  ]);
  return { submits: kept, receipts: received, refusals: refused };
}

const submitted = columns<Submit>([
  ['id', 'bigint', ({ submittedPartId }) => submittedPartId],
  ['operator_id', 'bigint', ({ operatorId }) => operatorId],
  ['remote_id', 'text', ({ remoteId }) => remoteId],
  ['part_id', 'bigint', ({ job }) => job.subject],
  ['recipient_id', 'bigint', ({ job }) => recipientOfPart(job.subject)],
  ['phone', 'text', ({ phone }) => phone],
  ['submitted_at', 'bigint', ({ submittedAtMs }) => submittedAtMs],
  ['awaited', 'bigint', ({ awaitsReport }) => awaitsReport],
  ['job_id', 'bigint', ({ job }) => job.id],
  ['intended', 'bigint', ({ intended }) => intended],
  ['sent_number', 'text', ({ sentFrom }) => sentFrom?.number ?? null],
  ['sent_account_id', 'bigint', ({ sentFrom }) => sentFrom?.accountId ?? null],
  ['sent_message_id', 'bigint', ({ sentFrom }) => sentFrom?.messageId ?? null],
  ['sent_test', 'bigint', ({ sentFrom }) => sentFrom?.test ?? null],
]);

/**
 * The first submit of a recipient's first part goes into its row, all others into rows of their own; each once.
 * Recipients are changed in the order of their ids, so that two processes never wait for each other.
 */
const submitStatement: Statement = {
  name: 'record submits',
  text: `
    WITH given AS (SELECT * FROM ${submitted.rows()}), firsts AS (
      SELECT id, operator_id, remote_id, submitted_at, awaited, recipient_id
      FROM given WHERE part_id % ${partSlots} = 1 ORDER BY recipient_id
    ), first AS (
      UPDATE recipient SET first_submit_id = firsts.id, first_operator_id = firsts.operator_id,
        first_remote_id = firsts.remote_id, first_submitted_at = firsts.submitted_at,
        first_awaited = firsts.awaited
      FROM firsts WHERE ${byIndex('recipient.id', 'firsts.recipient_id')}
        AND recipient.first_submit_id IS NULL
      RETURNING recipient.first_submit_id
    ), further AS (
      INSERT INTO further_submit
        (id, operator_id, remote_id, part_id, phone, submitted_at, awaited)
      SELECT id, operator_id, remote_id, part_id, phone, submitted_at, awaited FROM given
      WHERE NOT EXISTS (SELECT 1 FROM first WHERE first.first_submit_id = given.id)
        AND NOT EXISTS (SELECT 1 FROM recipient
          WHERE ${byIndex('recipient.id', 'given.recipient_id')} AND recipient.first_submit_id = given.id)
      ON CONFLICT (id) DO NOTHING
    ), settled AS (
      DELETE FROM job WHERE job.id = ANY (${submitted.array('job_id')})
    ), withdrawn AS (
      DELETE FROM submit_intent USING given
      WHERE ${byIndex('submit_intent.job_id', 'given.job_id')} AND given.intended = 1
    ), sent AS (
      INSERT INTO last_sent (number, phone, test, account_id, message_id, at)
      SELECT DISTINCT ON (sent_number, phone, sent_test)
        sent_number, phone, sent_test, sent_account_id, sent_message_id, submitted_at
      FROM given WHERE sent_number IS NOT NULL
      ORDER BY sent_number, phone, sent_test, place DESC
      ON CONFLICT (number, phone, test) DO UPDATE SET account_id = excluded.account_id,
        message_id = excluded.message_id, at = excluded.at
    )
    SELECT given.place, ${keptColumns}
    FROM given JOIN unmatched_receipt AS kept
      ON ${byIndex('kept.operator_id', 'given.operator_id')}
      AND ${byIndex('kept.remote_id', 'given.remote_id')}
      AND ${isKeptFor('given.phone')}
    WHERE given.awaited = 1`,
};

async function recordSubmits(connection: Statements, submits: readonly Submit[]) {
  if (submits.length === 0) return [];
  const { rows } = await connection.run<KeptRow & { readonly place: number }>(
    submitStatement,
    submitted.arrays(submits),
  );
  const kept = submits.map((): KeptReceipt[] => []);
  // Sorted here: an ORDER BY would let the plan read the whole table in that order.
  const inOrder = rows.toSorted((one, other) => one.kept.id - other.kept.id);
  for (const row of inOrder) must(kept[row.place - 1], 'submit').push(row.kept);
  return kept;
}

const receiptColumns: readonly Column<MatchedReceipt>[] = [
  ['submitted_part_id', 'bigint', ({ submittedPartId }) => submittedPartId],
  ['part_id', 'bigint', ({ partId }) => partId],
  ['recipient_id', 'bigint', ({ partId }) => recipientOfPart(partId)],
  ['parts', 'bigint', ({ parts }) => parts],
  ['kept_receipt_id', 'bigint', ({ keptReceiptId }) => keptReceiptId],
  ['outcome', 'text', ({ receipt }) => receipt.outcome],
  ['word', 'text', ({ receipt }) => receipt.word],
  ['error', 'text', ({ receipt }) => receipt.error],
  ['received_at', 'bigint', ({ receipt }) => receipt.receivedAtMs],
  ['told', 'text', ({ events }) => eventIdsText(events)],
];

const received = columns<MatchedReceipt>(receiptColumns);

/** With what accounts get back for what is not delivered: most get nothing. */
const receivedWithRefunds = columns<MatchedReceipt>([
  ...receiptColumns,
  ['account_id', 'bigint', ({ refund }) => refund?.accountId ?? null],
  ['purse', 'text', ({ refund }) => refund?.purse ?? null],
  ['cost', 'bigint', ({ refund }) => refund?.cost ?? 0],
  ['at', 'bigint', ({ refund }) => refund?.atMs ?? null],
]);

const toldToo = "event_ids = recipient.event_ids || CASE WHEN moves THEN judged.told ELSE '' END";

/** What is given back to accounts for recipients that `judged` has; each is refunded once: the second time meets the unique index. */
function refunds(condition: string): string {
  return `refunded AS (
      INSERT INTO movement (account_id, purse, kind, amount, actor, at, recipient_id)
      SELECT account_id, purse, 'refund', cost, 'system', at, recipient_id
      FROM judged WHERE ${condition} AND cost > 0
      ON CONFLICT (recipient_id) WHERE recipient_id IS NOT NULL DO NOTHING
      RETURNING account_id, purse, amount
    ), sums AS (
      SELECT account_id, coalesce(sum(amount) FILTER (WHERE purse = 'live'), 0) AS live,
        coalesce(sum(amount) FILTER (WHERE purse = 'test'), 0) AS test
      FROM refunded GROUP BY account_id ORDER BY account_id
    ), paid AS (
      UPDATE account SET balance = balance + live, test_balance = test_balance + test
      FROM sums WHERE ${byIndex('account.id', 'sums.account_id')}
    )`;
}

const ofFirst = `recipient.first_awaited,
        (recipient.first_submit_id = submitted_part_id) IS TRUE AS is_first`;

/** Where the report is of another submit, the columns of the first one stay. */
const reportedOfFirst = [
  ['outcome', 'judged.outcome'],
  ['word', 'judged.word'],
  ['error', 'judged.error'],
  ['reported_at', 'judged.received_at'],
  ['awaited', "(judged.outcome = 'waiting')::int"],
]
  .map(([name, value]) => {
    const column = `first_${name}`;
    return `${column} = CASE WHEN is_first THEN ${value} ELSE recipient.${column} END`;
  })
  .join(', ');

const receiptStatement = recordingReceipts('record receipts', received, '');

const refundingStatement = recordingReceipts(
  'record receipts and refunds',
  receivedWithRefunds,
  `${refunds("moves AND outcome = 'not delivered'")}, `,
);

/**
 * Answers the rows that do not move their recipient, which are few, and whether their part is known. `<> 0`, so that no plan reads the
 * partial indexes of what is awaited: they are small when it is made.
 */
function recordingReceipts(name: string, rows: Columns<MatchedReceipt>, paidBack: string) {
  const text = `
    WITH given AS (SELECT * FROM ${rows.rows()}), unkept AS (
      DELETE FROM unmatched_receipt WHERE id = ANY (${rows.array('kept_receipt_id')})
    ), further AS (
      UPDATE further_submit SET outcome = given.outcome, word = given.word, error = given.error,
        reported_at = given.received_at,
        awaited = CASE WHEN given.outcome = 'waiting' THEN 1 ELSE 0 END
      FROM given WHERE ${byIndex('further_submit.id', 'given.submitted_part_id')}
        AND further_submit.awaited <> 0
      RETURNING given.place
    ), ${standing('given', ofFirst)}, reported AS (
      SELECT * FROM standing
      WHERE CASE WHEN is_first THEN first_awaited <> 0 ELSE place IN (SELECT place FROM further) END
    ), judged AS (
      SELECT *,
        CASE outcome WHEN 'delivered' THEN delivered_parts | ${partBit} ELSE delivered_parts END
          AS delivered_now,
        CASE outcome
          WHEN 'waiting' THEN state = 'accepted'
          WHEN 'delivered' THEN ${notFinal}
            AND (parts = 1 OR (delivered_parts | ${partBit}) = ${allBits})
          ELSE ${notFinal}
        END AS moves
      FROM reported
    ), moved AS (
      UPDATE recipient SET delivered_parts = judged.delivered_now,
        state = CASE WHEN moves THEN judged.outcome ELSE judged.state END,
        reason = CASE WHEN moves AND judged.outcome = 'not delivered' THEN judged.word
          ELSE recipient.reason END,
        changed_at = CASE WHEN moves THEN judged.received_at ELSE recipient.changed_at END,
        ${reportedOfFirst},
        ${toldToo}
      FROM judged WHERE ${byIndex('recipient.id', 'judged.recipient_id')}
        AND (is_first OR moves OR judged.delivered_now <> judged.delivered_parts)
    ), ${paidBack}changed AS (SELECT * FROM judged WHERE moves), ${putEvents(rows.count + 1)}
    SELECT place, EXISTS (
        SELECT 1 FROM further_submit WHERE ${byIndex('further_submit.id', 'submitted_part_id')})
      OR EXISTS (SELECT 1 FROM recipient
        WHERE ${byIndex('recipient.id', 'given.recipient_id')}
          AND recipient.first_submit_id = submitted_part_id) AS known
    FROM given WHERE (place IN (SELECT place FROM changed)) IS NOT TRUE`;
  return { name, text };
}

async function recordReceipts(connection: Statements, receipts: readonly MatchedReceipt[]) {
  const results = receipts.map((): ReceiptResult => 'state changed');
  const rounds = inRounds(receipts, ({ partId }) => recipientOfPart(partId));
  const answers = rounds.map(async ({ items, places }) => {
    const isPaidBack = items.some(({ refund }) => refund !== undefined);
    const [statement, given] = isPaidBack
      ? [refundingStatement, receivedWithRefunds]
      : [receiptStatement, received];
    const parameters = [...given.arrays(items), ...eventArrays(items)];
    const { rows } = await connection.run<UnmovedRow>(statement, parameters);
    for (const { place, known } of rows) {
      results[placeIn(places, place)] = known === 1 ? 'nothing new' : 'unknown part';
    }
  });
  await Promise.all(answers);
  return results;
}

type UnmovedRow = { readonly place: number; readonly known: 0 | 1 };

const refused = columns<PartRefusal>([
  ['settled_job_id', 'bigint', ({ job }) => job.id],
  ['part_id', 'bigint', ({ job }) => job.subject],
  ['recipient_id', 'bigint', ({ job }) => recipientOfPart(job.subject)],
  ['parts', 'bigint', ({ parts }) => parts],
  ['account_id', 'bigint', ({ accountId }) => accountId],
  ['purse', 'text', ({ purse }) => purse],
  ['cost', 'bigint', ({ cost }) => cost],
  ['new_reason', 'text', ({ reason }) => reason],
  ['at', 'bigint', ({ atMs }) => atMs],
  ['intended', 'bigint', ({ intended }) => intended],
  ['told', 'text', ({ events }) => eventIdsText(events)],
]);

/** No job: the part was settled already, by a late answer for example. */
const refusalStatement: Statement = {
  name: 'record refusals',
  text: `
    WITH given AS (SELECT * FROM ${refused.rows()}), withdrawn AS (
      DELETE FROM submit_intent USING given
      WHERE ${byIndex('submit_intent.job_id', 'given.settled_job_id')} AND given.intended = 1
    ), settled AS (
      DELETE FROM job USING given WHERE ${byIndex('job.id', 'given.settled_job_id')} RETURNING given.*
    ), ${standing('settled')}, judged AS (
      SELECT *, refused_parts | ${partBit} AS refused_now, ${notFinal} AS moves FROM standing
    ), moved AS (
      UPDATE recipient SET refused_parts = judged.refused_now,
        state = CASE WHEN moves THEN 'not delivered' ELSE judged.state END,
        reason = CASE WHEN moves THEN judged.new_reason ELSE recipient.reason END,
        changed_at = CASE WHEN moves THEN judged.at ELSE recipient.changed_at END,
        ${toldToo}
      FROM judged WHERE ${byIndex('recipient.id', 'judged.recipient_id')}
    ), ${refunds(`refused_now = ${allBits}`)},
    changed AS (SELECT * FROM judged WHERE moves), ${putEvents(refused.count + 1)}
    SELECT place FROM changed`,
};

async function recordRefusals(connection: Statements, refusals: readonly PartRefusal[]) {
  const results = refusals.map(() => false);
  const rounds = inRounds(refusals, ({ job }) => recipientOfPart(job.subject));
  const answers = rounds.map(async ({ items, places }) => {
    const parameters = [...refused.arrays(items), ...eventArrays(items)];
    const { rows } = await connection.run<{ place: number }>(refusalStatement, parameters);
    for (const { place } of rows) results[placeIn(places, place)] = true;
  });
  await Promise.all(answers);
  return results;
}

/** Where a row of a round stands in the list that was given. */
function placeIn(places: Round<unknown>['places'], place: number): number {
  return must(places[place - 1], 'row of a round');
}
