/** Messages on SQLite, in the order of their interface. */

import type { DatabaseSync } from 'node:sqlite';
import type { Millionths } from '#core/money.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { partsOfMessage, recipientSlots } from '#model/ids.ts';
import { testColumnOf } from '#model/key-mode.ts';
import type { Lease } from '#queue/lease.ts';
import type { MessageStore, Receipt, ReceiptSpan, SubmittedPart } from '#sms/message-store.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import { paidCost } from '../paid-cost.ts';
import {
  asClaimable,
  asOwedPart,
  asSubmittedPart,
  type ClaimableRow,
  claimableText,
  joinedByPart,
  keptText,
  type PartRow,
  partsText,
  type SubmittedRow,
  submittedColumns,
} from '../part-rows.ts';
import type { SharedMessages } from '../queries/sent-messages.ts';
import { acceptMessages } from './accept-messages.ts';
import { lanesFound } from './jobs.ts';
import { rowsFrom } from './read-rows.ts';
import { recordFacts, withdrawIntent } from './record-facts.ts';
import { type AcceptanceRows, acceptanceRows, type FactRows, factRows } from './rows.ts';
import { allAccepts, allFacts, unlikeAccepts, unlikeFacts } from './unlike-results.ts';
import type { WriterCalls } from './writer-calls.ts';

export function messageWrites(db: DatabaseSync) {
  const accept = acceptMessages(db);
  const record = recordFacts(db);
  return {
    acceptMessages: (items: readonly AcceptanceRows[]) => unlikeAccepts(accept(items)),
    recordFacts: (facts: FactRows) => unlikeFacts(record(facts)),
    ...intents(db),
    matchOrKeepReceipts: matchOrKeepReceipts(db),
    ...forgetting(db),
  };
}

export function messageStore(
  db: DatabaseSync,
  writer: WriterCalls<ReturnType<typeof messageWrites>>,
): Omit<MessageStore, keyof SharedMessages> {
  const prepare = rowsFrom(db);
  const dueParts = prepare<PartRow>(
    partsText('job.lane = ? AND job.due_at <= ? ORDER BY job.due_at, job.id LIMIT ?'),
  );
  const toSend = db.prepare(`
    ${lanesFound} SELECT count(*) AS count FROM (
      SELECT 1 FROM job JOIN message ON message.id = job.subject / ${partsOfMessage}
      WHERE lane IN (SELECT lane FROM found WHERE lane LIKE ?3) AND message.test = ?5 LIMIT ?4)`);
  const claimable = prepare<ClaimableRow>(claimableText({ first: '?1', last: '?2', limit: '?3' }));
  const kept = prepare<ReceiptSpan>(keptText);
  return {
    async acceptMessages(items) {
      const rows = items.map((item) => acceptanceRows(item));
      return allAccepts(items.length, await writer.callPaced(items.length, 'acceptMessages', rows));
    },
    dueParts: async ({ lane, nowMs, limit }) =>
      dueParts(lane, nowMs, limit).map((row) => asOwedPart(row)),
    intendSubmits: (jobIds, lease) => writer.call('intendSubmits', jobIds, lease),
    withdrawIntents: (jobIds) => writer.call('withdrawIntents', jobIds),
    async recordFacts(facts) {
      const { submits, receipts, refusals } = facts;
      const items = submits.length + receipts.length + refusals.length;
      return allFacts(facts, await writer.callPaced(items, 'recordFacts', factRows(facts)));
    },
    matchOrKeepReceipts: (items) => writer.call('matchOrKeepReceipts', items),
    keptReceipts: async () => kept()[0],
    claimableReceipts: async (limit, { first = 0, last = Number.MAX_SAFE_INTEGER } = {}) =>
      claimable(first, last, limit).map((row) => asClaimable(row)),
    forgetReceipts: (beforeMs, limit) => writer.call('forgetReceipts', beforeMs, limit),
    forgetReplies: (beforeMs, limit) => writer.call('forgetReplies', beforeMs, limit),
    countToSend: async (reach, max) => {
      const lanes = ['sms/', 'sms0', `%/${reach.accountId}`] as const;
      return (toSend.get(...lanes, max, testColumnOf(reach)) as { count: number }).count;
    },
    findStatus: findStatus(db),
  };
}

function matchOrKeepReceipts(db: DatabaseSync) {
  // Operators use their ids again: the part of the receipt's own phone, else, where it may be, the newest.
  const find = rowsFrom(db)<SubmittedRow>(`
    SELECT ${submittedColumns} FROM submitted_part ${joinedByPart('submitted_part.part_id')}
    WHERE submitted_part.operator_id = ?1 AND submitted_part.remote_id = ?2 AND awaited = 1
      AND (?4 <> 'require' OR submitted_part.phone = ?3)
    ORDER BY ?4 = 'prefer' AND submitted_part.phone = ?3 DESC, submitted_part.id DESC LIMIT 1`);
  const keep = db.prepare(`
    INSERT INTO unmatched_receipt
      (operator_id, remote_id, phone, outcome, word, error, received_at, done_at, address)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (items: readonly Receipt[]): readonly (SubmittedPart | undefined)[] =>
    items.map(({ operatorId, remoteId, phone, address, outcome, ...said }) => {
      const [row] = find(operatorId, remoteId, phone, address);
      if (row !== undefined) return asSubmittedPart(row);
      const { word, error, receivedAtMs, doneAtMs } = said;
      const words = [outcome, word, error, receivedAtMs, doneAtMs, address];
      keep.run(operatorId, remoteId, phone, ...words);
      return undefined;
    });
}

function intents(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO submit_intent VALUES (?) ON CONFLICT DO NOTHING');
  const remove = withdrawIntent(db);
  const current = db.prepare('SELECT 1 FROM lease WHERE name = ? AND epoch = ?');
  return {
    intendSubmits(jobIds: readonly number[], { name, epoch }: Lease): boolean {
      if (current.get(name, epoch) === undefined) return false;
      for (const jobId of jobIds) insert.run(jobId);
      return true;
    },
    withdrawIntents(jobIds: readonly number[]): void {
      for (const jobId of jobIds) remove(jobId);
    },
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
    SELECT recipient.state, recipient.changed_at, ${paidCost} AS cost, message.currency
    FROM message JOIN recipient
      ON recipient.id >= message.id * ${recipientSlots} AND recipient.id < (message.id + 1) * ${recipientSlots}
    WHERE message.id = ? AND message.account_id = ? AND message.test = ?
      AND recipient.phone = ?`);
  return async (reach, messageId, phone: PhoneNumber) => {
    const row = find.get(messageId, reach.accountId, testColumnOf(reach), phone) as
      | StatusRow
      | undefined;
    if (row === undefined) return undefined;
    const { cost, currency, changed_at: atMs } = row;
    const state = row.state === 'accepted' ? 'waiting' : row.state;
    return { messageId, phone, state, atMs, cost, currency };
  };
}
