/** How far the work is behind: the earliest job of each lane, found as the lanes themselves are. */
import { sql } from 'kysely';
import type { LagStore } from '#queue/lag.ts';
import type { Database } from './database.ts';

export function lagStore(database: Database): LagStore {
  const { build } = database;
  return {
    async findLag(engine, owedMax) {
      const [from, to] = [`${engine}/`, `${engine}0`];
      const lanes = build.withRecursive('found', (query) =>
        query
          .selectFrom('job')
          .select((eb) => eb.fn.min<string | null>('lane').as('lane'))
          .where('lane', '>=', from)
          .where('lane', '<', to)
          .unionAll((next) =>
            next
              .selectFrom('found')
              .select((eb) =>
                eb
                  .selectFrom('job')
                  .select((job) => job.fn.min('job.lane').as('lane'))
                  .whereRef('job.lane', '>', 'found.lane')
                  .where('job.lane', '<', to)
                  .as('lane'),
              )
              .where('found.lane', 'is not', null),
          ),
      );
      const earliest = lanes.selectFrom('found').select((eb) => [
        eb
          .selectFrom('job')
          .select((job) => job.fn.min('job.due_at').as('due'))
          .whereRef('job.lane', '=', 'found.lane')
          .as('dueAtMs'),
        sql<number>`now_ms()`.as('nowMs'),
      ]);
      const dues = await database.read(earliest.where('found.lane', 'is not', null));
      const counted = build
        .selectFrom('job')
        .select('id')
        .where('lane', '>=', from)
        .where('lane', '<', to)
        .limit(owedMax)
        .as('counted');
      const [owed] = await database.read(
        build.selectFrom(counted).select(sql<number>`count(*)`.as('count')),
      );
      const late = dues.map(({ dueAtMs, nowMs }) => nowMs - (dueAtMs ?? nowMs));
      const lateMs = Math.max(...late, -1);
      return { owed: owed?.count ?? 0, lateMs: lateMs < 0 ? undefined : lateMs };
    },
    async findLaneLag(lane, owedMax) {
      const ofLane = build.selectFrom('job').where('lane', '=', lane);
      const counted = ofLane.select('id').limit(owedMax).as('counted');
      const query = build
        .selectFrom(counted)
        .select([
          sql<number>`count(*)`.as('owed'),
          ofLane.select((job) => job.fn.min('due_at').as('due')).as('dueAtMs'),
          sql<number>`now_ms()`.as('nowMs'),
        ]);
      const [row] = await database.read(query);
      const lateMs = (row?.nowMs ?? 0) - (row?.dueAtMs ?? Number.MAX_SAFE_INTEGER);
      return { owed: row?.owed ?? 0, lateMs: lateMs < 0 ? undefined : lateMs };
    },
  };
}
