/** The header of emails with copies names people, some of whom got no mail of it themselves. */

import { sql } from 'kysely';
import type { ErasureScope, KeptRow } from '#accounts/erasure-store.ts';
import type { EmailCopies } from '#mail/email.ts';
import { mailSlots } from '#model/ids.ts';
import { waitingStates } from '#model/mail-state.ts';
import type { Database } from '../database.ts';
import { type IdRange, idsOf, type KeptPart, scan } from './kept-part.ts';

/** Of emails of which no mail has somewhere to go: a header that is being sent stays as it was. */
export const emailCopies: KeptPart = {
  part: 'emails',
  async *pages(database, scope) {
    const { subject } = scope;
    if (subject.kind !== 'email') return;
    const pages = scan(database, 'email', (range) => copiesAbout(database, scope, range));
    for await (const rows of pages) {
      const theirs = rows.filter((row) => names(row, subject.address));
      if (theirs.length > 0) yield theirs;
    }
  },
  steps: ({ build }, rows) => [
    build.updateTable('email').set({ copies: null }).where('id', 'in', idsOf(rows)),
  ],
};

function copiesAbout(
  { build }: Database,
  { subject, accountId }: ErasureScope,
  { after, to }: IdRange,
) {
  const address = subject.kind === 'email' ? subject.address : '';
  const waiting = build
    .selectFrom('mail')
    .select('mail.id')
    .where('mail.id', '>=', sql<number>`email.id * ${sql.lit(mailSlots)}`)
    .where('mail.id', '<', sql<number>`(email.id + 1) * ${sql.lit(mailSlots)}`)
    .where('mail.state', 'in', waitingStates);
  const query = build
    .selectFrom('email')
    .select(['email.id', 'email.account_id as accountId', 'email.copies'])
    .where('email.id', '>', after)
    .where('email.id', '<=', to)
    // A percent sign may stand for anything, and JSON writes a quote otherwise: what is found is read.
    .where(sql<string>`lower(email.copies)`, 'like', `%${address.replaceAll(/["%\\]/g, '%')}%`)
    .where((is) => is.not(is.exists(waiting)));
  return accountId === undefined ? query : query.where('email.account_id', '=', accountId);
}

function names(row: KeptRow, address: string): boolean {
  const { to, cc } = JSON.parse(String(row['copies'])) as EmailCopies;
  return [to, ...cc].some((mailbox) => mailbox.address.toLowerCase() === address);
}
