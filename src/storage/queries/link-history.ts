/** Forgetting links of people that open nothing any more, with the addresses that they were mailed to. */
import type { Age } from '#queue/retention.ts';
import type { Database } from './database.ts';
import { forgetByKey } from './forget-by-key.ts';

const links = [
  { table: 'user_link', key: 'hash', at: 'ends_at' },
  { table: 'address_change', key: 'hash', at: 'ends_at' },
] as const;

export async function* forgetLinks(database: Database, age: Age): AsyncGenerator<number> {
  for (const table of links) yield* forgetByKey(database, table, age);
}
