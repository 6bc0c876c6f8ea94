/** Blocks of ids: what is taken is never given again, whether or not it is used. */
import { must } from '#core/assert.ts';
import type { IdName, IdStore } from '../storage.ts';
import { type Database, writeRow } from './database.ts';
import { skipIds } from './skipped-ids.ts';
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
