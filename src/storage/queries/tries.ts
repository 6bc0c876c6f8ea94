/** Tries that are limited over all processes: each is one conditional write, so that none slip past beside each other. */

import { sql } from 'kysely';
import type { PeopleStore } from '#people/people-store.ts';
import type { TryCounter } from '#people/try-store.ts';
import type { Database, WriteStep } from './database.ts';

export function tryStore(database: Database) {
  const { build } = database;
  return {
    async countTry(counters, nowMs) {
      const steps = counters.map((counter) => countStep(database, counter, nowMs));
      if ((await database.write(steps)) !== undefined) return 0;
      const query = build
        .selectFrom('try_count')
        .select(['key', 'count', 'until_at'])
        .where(
          'key',
          'in',
          counters.map(({ key }) => key),
        );
      const standing = await database.read(query);
      const waits = standing.map(({ key, count, until_at: untilMs }) => {
        const counter = counters.find((one) => one.key === key);
        const isFull = counter === undefined || 'pausesMs' in counter || count >= counter.max;
        return isFull ? untilMs - nowMs : 0;
      });
      // What stood in the way may be over by now: the next try tells.
      return Math.max(1, ...waits);
    },
    async forgetTries(key) {
      await database.write([build.deleteFrom('try_count').where('key', '=', key)]);
    },
    async takeTryBack(counters, nowMs) {
      await database.write(
        counters.map((counter) =>
          build
            .updateTable('try_count')
            .set(({ eb }) => ({ count: eb('count', '-', 1) }))
            .$if('pausesMs' in counter, (update) => update.set({ until_at: nowMs }))
            .where('key', '=', counter.key)
            .where('count', '>', 0),
        ),
      );
    },
    async sweepTries(beforeMs) {
      const query = build.deleteFrom('try_count').where('until_at', '<', beforeMs);
      const [swept] = (await database.write([query], { isPatient: true })) ?? [];
      return swept?.changes ?? 0;
    },
  } satisfies Partial<PeopleStore>;
}

/** Changes no row where it must wait. */
function countStep({ build }: Database, counter: TryCounter, nowMs: number): WriteStep {
  const endsAtMs = nowMs + ('pausesMs' in counter ? pauseOf(counter, 1) : counter.windowMs);
  const insert = build
    .insertInto('try_count')
    .values({ key: counter.key, count: 1, until_at: endsAtMs });
  if ('pausesMs' in counter) {
    const { pausesMs } = counter;
    const query = insert.onConflict((standing) =>
      standing
        .column('key')
        .doUpdateSet((eb) => ({
          count: eb('try_count.count', '+', 1),
          until_at: sql<number>`cast(${nowMs} as bigint) + ${pauseAfter(pausesMs)}`,
        }))
        .where('try_count.until_at', '<=', nowMs),
    );
    return { query, mustChange: true };
  }
  const isOver = sql<boolean>`try_count.until_at <= ${nowMs}`;
  const query = insert.onConflict((standing) =>
    standing
      .column('key')
      .doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else try_count.count + 1 end`,
        until_at: sql<number>`case when ${isOver} then excluded.until_at else try_count.until_at end`,
      })
      .where((eb) =>
        eb.or([eb('try_count.until_at', '<=', nowMs), eb('try_count.count', '<', counter.max)]),
      ),
  );
  return { query, mustChange: true };
}

/** By the count that stands before this try. */
function pauseAfter(pausesMs: readonly number[]) {
  const last = pausesMs.at(-1) ?? 0;
  const cases = pausesMs.map(
    (pauseMs, before) => sql`when ${sql.lit(before)} then ${sql.lit(pauseMs)}`,
  );
  return sql<number>`case try_count.count ${sql.join(cases, sql` `)} else ${sql.lit(last)} end`;
}

function pauseOf({ pausesMs }: { readonly pausesMs: readonly number[] }, count: number): number {
  return pausesMs[count - 1] ?? pausesMs.at(-1) ?? 0;
}
