/** Forgetting the audit: its beginning goes, and what it began with is noted, so that the chain is whole from there. */
import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Age } from '#queue/retention.ts';
import type { Database, WriteStep } from './database.ts';

/** Rows of one commit: 2 ms of the writer. */
const rowsMax = 512;
/** By so much the storage lets the bound between old and new move at a time, and not again within half of it. */
const dayMs = 86_400_000;

type Start = { readonly n: number; readonly before: number };

export async function* forgetAudit(database: Database, age: Age): AsyncGenerator<number> {
  await moveBound(database, age);
  for (;;) {
    const start = await readStart(database);
    const steps = await stepsOfSlice(database, start);
    if (steps === undefined) return;
    const written = await database.write(steps);
    // Another process was faster.
    if (written === undefined) return;
    yield must(written.at(-1), 'deleted rows').changes;
  }
}

/** By the storage's clock, in steps: a clock that is far ahead makes little old before somebody sees it. */
async function moveBound(database: Database, { nowMs, beforeMs }: Age): Promise<void> {
  const { before } = await readStart(database);
  const bound = sql<number>`now_ms() - ${sql.lit(nowMs - beforeMs)}`;
  const next = sql<number>`CASE WHEN ${bound} < before + ${sql.lit(dayMs)} THEN ${bound} ELSE before + ${sql.lit(dayMs)} END`;
  const query = database.build
    .updateTable('audit_start')
    .set({ before: next, moved_at: sql<number>`now_ms()` })
    .where('before', '=', before)
    .where(sql<boolean>`before < ${bound}`)
    .where(sql<boolean>`abs(now_ms() - moved_at) >= ${sql.lit(dayMs / 2)}`);
  await database.write([query]);
}

async function readStart(database: Database): Promise<Start> {
  const query = database.build.selectFrom('audit_start').select(['n', 'before']);
  const [start] = await database.read(query);
  return must(start, 'start of the audit');
}

/** What forgets the rows that stand first, up to one that is not old; undefined where there is none. */
async function stepsOfSlice(
  database: Database,
  start: Start,
): Promise<readonly WriteStep[] | undefined> {
  const { build } = database;
  const rows = await database.read(
    build
      .selectFrom('audit')
      .select(['n', 'at', 'hash'])
      .where('n', '>', start.n)
      .orderBy('n')
      .limit(rowsMax),
  );
  const newer = rows.findIndex(({ at }) => at >= start.before);
  const last = newer === -1 ? rows.at(-1) : rows[newer - 1];
  if (last === undefined) return undefined;
  const move = build
    .updateTable('audit_start')
    .set({ n: last.n, hash: last.hash })
    .where('n', '=', start.n);
  const forget = build.deleteFrom('audit').where('n', '>', start.n).where('n', '<=', last.n);
  return [{ query: move, mustChange: true }, forget];
}
