/** What the cases about emails ask alike. */
import assert from 'node:assert/strict';
import type { Account } from '#accounts/account.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';

export const dayMs = 86_400_000;
export const catcherLane = { lane: 'mail/catcher:normal/1', limit: 600, nowMs: atMs };
export const webhookLane = { lane: 'webhook/1', limit: 600, nowMs: atMs };

export async function statesOf(
  storage: Storage,
  account: Account,
  emailId = 1,
): Promise<readonly MailFactKind[]> {
  return (await storage.emails.mailsOf(account.id, emailId)).map(({ state }) => state);
}

/** The balance is what is left of a million, and what the ledger adds up to. */
export async function adds(storage: Storage, account: Account, spent: number): Promise<void> {
  const sums = await storage.accounts.ledgerSums(account.id, 'live');
  assert.equal(sums.balance, account.balance - spent);
  assert.equal(sums.balance, sums.movements - sums.costs);
}
