/** Forgetting to whom numbers have last sent: an index by age would cost every submit. */
import { sql } from 'kysely';
import type { Age } from '#queue/retention.ts';
import type { Database } from './database.ts';
import { RetentionTurn } from './retention-turn.ts';

/** Rows of one look. */
const rowsMax = 1_000;

/** Walks over the whole table in the order of its key. */
export async function* forgetLastSent(
  database: Database,
  { beforeMs }: Age,
): AsyncGenerator<number> {
  const turn = await RetentionTurn.take(database, 'last_sent');
  const { build } = database;
  let after = { number: '', phone: '', test: 0 };
  for (;;) {
    const beyond = sql<boolean>`(number, phone, test) > (${after.number}, ${after.phone}, ${after.test})`;
    const rows = await database.read(
      build
        .selectFrom('last_sent')
        .select(['number', 'phone', 'test', 'at'])
        .where(beyond)
        .orderBy('number')
        .orderBy('phone')
        .orderBy('test')
        .limit(rowsMax),
    );
    const to = rows.at(-1);
    if (to === undefined) return;
    let forgotten: number | undefined = 0;
    if (rows.some(({ at }) => at < beforeMs)) {
      const query = build
        .deleteFrom('last_sent')
        .where(beyond)
        .where(sql<boolean>`(number, phone, test) <= (${to.number}, ${to.phone}, ${to.test})`)
        .where('at', '<', beforeMs);
      forgotten = await turn.commit([query]);
    }
    if (forgotten === undefined) return;
    yield forgotten;
    after = to;
  }
}
