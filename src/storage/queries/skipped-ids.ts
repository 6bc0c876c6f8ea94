/**
 * Ids behind a restore. An installation that is lost gave ids to clients after its last copy was made: none of
 * them is given again.
 */
import { sql } from 'kysely';
import { streams } from '#model/event-ids.ts';
import type { IdName } from '../storage.ts';
import { type Database, writeChange } from './database.ts';

/** More than an installation gives out between two backups, and far from where ids end. */
export const skippedIds = 1_000_000_000;

/** Of which the copy may have no row: their first id was given behind it. */
export const namesOfBlocks: readonly IdName[] = [
  'message',
  'email',
  'job',
  'submitted part',
  'process',
  'call',
  'call process',
  'event',
];

/** A process shows itself five times in a lease, which lasts 300 s at the most. */
const silentMs = 90_000;

/** False, and nothing is changed, where a process has shown that it lives. */
export async function skipIds(database: Database): Promise<boolean> {
  const { build } = database;
  const ofStreams = Array.from({ length: streams - 1 }, (_, n) => `event ${n + 1}`);
  const begin = build
    .insertInto('id_block')
    .values([...namesOfBlocks, ...ofStreams].map((name) => ({ name, next: 1 + skippedIds })))
    .onConflict((standing) => standing.doNothing());
  const alive = build
    .selectFrom('process')
    .select('id')
    .where('seen_at', '>', sql<number>`now_ms() - ${sql.lit(silentMs)}`);
  const skip = build
    .updateTable('id_block')
    .set(({ eb }) => ({ next: eb('next', '+', skippedIds) }))
    .where((is) => is.not(is.exists(alive)));
  return writeChange(database, skip, begin);
}
