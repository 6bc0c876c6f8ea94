/**
 * Keeps the events of a stream in the order of their ids, whatever became of its last writer.
 *
 * Each transaction with events of a stream updates one row, which says below which number nothing is stored
 * any more. So one waits for the one before it, also for one whose answer was lost and that the server is
 * still committing: a row is let go when its transaction can be seen. Who takes a stream over raises the
 * number; a writer before him that wakes up with ids in his hands divides by zero, and nothing is kept.
 */
import { sql } from 'kysely';
import { sequenceOf, streamOf } from '#model/event-ids.ts';
import { type Database, type WriteStep, writeRow } from './database.ts';

type Numbered = { readonly id: number };

/** Of one stream that a transaction writes to. */
export type Fenced = {
  /** The row's name. */
  readonly name: string;
  /** The smallest number that is stored there. */
  readonly least: number;
};

export async function beginStream(
  database: Database,
  stream: number,
  first: number,
): Promise<void> {
  const query = database.build
    .insertInto('id_block')
    .values({ name: nameOf(stream), next: first })
    .onConflict((standing) =>
      standing.column('name').doUpdateSet({ next: first }).where('id_block.next', '<', first),
    )
    .returning('next');
  await writeRow(database, query);
}

/** In the order of their streams, so that no two transactions wait for each other. */
export function fencesOf(events: readonly Numbered[]): readonly Fenced[] {
  const least = new Map<number, number>();
  for (const { id } of events) {
    const stream = streamOf(id);
    const number = sequenceOf(id);
    least.set(stream, Math.min(number, least.get(stream) ?? number));
  }
  return [...least]
    .toSorted(([a], [b]) => a - b)
    .map(([stream, number]) => ({ name: nameOf(stream), least: number }));
}

/** What goes before the events in their transaction. */
export function fenceSteps({ build }: Database, events: readonly Numbered[]): readonly WriteStep[] {
  return fencesOf(events).map(({ name, least }) =>
    build
      .updateTable('id_block')
      .set({ next: sql<number>`next / CASE WHEN next > ${least} THEN 0 ELSE 1 END` })
      .where('name', '=', name),
  );
}

function nameOf(stream: number): string {
  return `stream ${stream}`;
}
