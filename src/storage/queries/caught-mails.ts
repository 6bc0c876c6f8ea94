/** What the mail catcher has caught. */

import { sql } from 'kysely';
import { mailSlots } from '#model/ids.ts';
import type { NewCaughtMail } from '#simulator/caught-mail.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';
import type { Database } from './database.ts';
import { fields, rowMaker } from './fields.ts';

// What stands behind the octets is not among them: SQLite would read through each mail for it, but for the
// indexes of 0073-caught-of-accounts.
const entryFields = fields(
  'caught_mail',
  'id caught_at sender recipients mail_from:from subject size',
);

/** Rows that a pruning looks at: above what is kept, for it runs while mail comes in. */
const prunedMax = 20_000;

export function caughtMailStore(database: Database) {
  const { build } = database;
  return {
    async keepMails(mails) {
      const written = await database.write(
        mails.map((mail) => build.insertInto('caught_mail').values(mailRow(mail)).returning('id')),
      );
      return (written ?? []).map(({ rows }) => (rows[0] as { readonly id: number }).id);
    },
    async listMails({ beforeId, afterId, limit, fromMs, untilMs, accountId }) {
      const all = build
        .selectFrom('caught_mail')
        .select(entryFields)
        .where('id', '<', beforeId)
        .where('id', '>', afterId ?? 0)
        .where('caught_at', '>=', fromMs ?? 0)
        .where('caught_at', '<', untilMs ?? Number.MAX_SAFE_INTEGER)
        .orderBy('id', afterId === undefined ? 'desc' : 'asc')
        .limit(limit);
      const query = accountId === undefined ? all : all.where('account_id', '=', accountId);
      return (await database.read(query)).map((row) => toEntry(row));
    },
    async findMail(id) {
      const query = build
        .selectFrom('caught_mail')
        .select(entryFields)
        .select(['account_id as accountId', 'mail_id as mailId', 'dialogue', 'octets'])
        .where('id', '=', id);
      const [row] = await database.read(query);
      if (row === undefined) return undefined;
      const { accountId, mailId, ...mail } = row;
      const of = accountId === null || mailId === null ? null : { accountId, mailId };
      return { ...toEntry(mail), of };
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
      const [cleared] = (await database.write([build.deleteFrom('caught_mail')])) ?? [];
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
      const [pruned] = (await database.write([prune])) ?? [];
      return pruned?.changes ?? 0;
    },
  } satisfies Partial<SimulatorStore>;
}

const keptRow = rowMaker(
  'caught_mail',
  'caught_at sender recipients mail_from:from subject size dialogue octets account_id mail_id',
);

function mailRow(mail: NewCaughtMail) {
  const { accountId = null, mailId = null } = mail.of ?? {};
  const recipients = JSON.stringify(mail.recipients);
  return keptRow({ ...mail, accountId, mailId, recipients, size: mail.octets.length });
}

function toEntry<Row extends { readonly recipients: string }>(row: Row) {
  return { ...row, recipients: JSON.parse(row.recipients) as readonly string[] };
}
