/** Messages on SQLite, in the order of their interface. */
import type { DatabaseSync } from 'node:sqlite';
import type { Purse } from '#accounts/account-store.ts';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type {
  KeptReceipt,
  MatchedReceipt,
  MessageStore,
  OverduePart,
  PartRefusal,
  Receipt,
  Submit,
  SubmitRecorded,
  SubmittedPart,
} from '#sms/message-store.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import { acceptMessages } from './accept-messages.ts';
import { putEvent } from './events.ts';
import { asJob, deleteJob, type JobRow, jobColumns } from './jobs.ts';
import {
  asMessage,
  asRecipient,
  joinedByPart,
  type PartRow,
  partColumns,
  partPlace,
} from './part-rows.ts';
import { recipientStates } from './recipient-state.ts';
import type { WriterClient } from './writer-client.ts';

export function messageWrites(db: DatabaseSync) {
  return {
    acceptMessages: acceptMessages(db),
    recordSubmits: recordSubmits(db),
    recordReceipts: recordReceipts(db),
    matchOrKeepReceipts: matchOrKeepReceipts(db),
    refuseParts: refuseParts(db),
    ...forgetting(db),
  };
}

export function messageStore(db: DatabaseSync, writer: WriterClient): MessageStore {
  const dueParts = db.prepare(`
    SELECT ${jobColumns}, job.subject AS part_id, ${partColumns}
    FROM job ${joinedByPart('job.subject')}
    WHERE job.lane = ? AND job.due_at <= ? ORDER BY job.due_at, job.id LIMIT ?`);
  const overdue = db.prepare(`
    SELECT submitted_part.id AS submitted_part_id, submitted_part.part_id, remote_id, ${partColumns}
    FROM submitted_part ${joinedByPart('submitted_part.part_id')}
    WHERE submitted_part.id > ? AND submitted_part.submitted_at < ? AND awaited = 1
    ORDER BY submitted_part.id LIMIT ?`);
  return {
    acceptMessages: (items) => writer.call('acceptMessages', items),
    dueParts: async ({ lane, nowMs, limit }) =>
      (dueParts.all(lane, nowMs, limit) as (JobRow & PartRow)[]).map((row) => ({
        job: asJob(row),
        load: { message: asMessage(row), recipient: asRecipient(row), part: partPlace(row) },
      })),
    recordSubmits: (items) => writer.call('recordSubmits', items),
    recordReceipts: (items) => writer.call('recordReceipts', items),
    matchOrKeepReceipts: (items) => writer.call('matchOrKeepReceipts', items),
    refuseParts: (items) => writer.call('refuseParts', items),
    overdueParts: async (beforeMs, afterId, limit) =>
      (overdue.all(afterId, beforeMs, limit) as SubmittedRow[]).map(
        (row): OverduePart => ({
          ...asSubmitted(row),
          operatorId: row.operator_id,
          remoteId: row.remote_id,
        }),
      ),
    forgetReceipts: (beforeMs, limit) => writer.call('forgetReceipts', beforeMs, limit),
    forgetReplies: (beforeMs, limit) => writer.call('forgetReplies', beforeMs, limit),
    findStatus: findStatus(db),
  };
}

function recordSubmits(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO submitted_part (operator_id, remote_id, part_id, phone, submitted_at, awaited)
    VALUES (?, ?, ?, ?, ?, ?)`);
  const settle = deleteJob(db);
  const waiting = db.prepare(`
    SELECT id, operator_id AS operatorId, remote_id AS remoteId, phone, outcome, word, error,
      received_at AS receivedAtMs
    FROM unmatched_receipt WHERE operator_id = ? AND remote_id = ? ORDER BY id`);
  return (items: readonly Submit[]): readonly SubmitRecorded[] =>
    items.map(({ job, operatorId, remoteId, phone, submittedAtMs, awaitsReport }) => {
      const awaited = awaitsReport ? 1 : 0;
      const made = insert.run(operatorId, remoteId, job.subject, phone, submittedAtMs, awaited);
      settle(job.id);
      const waitingReceipts = awaitsReport
        ? (waiting.all(operatorId, remoteId) as KeptReceipt[])
        : [];
      return { submittedPartId: Number(made.lastInsertRowid), waitingReceipts };
    });
}

function recordReceipts(db: DatabaseSync) {
  const unkeep = db.prepare('DELETE FROM unmatched_receipt WHERE id = ?');
  const report = db.prepare(`
    UPDATE submitted_part SET outcome = ?, word = ?, error = ?, reported_at = ?, awaited = ?
    WHERE id = ? AND awaited = 1`);
  const states = recipientStates(db);
  const put = putEvent(db);

  const move = ({ receipt, partId, parts }: MatchedReceipt): boolean => {
    const recipientId = Math.floor(partId / 16);
    const { outcome, word, receivedAtMs } = receipt;
    if (outcome === 'waiting') return states.wait(recipientId, receivedAtMs);
    return outcome === 'delivered'
      ? states.deliver(recipientId, partId % 16, parts, receivedAtMs)
      : states.fail(recipientId, word, receivedAtMs);
  };

  return (items: readonly MatchedReceipt[]): readonly boolean[] =>
    items.map((item) => {
      const { outcome, word, error, receivedAtMs } = item.receipt;
      if (item.keptReceiptId !== null) unkeep.run(item.keptReceiptId);
      const awaited = outcome === 'waiting' ? 1 : 0;
      const { changes } = report.run(
        outcome,
        word,
        error,
        receivedAtMs,
        awaited,
        item.submittedPartId,
      );
      if (changes === 0 || !move(item)) return false;
      put(item.event);
      return true;
    });
}

type SubmittedRow = PartRow & {
  readonly submitted_part_id: number;
  readonly remote_id: string;
};

function asSubmitted(row: SubmittedRow): SubmittedPart {
  return {
    submittedPartId: row.submitted_part_id,
    partId: row.part_id,
    message: asMessage(row),
    recipient: asRecipient(row),
  };
}

function matchOrKeepReceipts(db: DatabaseSync) {
  // Operators use their ids again: the part of the receipt's own phone, else the newest.
  const find = db.prepare(`
    SELECT submitted_part.id AS submitted_part_id, submitted_part.part_id, remote_id, ${partColumns}
    FROM submitted_part ${joinedByPart('submitted_part.part_id')}
    WHERE submitted_part.operator_id = ? AND remote_id = ? AND awaited = 1
    ORDER BY submitted_part.phone = ? DESC, submitted_part.id DESC LIMIT 1`);
  const keep = db.prepare(`
    INSERT INTO unmatched_receipt
      (operator_id, remote_id, phone, outcome, word, error, received_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  return (items: readonly Receipt[]): readonly (SubmittedPart | undefined)[] =>
    items.map(({ operatorId, remoteId, phone, outcome, word, error, receivedAtMs }) => {
      const row = find.get(operatorId, remoteId, phone) as SubmittedRow | undefined;
      if (row !== undefined) return asSubmitted(row);
      keep.run(operatorId, remoteId, phone, outcome, word, error, receivedAtMs);
      return undefined;
    });
}

function refuseParts(db: DatabaseSync) {
  const settle = deleteJob(db);
  const states = recipientStates(db);
  const put = putEvent(db);
  const refund = refunding(db);
  return (items: readonly PartRefusal[]): readonly boolean[] =>
    items.map((item) => {
      // No job: the part was settled already, by a late answer for example.
      if (!settle(item.job.id)) return false;
      const recipientId = Math.floor(item.job.subject / 16);
      if (states.refuse(recipientId, item.job.subject % 16)) refund(item, recipientId);
      const changed = states.fail(recipientId, item.reason, item.atMs);
      if (changed) put(item.event);
      return changed;
    });
}

function refunding(db: DatabaseSync): (refusal: PartRefusal, recipientId: number) => void {
  // Once for each recipient: the second one meets the unique index.
  const insert = db.prepare(`
    INSERT INTO movement (account_id, purse, kind, amount, actor, at, recipient_id)
    VALUES (?, ?, 'refund', ?, 'system', ?, ?)
    ON CONFLICT (recipient_id) WHERE recipient_id IS NOT NULL DO NOTHING`);
  const giveBack: Record<Purse, ReturnType<DatabaseSync['prepare']>> = {
    live: db.prepare('UPDATE account SET balance = balance + ? WHERE id = ?'),
    test: db.prepare('UPDATE account SET test_balance = test_balance + ? WHERE id = ?'),
  };
  return ({ accountId, purse, cost, atMs }, recipientId) => {
    if (cost === 0) return;
    const { changes } = insert.run(accountId, purse, cost, atMs, recipientId);
    if (changes > 0) giveBack[purse].run(cost, accountId);
  };
}

function forgetting(db: DatabaseSync) {
  const receipts = db.prepare(`
    DELETE FROM unmatched_receipt WHERE id IN
      (SELECT id FROM unmatched_receipt WHERE received_at < ? ORDER BY id LIMIT ?)`);
  const replies = db.prepare(`
    DELETE FROM idempotent_request WHERE (account_id, key) IN
      (SELECT account_id, key FROM idempotent_request WHERE created_at < ? LIMIT ?)`);
  return {
    forgetReceipts: (beforeMs: number, limit: number): number =>
      Number(receipts.run(beforeMs, limit).changes),
    forgetReplies: (beforeMs: number, limit: number): number =>
      Number(replies.run(beforeMs, limit).changes),
  };
}

type StatusRow = {
  readonly state: 'accepted' | RecipientStatus['state'];
  readonly changed_at: number;
  readonly cost: Millionths;
  readonly currency: string;
};

function findStatus(db: DatabaseSync): MessageStore['findStatus'] {
  const find = db.prepare(`
    SELECT recipient.state, recipient.changed_at, recipient.cost, message.currency
    FROM message JOIN recipient
      ON recipient.id >= message.id * 512 AND recipient.id < (message.id + 1) * 512
    WHERE message.id = ? AND message.account_id = ? AND recipient.phone = ?`);
  return async (accountId, messageId, phone: PhoneNumber) => {
    const row = find.get(messageId, accountId, phone) as StatusRow | undefined;
    if (row === undefined) return undefined;
    const { cost, currency, changed_at: atMs } = row;
    const state = row.state === 'accepted' ? 'waiting' : row.state;
    return { messageId, phone, state, atMs, cost, currency };
  };
}
