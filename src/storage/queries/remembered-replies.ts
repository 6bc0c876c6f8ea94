/** What a client heard under a key of its own, kept in the commit of what it asked for. */
import type { Expression } from 'kysely';
import type { RememberedAnswer } from '#core/idempotency.ts';
import type { Database, WriteStep } from './database.ts';

export type Remembered = {
  readonly accountId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly reply: string;
  readonly atMs: number;
  /** What is older counts as forgotten. */
  readonly forgottenBeforeMs: number;
};

/** The first step of all: a client that repeats a request waits here for the one before. Nothing is kept where the key is taken. */
export function rememberReply({ build }: Database, remembered: Remembered): WriteStep {
  const { accountId, key, fingerprint, reply, atMs, forgottenBeforeMs } = remembered;
  const row = { fingerprint, reply, created_at: atMs };
  const query = build
    .insertInto('idempotent_request')
    .values({ account_id: accountId, key, ...row })
    .onConflict((standing) =>
      standing
        .columns(['account_id', 'key'])
        .doUpdateSet(row)
        .where('idempotent_request.created_at', '<', forgottenBeforeMs),
    );
  return { query, mustChange: true };
}

/** The same where a request may have no key. */
export function rememberIfKeyed(
  database: Database,
  once: RememberedAnswer | undefined,
  who: Pick<Remembered, 'accountId' | 'atMs'>,
): readonly WriteStep[] {
  return once === undefined ? [] : [rememberReply(database, { ...once, ...who })];
}

/** For a reply that only the steps before have made. */
export function completeReply(
  { build }: Database,
  { accountId, key }: Pick<Remembered, 'accountId' | 'key'>,
  reply: Expression<string>,
): WriteStep {
  const query = build
    .updateTable('idempotent_request')
    .set({ reply })
    .where('account_id', '=', accountId)
    .where('key', '=', key);
  return { query, mustChange: true };
}

export async function findReply(
  database: Database,
  { accountId, key, sinceMs }: { accountId: number; key: string; sinceMs: number },
): Promise<{ readonly fingerprint: string; readonly reply: string } | undefined> {
  const query = database.build
    .selectFrom('idempotent_request')
    .select(['fingerprint', 'reply'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('created_at', '>=', sinceMs);
  const [row] = await database.read(query);
  return row;
}
