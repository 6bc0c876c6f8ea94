/** Caught mail that an account sent goes with an erasure of that account alone; the rest of it is nobody's. */
import type { KeptRow } from '#accounts/erasure-store.ts';
import type { Database } from '../database.ts';
import { idsOf, type KeptPart } from './kept-part.ts';

/** What is found for everybody, and of that the account's own where one is meant. */
export function alsoOfAccounts(everybodys: KeptPart): KeptPart {
  return {
    ...everybodys,
    async *pages(database, { accountId, ...scope }) {
      for await (const rows of everybodys.pages(database, { ...scope, accountId: undefined })) {
        const meant = accountId === undefined ? rows : await ownOf(database, accountId, rows);
        // PostgreSQL takes no empty list of ids.
        if (meant.length > 0) yield meant;
      }
    },
  };
}

async function ownOf(database: Database, accountId: number, rows: readonly KeptRow[]) {
  const query = database.build
    .selectFrom('caught_mail')
    .select('id')
    .where('id', 'in', idsOf(rows))
    .where('account_id', '=', accountId);
  const own = new Set((await database.read(query)).map(({ id }) => id));
  return rows.filter(({ id }) => own.has(id));
}
