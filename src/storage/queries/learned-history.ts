/** Forgetting what was learned of mail servers that nothing goes to any more. */
import type { Age } from '#queue/retention.ts';
import type { Database } from './database.ts';
import { forgetByKey } from './forget-by-key.ts';

const learned = [
  { table: 'mail_site', key: 'domain', at: 'checked_at' },
  { table: 'mail_policy', key: 'domain', at: 'expires_at' },
  { table: 'mail_shaping', key: 'owner', at: 'saved_at' },
] as const;

export async function* forgetLearned(database: Database, age: Age): AsyncGenerator<number> {
  for (const table of learned) yield* forgetByKey(database, table, age);
}
