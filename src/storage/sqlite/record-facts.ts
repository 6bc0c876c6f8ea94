/** What the protocol work has learned, in one commit: submits, then receipts, then refusals. */
import type { DatabaseSync } from 'node:sqlite';
import type { Purse } from '#accounts/account-store.ts';
import type { FactResults, KeptReceipt, ReceiptResult } from '#sms/message-store.ts';
import { putEvent } from './events.ts';
import { deleteJob } from './jobs.ts';
import { type RecipientStates, recipientStates } from './recipient-state.ts';
import type { FactRows, ReceiptRows, RefusalRows, SubmitRows } from './rows.ts';

export function recordFacts(db: DatabaseSync): (facts: FactRows) => FactResults {
  const submit = recordSubmit(db);
  const receive = recordReceipt(db);
  const refuse = recordRefusal(db);
  return ({ submits, receipts, refusals }) => ({
    submits: submits.map((item) => submit(item)),
    receipts: receipts.map((item) => receive(item)),
    refusals: refusals.map((item) => refuse(item)),
  });
}

function recordSubmit(db: DatabaseSync): (submit: SubmitRows) => readonly KeptReceipt[] {
  const insert = db.prepare(`
    INSERT INTO submitted_part
      (id, operator_id, remote_id, part_id, phone, submitted_at, awaited)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`);
  const settle = deleteJob(db);
  const withdraw = withdrawIntent(db);
  const waiting = db.prepare(`
    SELECT id, operator_id AS operatorId, remote_id AS remoteId, phone, outcome, word, error,
      received_at AS receivedAtMs
    FROM unmatched_receipt WHERE operator_id = ? AND remote_id = ? ORDER BY id`);
  const sent = db.prepare(`
    INSERT INTO last_sent VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (number, phone, test) DO UPDATE SET
      account_id = excluded.account_id, message_id = excluded.message_id, at = excluded.at`);
  return ({ part, jobId, operatorId, remoteId, awaitsReport, intended, lastSent }) => {
    insert.run(...part);
    if (lastSent !== null) sent.run(...lastSent);
    settle(jobId);
    if (intended) withdraw(jobId);
    return awaitsReport ? (waiting.all(operatorId, remoteId) as KeptReceipt[]) : [];
  };
}

export function withdrawIntent(db: DatabaseSync): (jobId: number) => void {
  const remove = db.prepare('DELETE FROM submit_intent WHERE job_id = ?');
  return (jobId) => void remove.run(jobId);
}

function recordReceipt(db: DatabaseSync): (matched: ReceiptRows) => ReceiptResult {
  const unkeep = db.prepare('DELETE FROM unmatched_receipt WHERE id = ?');
  const report = db.prepare(`
    UPDATE submitted_part SET outcome = ?, word = ?, error = ?, reported_at = ?, awaited = ?
    WHERE id = ? AND awaited = 1`);
  const known = db.prepare('SELECT 1 FROM submitted_part WHERE id = ?');
  const states = recipientStates(db);
  const put = putEvent(db);
  return (item) => {
    const { submittedPartId, keptReceiptId, outcome, word, error, receivedAtMs } = item;
    if (keptReceiptId !== null) unkeep.run(keptReceiptId);
    const awaited = outcome === 'waiting' ? 1 : 0;
    const reported = report.run(outcome, word, error, receivedAtMs, awaited, submittedPartId);
    if (reported.changes === 0) {
      return known.get(submittedPartId) === undefined ? 'unknown part' : 'nothing new';
    }
    if (!moveOn(states, item)) return 'nothing new';
    for (const event of item.owed) put(event);
    return 'state changed';
  };
}

function moveOn(states: RecipientStates, receipt: ReceiptRows): boolean {
  const { partId, parts, outcome, word, receivedAtMs } = receipt;
  const recipientId = Math.floor(partId / 16);
  if (outcome === 'waiting') return states.wait(recipientId, receivedAtMs);
  return outcome === 'delivered'
    ? states.deliver(recipientId, partId % 16, parts, receivedAtMs)
    : states.fail(recipientId, word, receivedAtMs);
}

function recordRefusal(db: DatabaseSync): (refusal: RefusalRows) => boolean {
  const settle = deleteJob(db);
  const states = recipientStates(db);
  const put = putEvent(db);
  const refund = refunding(db);
  const withdraw = withdrawIntent(db);
  return (item) => {
    if (item.intended) withdraw(item.jobId);
    // No job: the part was settled already, by a late answer for example.
    if (!settle(item.jobId)) return false;
    const recipientId = Math.floor(item.partId / 16);
    if (states.refuse(recipientId, item.partId % 16, item.parts)) refund(item, recipientId);
    const changed = states.fail(recipientId, item.reason, item.atMs);
    if (changed) for (const event of item.owed) put(event);
    return changed;
  };
}

function refunding(db: DatabaseSync): (refusal: RefusalRows, recipientId: number) => void {
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
