/** Blocks of ids: what is taken is never given again, whether or not it is used. */
import { must } from '#core/assert.ts';
import type { IdName, IdStore } from '../storage.ts';
import { type Database, writeRow } from './database.ts';

export function idStore(database: Database): IdStore {
  return { reserveIds: (name, count) => reserveIds(database, name, count) };
}

/** Rows whose id must be known before their commit, because other rows of that commit name it. */
export function reserveId(database: Database, name: 'account'): Promise<number> {
  return reserveIds(database, name, 1);
}

async function reserveIds(
  database: Database,
  name: IdName | 'account',
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
