/** Forgetting rows of tables whose ids are given as rows are stored: the oldest stand first. */
import { sql } from 'kysely';
import type { Age } from '#queue/retention.ts';
import type { Database } from './database.ts';
import { RetentionTurn } from './retention-turn.ts';

/** Rows of one commit: 2 ms of the writer. */
const rowsMax = 512;

type Aged = {
  readonly table:
    | 'webhook_attempt'
    | 'webhook_replay'
    | 'inbound_message'
    | 'caught_mail'
    | 'mail_letter'
    | 'inspected_request'
    | 'api_request'
    | 'trunk_message'
    | 'message_pdu'
    | 'call'
    | 'missed_call'
    | 'text_back';
  /** The column that says how old a row is. */
  readonly at: string;
};

/** The first slice without an old row is the end of them. */
export async function* forgetOldest(
  database: Database,
  { table, at }: Aged,
  { beforeMs }: Age,
): AsyncGenerator<number> {
  const turn = await RetentionTurn.take(database, table);
  const { build } = database;
  let after = 0;
  for (;;) {
    const rows = await database.read(
      build
        .selectFrom(table)
        .select(['id', sql<number>`${sql.ref(at)}`.as('at')])
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsMax),
    );
    const to = rows.at(-1)?.id;
    if (to === undefined || !rows.some((row) => row.at < beforeMs)) return;
    const query = build
      .deleteFrom(table)
      .where('id', '>', after)
      .where('id', '<=', to)
      .where(sql<boolean>`${sql.ref(at)} < ${beforeMs}`);
    const forgotten = await turn.commit([query]);
    if (forgotten === undefined) return;
    yield forgotten;
    after = to;
  }
}
