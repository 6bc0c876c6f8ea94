/** What the protocol work has learned, in one commit: submits, then receipts, then refusals. */

import type { DatabaseSync } from 'node:sqlite';
import type { Purse } from '#accounts/ledger.ts';
import { placeOfPart, recipientOfPart } from '#model/ids.ts';
import type { FactResults, KeptReceipt, ReceiptRefund, ReceiptResult } from '#sms/message-store.ts';
import { isKeptFor, type KeptRow, keptColumns } from '../part-rows.ts';
import { putEvents } from './events.ts';
import { deleteJob, deleteJobs } from './jobs.ts';
import { insertRows } from './many-rows.ts';
import { rowsFrom } from './read-rows.ts';
import { type RecipientStates, recipientStates } from './recipient-state.ts';
import type { EventRows, FactRows, ReceiptRows, RefusalRows, SubmitRows } from './rows.ts';

export function recordFacts(db: DatabaseSync): (facts: FactRows) => FactResults {
  const submit = recordSubmits(db);
  const receive = recordReceipt(db);
  const refuse = recordRefusal(db);
  const put = putEvents(db);
  return ({ submits, receipts, refusals }) => {
    const owed: EventRows[] = [];
    const results = {
      submits: submit(submits),
      receipts: receipts.map((item) => receive(item, owed)),
      refusals: refusals.map((item) => refuse(item, owed)),
    };
    put(owed);
    return results;
  };
}

function recordSubmits(
  db: DatabaseSync,
): (submits: readonly SubmitRows[]) => FactResults['submits'] {
  const note = noteSubmits(db);
  const settle = deleteJobs(db);
  const withdraw = withdrawIntent(db);
  const waiting = keptReceipts(db);
  const sent = db.prepare(`
    INSERT INTO last_sent VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (number, phone, test) DO UPDATE SET
      account_id = excluded.account_id, message_id = excluded.message_id, at = excluded.at`);
  return (submits) => {
    note(submits.map(({ part }) => part));
    settle(submits.map(({ jobId }) => jobId));
    for (const { jobId, intended, lastSent } of submits) {
      if (lastSent !== null) sent.run(...lastSent);
      if (intended) withdraw(jobId);
    }
    return waiting(submits);
  };
}

/** The first submit of a recipient's first part in its row, all others in rows of their own; each once. */
function noteSubmits(db: DatabaseSync): (parts: readonly SubmitRows['part'][]) => void {
  const noteFirst = db.prepare(`
    UPDATE recipient SET first_submit_id = ?, first_operator_id = ?, first_remote_id = ?,
      first_submitted_at = ?, first_awaited = ?
    WHERE id = ? AND first_submit_id IS NULL`);
  const isFirst = db.prepare('SELECT 1 FROM recipient WHERE id = ? AND first_submit_id = ?');
  const insert = insertRows(db, {
    head: `INSERT INTO further_submit
      (id, operator_id, remote_id, part_id, phone, submitted_at, awaited)`,
    row: '(?, ?, ?, ?, ?, ?, ?)',
    tail: 'ON CONFLICT (id) DO NOTHING',
  });
  const noted = ([id, operatorId, remoteId, partId, , atMs, awaited]: SubmitRows['part']) => {
    if (placeOfPart(partId) !== 1) return false;
    const recipientId = recipientOfPart(partId);
    const written = noteFirst.run(id, operatorId, remoteId, atMs, awaited, recipientId);
    return written.changes > 0 || isFirst.get(recipientId, id) !== undefined;
  };
  return (parts) => insert(parts.filter((part) => !noted(part)));
}

/** Receipts that came before the answers to their submits. There are hardly ever any: looked for once. */
function keptReceipts(
  db: DatabaseSync,
): (submits: readonly SubmitRows[]) => FactResults['submits'] {
  const any = db.prepare('SELECT 1 FROM unmatched_receipt LIMIT 1');
  const find = rowsFrom(db)<KeptRow>(`
    SELECT ${keptColumns} FROM unmatched_receipt AS kept
    WHERE kept.operator_id = ?1 AND kept.remote_id = ?2 AND ${isKeptFor('?3')} ORDER BY kept.id`);
  return (submits) => {
    if (submits.length === 0 || any.get() === undefined) return submits.map(() => []);
    return submits.map(({ part: [, operatorId, remoteId, , phone, , awaited] }): KeptReceipt[] => {
      const rows = awaited === 1 ? find(operatorId, remoteId, phone) : [];
      return rows.map(({ kept }) => kept);
    });
  };
}

export function withdrawIntent(db: DatabaseSync): (jobId: number) => void {
  const remove = db.prepare('DELETE FROM submit_intent WHERE job_id = ?');
  return (jobId) => void remove.run(jobId);
}

/** What a changed state owes goes to `owed`. */
function recordReceipt(
  db: DatabaseSync,
): (matched: ReceiptRows, owed: EventRows[]) => ReceiptResult {
  const unkeep = db.prepare('DELETE FROM unmatched_receipt WHERE id = ?');
  const reports = partReports(db);
  const states = recipientStates(db);
  const giveBack = refunding(db);
  return (item, owed) => {
    const { keptReceiptId, outcome, refund } = item;
    if (keptReceiptId !== null) unkeep.run(keptReceiptId);
    if (!reports.end(item)) {
      if (!reports.note(item)) return reports.isOf(item) ? 'nothing new' : 'unknown part';
      if (!moveOn(states, item)) return 'nothing new';
    }
    if (refund && outcome === 'not delivered') giveBack(refund, recipientOfPart(item.partId));
    owed.push(...item.owed);
    return 'state changed';
  };
}

function wordsOf({ outcome, word, error, receivedAtMs }: ReceiptRows) {
  return [outcome, word, error, receivedAtMs] as const;
}

/** What is reported of a part, where its submit stands. */
function partReports(db: DatabaseSync) {
  const reported = 'first_outcome = ?, first_word = ?, first_error = ?, first_reported_at = ?';
  const isAwaited = 'WHERE id = ? AND first_submit_id = ? AND first_awaited = 1';
  const end = db.prepare(`
    UPDATE recipient SET ${reported}, first_awaited = 0,
      state = ?, reason = ?, changed_at = ?, event_ids = event_ids || ?
    ${isAwaited} AND state IN ('accepted', 'waiting')`);
  const noteFirst = db.prepare(`UPDATE recipient SET ${reported}, first_awaited = ? ${isAwaited}`);
  const noteFurther = db.prepare(`
    UPDATE further_submit SET outcome = ?, word = ?, error = ?, reported_at = ?, awaited = ?
    WHERE id = ? AND awaited = 1`);
  const known = db.prepare(`
    SELECT 1 FROM recipient WHERE id = ?1 AND first_submit_id = ?2
    UNION ALL SELECT 1 FROM further_submit WHERE id = ?2`);
  return {
    /** The usual receipt, the last one of a recipient of one part, moves it on as well; false: it is another one. */
    end(item: ReceiptRows): boolean {
      const { submittedPartId, partId, parts, outcome, word, receivedAtMs, eventIds } = item;
      if (parts !== 1 || outcome === 'waiting') return false;
      const state = [outcome, outcome === 'delivered' ? '' : word, receivedAtMs, eventIds];
      const place = [recipientOfPart(partId), submittedPartId];
      return end.run(...wordsOf(item), ...state, ...place).changes > 0;
    },
    /** False where the part is not awaited. */
    note(item: ReceiptRows): boolean {
      const { submittedPartId, partId, outcome } = item;
      const words = [...wordsOf(item), outcome === 'waiting' ? 1 : 0] as const;
      return (
        noteFirst.run(...words, recipientOfPart(partId), submittedPartId).changes > 0 ||
        noteFurther.run(...words, submittedPartId).changes > 0
      );
    },
    isOf: ({ partId, submittedPartId }: ReceiptRows): boolean =>
      known.get(recipientOfPart(partId), submittedPartId) !== undefined,
  };
}

function moveOn(states: RecipientStates, receipt: ReceiptRows): boolean {
  const { partId, parts, outcome, word, receivedAtMs, eventIds } = receipt;
  const recipientId = recipientOfPart(partId);
  const change = { atMs: receivedAtMs, eventIds };
  if (outcome === 'waiting') return states.wait(recipientId, change);
  return outcome === 'delivered'
    ? states.deliver(recipientId, { part: placeOfPart(partId), parts }, change)
    : states.fail(recipientId, word, change);
}

function recordRefusal(db: DatabaseSync): (refusal: RefusalRows, owed: EventRows[]) => boolean {
  const settle = deleteJob(db);
  const states = recipientStates(db);
  const refund = refunding(db);
  const withdraw = withdrawIntent(db);
  return (item, owed) => {
    if (item.intended) withdraw(item.jobId);
    // No job: the part was settled already, by a late answer for example.
    if (!settle(item.jobId)) return false;
    const recipientId = recipientOfPart(item.partId);
    if (states.refuse(recipientId, placeOfPart(item.partId), item.parts)) refund(item, recipientId);
    const changed = states.fail(recipientId, item.reason, item);
    if (changed) owed.push(...item.owed);
    return changed;
  };
}

function refunding(db: DatabaseSync): (refund: ReceiptRefund, recipientId: number) => void {
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
