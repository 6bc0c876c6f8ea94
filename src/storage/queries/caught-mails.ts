/** What the mail catcher has caught. */

import { type Selectable, sql } from 'kysely';
import { mailSlots } from '#model/ids.ts';
import type {
  CaughtMailEntry,
  CaughtMailStore,
  CaughtOf,
  NewCaughtMail,
} from '#simulator/caught-mail.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

// What stands behind the octets is not among them: SQLite would read through each mail for it, but for the
// indexes of 0073-caught-of-accounts.
const listed = ['id', 'caught_at', 'sender', 'recipients', 'mail_from', 'subject', 'size'] as const;

/** Rows that a pruning looks at: above what is kept, for it runs while mail comes in. */
const prunedMax = 20_000;

export function caughtMailStore(database: Database): CaughtMailStore {
  const { build } = database;
  return {
    async keepMails(mails) {
      const written = await database.write(
        mails.map((mail) => ({
          query: build.insertInto('caught_mail').values(mailRow(mail)).returning('id'),
        })),
      );
      return (written ?? []).map(({ rows }) => (rows[0] as { readonly id: number }).id);
    },
    async listMails(beforeId, limit, accountId) {
      const all = build
        .selectFrom('caught_mail')
        .select(listed)
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(limit);
      const query = accountId === undefined ? all : all.where('account_id', '=', accountId);
      return (await database.read(query)).map((row) => toEntry(row));
    },
    async findMail(id) {
      const query = build.selectFrom('caught_mail').selectAll().where('id', '=', id);
      const [row] = await database.read(query);
      return (
        row && { ...toEntry(row), of: ownerOf(row), dialogue: row.dialogue, octets: row.octets }
      );
    },
    caughtOf: (emailId) =>
      database.read(
        build
          .selectFrom('caught_mail')
          .select([sql<number>`mail_id`.as('mailId'), sql<number>`max(id)`.as('id')])
          .where('mail_id', '>=', emailId * mailSlots)
          .where('mail_id', '<', (emailId + 1) * mailSlots)
          .groupBy('mail_id')
          .orderBy('mail_id'),
      ),
    async clearMails() {
      const [cleared] = (await database.write([{ query: build.deleteFrom('caught_mail') }])) ?? [];
      return cleared?.changes ?? 0;
    },
    async pruneMails({ countMax, bytesMax, sinceMs }) {
      const query = build
        .selectFrom('caught_mail')
        .select(['id', 'size', 'caught_at'])
        .orderBy('id', 'desc')
        .limit(prunedMax);
      let bytes = 0;
      const gone = (await database.read(query)).find((row, place) => {
        bytes += row.size;
        return place >= countMax || bytes > bytesMax || row.caught_at < sinceMs;
      });
      if (gone === undefined) return 0;
      const prune = build.deleteFrom('caught_mail').where('id', '<=', gone.id);
      const [pruned] = (await database.write([{ query: prune }])) ?? [];
      return pruned?.changes ?? 0;
    },
  };
}

function mailRow(mail: NewCaughtMail) {
  const { caughtAtMs, sender, recipients, from, subject, dialogue, octets, of } = mail;
  return {
    caught_at: caughtAtMs,
    sender,
    recipients: JSON.stringify(recipients),
    mail_from: from,
    subject,
    size: octets.length,
    dialogue,
    octets,
    account_id: of?.accountId ?? null,
    mail_id: of?.mailId ?? null,
  };
}

function ownerOf({
  account_id: accountId,
  mail_id: mailId,
}: Pick<Selectable<Tables['caught_mail']>, 'account_id' | 'mail_id'>): CaughtOf | null {
  return accountId === null || mailId === null ? null : { accountId, mailId };
}

function toEntry(
  row: Pick<Selectable<Tables['caught_mail']>, (typeof listed)[number]>,
): CaughtMailEntry {
  return {
    id: row.id,
    caughtAtMs: row.caught_at,
    sender: row.sender,
    recipients: JSON.parse(row.recipients) as readonly string[],
    from: row.mail_from,
    subject: row.subject,
    size: row.size,
  };
}
