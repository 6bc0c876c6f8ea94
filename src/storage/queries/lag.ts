/** How far the work is behind: the earliest job of each lane, found as the lanes themselves are. */

import { sql } from 'kysely';
import type { LaneStore } from '#queue/lane-store.ts';
import type { Database } from './database.ts';
import { lanesHeldUp } from './lanes-held-up.ts';

export function lagStore(database: Database) {
  const { build } = database;
  return {
    async findLag(engine, owedMax) {
      const late = await lateLanes(database, engine);
      const heldUp = await lanesHeldUp(
        database,
        engine,
        late.map(({ lane }) => lane),
      );
      const [ours, theirs] = [false, true].map((isTheirs) =>
        latest(late.filter(({ lane }) => heldUp.has(lane) === isTheirs)),
      );
      const lateMs = latest(late);
      const owed = await countOwed(database, engine, owedMax);
      return { owed, lateMs, lateByUsMs: ours, lateByThemMs: theirs };
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
  } satisfies Partial<LaneStore>;
}

type LateLane = { readonly lane: string; readonly lateMs: number };

function latest(lanes: readonly LateLane[]): number | undefined {
  return lanes.length === 0
    ? undefined
    : lanes.reduce((max, each) => Math.max(max, each.lateMs), 0);
}

/** Lanes whose earliest job is due: a step along the index for each lane, however many jobs there are. */
async function lateLanes(database: Database, engine: string): Promise<readonly LateLane[]> {
  const [from, to] = rangeOf(engine);
  const lanes = database.build.withRecursive('found', (query) =>
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
    'found.lane',
    eb
      .selectFrom('job')
      .select((job) => job.fn.min('job.due_at').as('due'))
      .whereRef('job.lane', '=', 'found.lane')
      .as('dueAtMs'),
    sql<number>`now_ms()`.as('nowMs'),
  ]);
  const rows = await database.read(earliest.where('found.lane', 'is not', null));
  return rows.flatMap(({ lane, dueAtMs, nowMs }) =>
    lane === null || dueAtMs === null || dueAtMs > nowMs ? [] : [{ lane, lateMs: nowMs - dueAtMs }],
  );
}

async function countOwed(database: Database, engine: string, owedMax: number): Promise<number> {
  const { build } = database;
  const [from, to] = rangeOf(engine);
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
  return owed?.count ?? 0;
}

function rangeOf(engine: string): readonly [string, string] {
  return [`${engine}/`, `${engine}0`];
}
