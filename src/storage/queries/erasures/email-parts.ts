/** What is kept of a person who is known by an email address. */

import { sql } from 'kysely';
import type { ErasureScope, KeptRow } from '#accounts/erasure-store.ts';
import { maskAddress } from '#core/log.ts';
import { emailIdOf, mailSlots } from '#model/ids.ts';
import { waitingStates } from '#model/mail-state.ts';
import type { Database, WriteStep } from '../database.ts';
import { alsoOfAccounts } from './caught-of-accounts.ts';
import { emailCopies } from './email-copies.ts';
import { idsOf, type KeptPart, scan } from './kept-part.ts';
import { requestsShowing } from './masked-requests.ts';

/** In place of an address, and of what an email said. */
const erased = 'erased';

function addressOf({ subject }: ErasureScope): string {
  // Asked of subjects that are addresses alone.
  return subject.kind === 'email' ? subject.address : erased;
}

type MailRow = KeptRow & { readonly content: string };

/** Mails that nothing more becomes of, with all that an email said where it went to nobody else. */
const emails: KeptPart = {
  part: 'emails',
  pages: (database, scope) =>
    scan(database, 'mail', ({ after, to }) => {
      const query = database.build
        .selectFrom('mail')
        .innerJoin('email', (join) =>
          join.on('email.id', '=', sql<number>`mail.id / ${sql.lit(mailSlots)}`),
        )
        .leftJoin('email_content', 'email_content.hash', 'email.content')
        .select(['mail.id', 'mail.account_id as accountId', 'mail.address', 'mail.name'])
        .select(['mail.variables', 'mail.state', 'email.accepted_at as acceptedAtMs'])
        .select(['email.sender', 'email.content', 'email_content.subject', 'email_content.html'])
        .where('mail.id', '>', after)
        .where('mail.id', '<=', to)
        .where(sql<string>`lower(mail.address)`, '=', addressOf(scope))
        .where('mail.state', 'not in', waitingStates)
        .orderBy('mail.id');
      return scope.accountId === undefined
        ? query
        : query.where('mail.account_id', '=', scope.accountId);
    }),
  steps: ({ build }, rows) => {
    const ids = idsOf(rows);
    const emailIds = [...new Set(ids.map((id) => emailIdOf(id)))];
    const contents = [...new Set(rows.map((row) => (row as MailRow).content))];
    const others = build
      .selectFrom('mail')
      .select('mail.id')
      .where('mail.id', '>=', sql<number>`email.id * ${sql.lit(mailSlots)}`)
      .where('mail.id', '<', sql<number>`(email.id + 1) * ${sql.lit(mailSlots)}`)
      .where('mail.address', '<>', erased);
    const named = (column: 'email_content.hash' | 'email_attachment.content') =>
      build
        .selectFrom('email')
        .select('email.id')
        .where('email.content', '=', sql.ref<string>(column));
    const empty = { hash: erased, subject: '', html: '', text: '', made_text: null, created_at: 0 };
    return [
      build
        .updateTable('mail')
        .set({ address: erased, name: '', variables: null })
        .where('id', 'in', ids),
      build.updateTable('mail_fact').set({ detail: null }).where('mail_id', 'in', ids),
      build.updateTable('mail_attempt').set({ dialogue: '', text: '' }).where('mail_id', 'in', ids),
      build
        .insertInto('email_content')
        .values(empty)
        .onConflict((standing) => standing.doNothing()),
      build
        .updateTable('email')
        .set({ content: erased, headers: '[]', variables: '{}', metadata: null })
        .where('id', 'in', emailIds)
        .where((is) => is.not(is.exists(others))),
      build
        .deleteFrom('email_attachment')
        .where('content', 'in', contents)
        .where('content', '<>', erased)
        .where((is) => is.not(is.exists(named('email_attachment.content')))),
      build
        .deleteFrom('email_content')
        .where('hash', 'in', contents)
        .where('hash', '<>', erased)
        .where((is) => is.not(is.exists(named('email_content.hash')))),
    ];
  },
};

/** The sound stays: it is a caller's. */
const voicemails: KeptPart = {
  part: 'voicemails',
  pages: (database, scope) =>
    scan(database, 'voicemail', ({ after, to }) => {
      const query = database.build
        .selectFrom('voicemail')
        .select(['id', 'account_id as accountId', 'number', 'mail_to as mailTo'])
        .select('started_at as startedAtMs')
        .where('id', '>', after)
        .where('id', '<=', to)
        .where(sql<string>`lower(mail_to)`, '=', addressOf(scope))
        .where('mail_state', '<>', 'owed');
      return scope.accountId === undefined
        ? query
        : query.where('account_id', '=', scope.accountId);
    }),
  steps: ({ build }, rows) => [
    build.updateTable('voicemail').set({ mail_to: '' }).where('id', 'in', idsOf(rows)),
  ],
};

type LetterRow = KeptRow & Readonly<Record<'sender' | 'recipients' | 'mailFrom', string>>;

/** Caught mail and letters are nobody's: an account's erasure leaves them. */
function everybodys(table: 'caught_mail' | 'mail_letter', part: KeptPart['part']): KeptPart {
  return {
    part,
    async *pages(database, scope) {
      if (scope.accountId !== undefined) return;
      const address = addressOf(scope);
      // A percent sign may stand for anything; what is found is looked at once more.
      const about = `%${address.replaceAll('%', '_')}%`;
      const pages = scan(database, table, ({ after, to }) =>
        database.build
          .selectFrom(table as 'mail_letter')
          .select(['id', 'sender', 'recipients', 'mail_from as mailFrom', 'subject'])
          .where('id', '>', after)
          .where('id', '<=', to)
          .where((is) =>
            is.or(
              (['sender', 'recipients', 'mail_from'] as const).map((column) =>
                is(sql<string>`lower(${sql.ref(column)})`, 'like', about),
              ),
            ),
          ),
      );
      for await (const rows of pages) {
        const theirs = rows.filter((row) => names(row as LetterRow, address));
        if (theirs.length > 0) yield theirs;
      }
    },
    steps: ({ build }, rows) => [
      build.deleteFrom(table as 'mail_letter').where('id', 'in', idsOf(rows)),
    ],
  };
}

/** `joann@example.com` is somebody else than `ann@example.com`. */
function names({ sender, recipients, mailFrom }: LetterRow, address: string): boolean {
  return [sender, recipients, mailFrom].some((text) =>
    // Everything that may stand in an address; brackets, quotes and spaces may not.
    text
      .toLowerCase()
      .split(/[\s<>()[\],;:"\\]+/)
      .includes(address),
  );
}

/** What shows the address masked, of requests of the interface. */
export function emailTraces({ build }: Database, scope: ErasureScope): readonly WriteStep[] {
  const masked = maskAddress(addressOf(scope)).replaceAll(/[\\%_]/g, '_');
  const requests = requestsShowing(build, `%${masked}%`);
  const { accountId } = scope;
  return [accountId === undefined ? requests : requests.where('account_id', '=', accountId)];
}

export const emailParts: readonly KeptPart[] = [
  emails,
  emailCopies,
  voicemails,
  alsoOfAccounts(everybodys('caught_mail', 'caughtMails')),
  everybodys('mail_letter', 'letters'),
];

/** Of mails that have somewhere to go. */
export async function emailUnderWay(database: Database, scope: ErasureScope): Promise<number> {
  let query = database.build
    .selectFrom('mail')
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .where(sql<string>`lower(address)`, '=', addressOf(scope))
    .where('state', 'in', waitingStates);
  if (scope.accountId !== undefined) query = query.where('account_id', '=', scope.accountId);
  const [row] = await database.read(query);
  return row?.count ?? 0;
}
