/** Forgetting in small tables, which have no index by age: it would cost every save. */
import { sql } from 'kysely';
import type { Age } from '#queue/retention.ts';
import type { Database } from './database.ts';
import { RetentionTurn } from './retention-turn.ts';

/** Rows of one look. */
const rowsMax = 1_000;

/** Its key is one text; `at`: what must lie before. */
export type KeyedTable = { readonly table: string; readonly key: string; readonly at: string };

/** Walks over the whole table in the order of its key. */
export async function* forgetByKey(
  database: Database,
  { table, key, at }: KeyedTable,
  { beforeMs }: Age,
): AsyncGenerator<number> {
  const turn = await RetentionTurn.take(database, table);
  const { build } = database;
  let after = '';
  for (;;) {
    const rows = await database.read(
      build
        .selectFrom(table as 'mail_site')
        .select([sql<string>`${sql.ref(key)}`.as('key'), sql<number>`${sql.ref(at)}`.as('at')])
        .where(sql<boolean>`${sql.ref(key)} > ${after}`)
        .orderBy(sql.ref(key))
        .limit(rowsMax),
    );
    const to = rows.at(-1)?.key;
    if (to === undefined) return;
    let forgotten: number | undefined = 0;
    if (rows.some((row) => row.at < beforeMs)) {
      const query = build
        .deleteFrom(table as 'mail_site')
        .where(sql<boolean>`${sql.ref(key)} > ${after}`)
        .where(sql<boolean>`${sql.ref(key)} <= ${to}`)
        .where(sql<boolean>`${sql.ref(at)} < ${beforeMs}`);
      forgotten = await turn.commit([query]);
    }
    if (forgotten === undefined) return;
    yield forgotten;
    after = to;
  }
}
