import { sql } from 'kysely';
import type { Account } from '#accounts/account.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';
import { withAccount } from './setup.ts';
export const dayMs = 86_400_000;
/** Ninety days after the messages of `records.ts` were valid. */
export const age = { nowMs: atMs + 92 * dayMs + 1, beforeMs: atMs + 2 * dayMs + 1 };
export const longMoney = 1_000_000_000;

/** An account with money, and ids that were all reserved. */
export async function funded(storage: Storage): Promise<Account> {
  for (const name of ['message', 'job', 'submitted part'] as const) {
    await storage.ids.reserveIds(name, 10_000_000);
  }
  return withAccount(storage, longMoney);
}

/** In their order. */
export async function idsOf(
  { database }: Storage,
  table:
    | 'message'
    | 'recipient'
    | 'further_submit'
    | 'inbound_message'
    | 'webhook_event'
    | 'webhook_attempt',
): Promise<readonly number[]> {
  const rows = await database.read(
    database.build.selectFrom(table).select(sql<number>`id`.as('id')).orderBy('id'),
  );
  return rows.map(({ id }) => id);
}
