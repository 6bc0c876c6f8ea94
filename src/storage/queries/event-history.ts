/** Forgetting events with their bodies. */

import { eventIdOf, streamOf } from '#model/event-ids.ts';
import type { Age } from '#queue/retention.ts';
import type { Database } from './database.ts';
import { oldDeliveries } from './old-deliveries.ts';
import { RetentionTurn } from './retention-turn.ts';

/** Rows of one commit: 2 to 3 ms of the writer. */
const rowsMax = 512;

/** More old events than that are no exception any more, and none is forgotten until they are fewer. */
const neededMax = 1_000_000;

/** Deliveries that are over, then events that are owed to nobody. Those of one stream are in the order of time. */
export async function* forgetEvents(database: Database, age: Age): AsyncGenerator<number> {
  const turn = await RetentionTurn.take(database, 'webhook_event');
  const needed = new Set<number>();
  for await (const page of oldDeliveries(database, age)) {
    for (const id of page.needed) needed.add(id);
    if (needed.size > neededMax) throw new Error(`More than ${neededMax} old events are owed`);
    if (page.ending.length === 0) continue;
    const ended = await turn.commit(page.ending);
    if (ended === undefined) return;
    yield ended;
  }
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
    const gone = events.filter(({ id, at }) => id <= to && at < age.beforeMs).map(({ id }) => id);
    const query = build
      .deleteFrom('webhook_event')
      .where('id', '>', after)
      .where('id', '<=', to)
      .where('created_at', '<', age.beforeMs);
    // In the same commit, so that no reader's cursor passes what is gone without being told.
    const steps = lastOfStreams(gone).map((id) => noteForgotten(database, id));
    const forgotten = await turn.commit([...steps, query]);
    if (forgotten === undefined) return;
    yield forgotten;
    after = kept ?? to;
  }
}

function lastOfStreams(ids: readonly number[]): readonly number[] {
  return [...new Map(ids.map((id) => [streamOf(id), id])).values()];
}

function noteForgotten({ build }: Database, eventId: number) {
  return build
    .insertInto('forgotten_event')
    .values({ stream: streamOf(eventId), last_id: eventId })
    .onConflict((standing) => standing.column('stream').doUpdateSet({ last_id: eventId }));
}

function endOfStream(eventId: number): number {
  return eventIdOf(streamOf(eventId) + 1, 0) - 1;
}
