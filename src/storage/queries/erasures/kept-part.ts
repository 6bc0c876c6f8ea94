/** One place where something of a person is kept: how it is found, and what erases it. */
import type { Compilable } from 'kysely';
import type { ErasureScope, KeptRow } from '#accounts/erasure-store.ts';
import type { ErasurePart } from '#core/erased.ts';
import type { Database, WriteStep } from '../database.ts';

export type KeptPart = {
  readonly part: ErasurePart;
  readonly pages: (database: Database, scope: ErasureScope) => AsyncIterable<readonly KeptRow[]>;
  /** For rows that `pages` has found, as many as a page has. */
  readonly steps: (
    database: Database,
    rows: readonly KeptRow[],
    scope: ErasureScope,
  ) => readonly WriteStep[];
};

/** Rows that one query looks at: nothing is found by an index here, and a server has little patience. */
const lookedAtMax = 20_000;
/** Rows of one commit. */
const rowsMax = 200;

type ScannedTable =
  | 'inbound_message'
  | 'further_submit'
  | 'email'
  | 'mail'
  | 'webhook_event'
  | 'call'
  | 'voicemail'
  | 'missed_call'
  | 'text_back'
  | 'caught_mail'
  | 'mail_letter';

/** Ids behind `after`, up to `to`. */
export type IdRange = { readonly after: number; readonly to: number };

/** Goes through a whole table in the order of its ids. */
export async function* scan(
  database: Database,
  table: ScannedTable,
  read: (range: IdRange) => Compilable<KeptRow>,
  lookedAt: number = lookedAtMax,
): AsyncGenerator<readonly KeptRow[]> {
  for (let after = -1; ; ) {
    const page = database.build
      .selectFrom(table as 'mail')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .offset(lookedAt - 1)
      .limit(1);
    const [last] = await database.read(page);
    const to = last?.id ?? Number.MAX_SAFE_INTEGER;
    const rows = await database.read(read({ after, to }));
    yield* inCommits(rows);
    if (last === undefined) return;
    after = to;
  }
}

/** As many at a time as one commit erases. */
export function* inCommits(rows: readonly KeptRow[]): Generator<readonly KeptRow[]> {
  for (let at = 0; at < rows.length; at += rowsMax) yield rows.slice(at, at + rowsMax);
}

export function idsOf(rows: readonly KeptRow[]): readonly number[] {
  return rows.map(({ id }) => id);
}
