/** The one durable commit of an accept: message, debit, jobs and the remembered reply. */
import type { DatabaseSync } from 'node:sqlite';
import type { Purse } from '#accounts/ledger.ts';
import type { AcceptResult } from '#core/accept.ts';
import { must } from '#core/assert.ts';
import type { RememberedAnswer } from '#core/idempotency.ts';
import type { Millionths } from '#core/money.ts';
import { hourOf } from '../spent-hour.ts';
import { putJobs } from './jobs.ts';
import { insertRows } from './many-rows.ts';
import type { AcceptanceRows } from './rows.ts';

export function acceptMessages(
  db: DatabaseSync,
): (items: readonly AcceptanceRows[]) => readonly AcceptResult[] {
  const purses = openPurses(db);
  const spending = addedSpending(db);
  const replies = rememberedReplies(db);
  const insertMessages = insertRows(db, {
    head: `INSERT INTO message (id, account_id, key_id, accepted_at, sender, text, tag, class,
      valid_until, scheduled_at, report_url, report_endpoint_id, cost, currency, test, request_id,
      submission, client_request_id)`,
    row: '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  });
  const insertRecipients = insertRows(db, {
    head: `INSERT INTO recipient (id, phone, operator_id, text, form, parts, concat_reference, cost, state,
      changed_at)`,
    row: "(?, ?, ?, ?, ?, ?, ?, ?, 'accepted', ?)",
  });
  const insertJobs = putJobs(db);

  const judge = (item: AcceptanceRows): AcceptResult => {
    const { accountId, idempotency, purse, cost } = item;
    const earlier = idempotency && replies.find(accountId, idempotency);
    if (earlier !== undefined) return earlier;
    const balance = purses.take(accountId, purse, cost);
    if (balance !== undefined) return { kind: 'balance is too low', balance };
    spending.add(item);
    if (idempotency) replies.remember(accountId, idempotency, item.acceptedAtMs);
    return { kind: 'accepted' };
  };

  return (items) => {
    purses.open();
    spending.open();
    const results = items.map((item) => judge(item));
    const accepted = items.filter((_, index) => results[index]?.kind === 'accepted');
    insertMessages(accepted.map(({ message }) => message));
    insertRecipients(accepted.flatMap(({ recipients }) => recipients));
    insertJobs(accepted.flatMap(({ jobs }) => jobs));
    purses.close();
    spending.close();
    return results;
  };
}

type Opened = { balance: number; readonly before: number };

/** Balances of one call: read once for each account and written once, judged one by one between. */
function openPurses(db: DatabaseSync) {
  const find = db.prepare('SELECT balance AS live, test_balance AS test FROM account WHERE id = ?');
  const takeLive = db.prepare('UPDATE account SET balance = balance - ? WHERE id = ?');
  const takeTest = db.prepare('UPDATE account SET test_balance = test_balance - ? WHERE id = ?');
  const purses: Record<Purse, Map<number, Opened>> = { live: new Map(), test: new Map() };

  const opened = (accountId: number, purse: Purse): Opened => {
    const standing = purses[purse].get(accountId);
    if (standing !== undefined) return standing;
    const row = must(find.get(accountId), 'account') as Record<Purse, number>;
    const made = { balance: row[purse], before: row[purse] };
    purses[purse].set(accountId, made);
    return made;
  };

  return {
    open(): void {
      purses.live.clear();
      purses.test.clear();
    },
    /** Takes the cost; where it does not fit takes nothing and answers the balance. */
    take(accountId: number, purse: Purse, cost: number): Millionths | undefined {
      const standing = opened(accountId, purse);
      if (standing.balance < cost) return standing.balance as Millionths;
      standing.balance -= cost;
      return undefined;
    },
    close(): void {
      for (const [accountId, { balance, before }] of purses.live) {
        if (balance !== before) takeLive.run(before - balance, accountId);
      }
      for (const [accountId, { balance, before }] of purses.test) {
        if (balance !== before) takeTest.run(before - balance, accountId);
      }
    },
  };
}

type AddedHour = Pick<AcceptanceRows, 'accountId' | 'purse'> & {
  readonly startsAtMs: number;
  cost: number;
  parts: number;
};

/** What one call adds to the hours of accounts: a row for each of them, however many messages. */
function addedSpending(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO spent_hour (account_id, purse, starts_at, product, cost, parts)
    VALUES (?, ?, ?, 'sms', ?, ?)
    ON CONFLICT (account_id, purse, starts_at, product)
    DO UPDATE SET cost = cost + excluded.cost, parts = parts + excluded.parts`);
  const hours: AddedHour[] = [];
  return {
    open(): void {
      hours.length = 0;
    },
    add({ accountId, purse, acceptedAtMs, cost, parts }: AcceptanceRows): void {
      const startsAtMs = hourOf(acceptedAtMs);
      const standing = hours.find(
        (each) =>
          each.accountId === accountId && each.purse === purse && each.startsAtMs === startsAtMs,
      );
      const hour = standing ?? { accountId, purse, startsAtMs, cost: 0, parts: 0 };
      hour.cost += cost;
      hour.parts += parts;
      if (standing === undefined) hours.push(hour);
    },
    close(): void {
      for (const { accountId, purse, startsAtMs, cost, parts } of hours) {
        insert.run(accountId, purse, startsAtMs, cost, parts);
      }
    },
  };
}

function rememberedReplies(db: DatabaseSync) {
  const find = db.prepare(`
    SELECT fingerprint, reply FROM idempotent_request
    WHERE account_id = ? AND key = ? AND created_at >= ?`);
  const insert = db.prepare(`
    INSERT INTO idempotent_request (account_id, key, fingerprint, reply, created_at)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (account_id, key) DO UPDATE SET
      fingerprint = excluded.fingerprint, reply = excluded.reply, created_at = excluded.created_at`);
  return {
    find(accountId: number, asked: RememberedAnswer): AcceptResult | undefined {
      const row = find.get(accountId, asked.key, asked.forgottenBeforeMs) as
        | { readonly fingerprint: string; readonly reply: string }
        | undefined;
      if (row === undefined) return undefined;
      return row.fingerprint === asked.fingerprint
        ? { kind: 'repeated', reply: row.reply }
        : { kind: 'key was used for another request' };
    },
    remember(accountId: number, { key, fingerprint, reply }: RememberedAnswer, atMs: number): void {
      insert.run(accountId, key, fingerprint, reply, atMs);
    },
  };
}
