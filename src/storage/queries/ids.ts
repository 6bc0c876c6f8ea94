/** Blocks of ids: what is taken is never given again, whether or not it is used. */

import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import { streams } from '#model/event-ids.ts';
import type { Age } from '#queue/retention.ts';
import type { IdName, IdStore } from '../storage.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { beginStream } from './stream-fence.ts';

export function idStore(database: Database): IdStore {
  return {
    reserveIds: (name, count) => reserveIds(database, name, count),
    /** What is counted by blocks of message ids ends where the ids do: the next block begins there. */
    async returnIds(name, { first, end }) {
      const { build } = database;
      const back = build
        .updateTable('id_block')
        .set({ next: first })
        .where('name', '=', name)
        .where('next', '=', end);
      const drop = build.deleteFrom('stat_block').where('first', '>=', first);
      const cut = build
        .updateTable('stat_block')
        .set({ beyond: first })
        .where('beyond', '>', first);
      const counted = name === 'message' ? [drop, cut] : [];
      const written = await database.write([{ query: back, mustChange: true }, ...counted]);
      return written !== undefined;
    },
    beginStream: (stream, first) => beginStream(database, stream, first),
    skipIds: () => skipIds(database),
  };
}

/** Rows whose id must be known before their commit: others of it name it, or they are many. */
type RowName = 'account' | 'contact group' | 'contact' | 'campaign';

export function reserveId(database: Database, name: RowName): Promise<number> {
  return reserveIds(database, name, 1);
}

/** The first of so many. */
export async function reserveIds(
  database: Database,
  name: IdName | RowName,
  count: number,
): Promise<number> {
  const query = database.build
    .insertInto('id_block')
    .values({ name, next: 1 + count })
    .onConflict((standing) =>
      standing.column('name').doUpdateSet(({ eb }) => ({ next: eb('id_block.next', '+', count) })),
    )
    .returning('next');
  return must(await writeRow(database, query), 'block of ids').next - count;
}

// Ids behind a restore. An installation that is lost gave ids to clients after its last copy was made: none of
// them is given again.

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
async function skipIds(database: Database): Promise<boolean> {
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

// Which ids were given when: noted once a day, because ids grow with time and rows have no index by age.

/** Whatever is old is below these. Something newer may be as well: blocks of ids last for a while. */
export type IdMarks = {
  readonly message: number;
  readonly job: number;
  readonly submitted_part: number;
  readonly email: number;
};

const dayMs = 86_400_000;
/** Clocks of processes differ by less than that. */
const slackMs = dayMs;
/** No retention is longer (config.ts), so older marks serve nobody. */
const keptMs = 3_651 * dayMs;

const unbounded: IdMarks = {
  message: Number.MAX_SAFE_INTEGER,
  job: Number.MAX_SAFE_INTEGER,
  submitted_part: Number.MAX_SAFE_INTEGER,
  email: Number.MAX_SAFE_INTEGER,
};

/** Notes where the ids are now, unless that was done within a day. */
export async function noteIds(database: Database, nowMs: number): Promise<void> {
  const { build } = database;
  const nextOf = (name: string) =>
    build.selectFrom('id_block').select('next').where('name', '=', name);
  const recent = build
    .selectFrom('id_mark')
    .select('at')
    .where('at', '>', nowMs - dayMs)
    .limit(1);
  const [noted] = await database.read(recent);
  if (noted !== undefined) return;
  const insert = build
    .insertInto('id_mark')
    .values((eb) => ({
      at: nowMs,
      message: eb.fn.coalesce(nextOf('message'), eb.lit(1)),
      job: eb.fn.coalesce(nextOf('job'), eb.lit(1)),
      submitted_part: eb.fn.coalesce(nextOf('submitted part'), eb.lit(1)),
      email: eb.fn.coalesce(nextOf('email'), eb.lit(1)),
    }))
    .onConflict((standing) => standing.doNothing());
  const old = build.deleteFrom('id_mark').where('at', '<', nowMs - keptMs);
  await database.write([insert, old]);
}

export async function marksOf(database: Database, { beforeMs }: Age): Promise<IdMarks> {
  const query = database.build
    .selectFrom('id_mark')
    .select(['message', 'job', 'submitted_part', 'email'])
    .where('at', '>=', beforeMs + slackMs)
    .orderBy('at')
    .limit(1);
  const [marks] = await database.read(query);
  return marks ?? unbounded;
}
