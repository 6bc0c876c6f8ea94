/** Which ids were given when: noted once a day, because ids grow with time and rows have no index by age. */
import type { Age } from '#queue/retention.ts';
import type { Database } from './database.ts';

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
