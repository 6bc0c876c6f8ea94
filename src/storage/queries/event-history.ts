/** Forgetting events with their bodies. */
import type { Age } from '#queue/retention.ts';
import type { Database } from './database.ts';
import { marksOf, noteIds } from './id-marks.ts';
import { RetentionTurn } from './retention-turn.ts';
import { neededEvents } from './still-needed.ts';

/** Rows of one commit: 2 to 3 ms of the writer. */
const rowsMax = 512;
/** An event's id is its stream × 2^45 + number, and the events of one stream are in the order of time. */
const streamSize = 2 ** 45;

export async function* forgetEvents(database: Database, age: Age): AsyncGenerator<number> {
  await noteIds(database, age.nowMs);
  const needed = await neededEvents(database, await marksOf(database, age));
  const turn = await RetentionTurn.take(database, 'webhook_event');
  const { build } = database;
  let after = 0;
  for (;;) {
    const events = await database.read(
      build
        .selectFrom('webhook_event')
        .select(['id', 'created_at as at'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsMax),
    );
    const last = events.at(-1);
    if (last === undefined) return;
    if (!events.some(({ at }) => at < age.beforeMs)) {
      after = endOfStream(events[0]?.id ?? after);
      yield 0;
      continue;
    }
    const kept = events.find(({ id }) => needed.has(id))?.id;
    const to = kept === undefined ? last.id : kept - 1;
    const query = build
      .deleteFrom('webhook_event')
      .where('id', '>', after)
      .where('id', '<=', to)
      .where('created_at', '<', age.beforeMs);
    const forgotten = await turn.commit([{ query }]);
    if (forgotten === undefined) return;
    yield forgotten;
    after = kept ?? to;
  }
}

function endOfStream(eventId: number): number {
  return (Math.floor(eventId / streamSize) + 1) * streamSize - 1;
}
