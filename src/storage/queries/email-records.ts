/** Lists of emails, and where their mails stand. */

import { sql } from 'kysely';
import type { MailStatus } from '#mail/email.ts';
import type {
  EmailQuery,
  EmailRecord,
  EmailRecordPage,
  EmailRecordQuery,
  EmailStore,
  EmailSummary,
} from '#mail/sending/email-store.ts';
import { mailSlots } from '#model/ids.ts';
import type { Database } from './database.ts';
import { fields } from './fields.ts';

export const statusFields = fields('mail', 'id:mailId address state class changed_at cost');
const summaryFields = fields(
  'email',
  'id account_id accepted_at scheduled_at sender tag test sandbox',
);

/** Those with a copy to this address: each email has one of them at the most. */
function mailsTo(
  { build }: Database,
  { accountId, to, beforeId, limit }: EmailQuery & { readonly to: string },
) {
  const mails = build
    .selectFrom('mail')
    .select(sql<number>`mail.id / ${sql.lit(mailSlots)}`.as('email_id'))
    .where(sql<boolean>`lower(mail.address) = lower(${to})`)
    .where(
      'mail.id',
      '<',
      beforeId >= highestEmail ? Number.MAX_SAFE_INTEGER : beforeId * mailSlots,
    )
    .orderBy('mail.id', 'desc')
    .limit(limit);
  return accountId === undefined ? mails : mails.where('mail.account_id', '=', accountId);
}

/** Beyond any email, and the numbers of its mails are numbers still. */
const highestEmail = Math.floor(Number.MAX_SAFE_INTEGER / mailSlots) - 1;

export async function listEmails(
  database: Database,
  { accountId, to, requestId, clientRequestId, beforeId, limit }: EmailQuery,
): ReturnType<EmailStore['listEmails']> {
  const all = summaries(database)
    .where('email.id', '<', beforeId)
    .orderBy('email.id', 'desc')
    .limit(limit);
  let query = accountId === undefined ? all : all.where('email.account_id', '=', accountId);
  if (requestId !== undefined) query = query.where('request_id', '=', requestId);
  if (clientRequestId !== undefined) {
    // As the index has it: without the second neither backend takes it.
    query = query
      .where('client_request_id', '=', clientRequestId)
      .where('client_request_id', '<>', sql.lit(''));
  }
  if (to !== undefined)
    query = query.where(
      'email.id',
      'in',
      database.build
        .selectFrom(mailsTo(database, { accountId, to, beforeId, limit }).as('own'))
        .select('own.email_id'),
    );
  return (await database.read(query)).map(toSummary);
}

function summaries({ build }: Database) {
  const mails = sql<number>`(SELECT count(*) FROM mail
    WHERE mail.id >= email.id * ${mailSlots} AND mail.id < (email.id + 1) * ${mailSlots})`;
  return build
    .selectFrom('email')
    .innerJoin('email_content', 'email_content.hash', 'email.content')
    .select(summaryFields)
    .select(['subject', mails.as('mails')]);
}

type SummaryRow = Omit<EmailSummary, 'test' | 'sandbox'> & Record<'test' | 'sandbox', number>;

function toSummary(row: SummaryRow): EmailSummary {
  return { ...row, test: row.test === 1, sandbox: row.sandbox === 1 };
}

/** Emails that a page with filters looks at, each with up to 512 mails. */
const lookedAtMax = 2_000;

export async function listEmailRecords(
  database: Database,
  query: EmailRecordQuery,
): Promise<EmailRecordPage> {
  const { sender, tag, state, limit } = query;
  const isFiltered = [sender, tag, state].some((filter) => filter !== undefined);
  const seen = seenEmails(database, { ...query, limit: isFiltered ? lookedAtMax : limit });
  let page = summaries(database)
    .where('email.id', 'in', database.build.selectFrom(seen.as('seen')).select('seen.email_id'))
    .orderBy('email.id', 'desc')
    .limit(limit);
  if (sender !== undefined) page = page.where(sql<boolean>`lower(sender) = lower(${sender})`);
  if (tag !== undefined) page = page.where('tag', '=', tag);
  if (state !== undefined) {
    page = page.where(
      sql<boolean>`EXISTS (SELECT 1 FROM mail WHERE mail.id >= email.id * ${mailSlots}
        AND mail.id < (email.id + 1) * ${mailSlots} AND mail.state = ${state})`,
    );
  }
  const found = (await database.read(page)).map(toSummary);
  const emails = await withMails(database, found);
  if (emails.length === limit) return { emails, nextId: emails.at(-1)?.id };
  return { emails, nextId: isFiltered ? await lastSeen(database, query) : undefined };
}

/** Undefined: all there is was looked at. */
async function lastSeen(database: Database, query: EmailRecordQuery): Promise<number | undefined> {
  const seen = seenEmails(database, { ...query, limit: lookedAtMax });
  const [ends] = await database.read(
    database.build
      .selectFrom(seen.as('seen'))
      .select(sql<number>`cast(count(*) as bigint)`.as('looked'))
      .select(sql<number | null>`min(seen.email_id)`.as('last')),
  );
  return ends?.looked === lookedAtMax ? (ends.last ?? undefined) : undefined;
}

/** What is looked at comes by an index, in its order: so the bound holds. */
function seenEmails(database: Database, { accountId, to, beforeId, limit }: EmailRecordQuery) {
  if (to !== undefined) return mailsTo(database, { accountId, to, beforeId, limit });
  return database.build
    .selectFrom('email')
    .select(sql<number>`email.id`.as('email_id'))
    .where('email.account_id', '=', accountId)
    .where('email.id', '<', beforeId)
    .orderBy('email.id', 'desc')
    .limit(limit);
}

async function withMails(
  database: Database,
  emails: readonly EmailSummary[],
): Promise<readonly EmailRecord[]> {
  if (emails.length === 0) return [];
  const { build } = database;
  const ids = emails.map(({ id }) => id);
  const first = build
    .selectFrom('mail')
    .select(['id', 'address'])
    .where(
      'id',
      'in',
      ids.map((id) => id * mailSlots),
    );
  const standing = build
    .selectFrom('email')
    .innerJoin('mail', (join) =>
      join
        .on(sql<boolean>`mail.id >= email.id * ${sql.lit(mailSlots)}`)
        .on(sql<boolean>`mail.id < (email.id + 1) * ${sql.lit(mailSlots)}`),
    )
    .select(['email.id', 'mail.state', sql<number>`cast(count(*) as bigint)`.as('mails')])
    .where('email.id', 'in', ids)
    .groupBy(['email.id', 'mail.state'])
    .orderBy('mail.state');
  const [addresses, counts] = [await database.read(first), await database.read(standing)];
  const addressOf = new Map(addresses.map(({ id, address }) => [id, address]));
  return emails.map((email) => ({
    ...email,
    to: addressOf.get(email.id * mailSlots) ?? '',
    states: counts
      .filter(({ id }) => id === email.id)
      .map(({ state, mails }) => ({ state, mails })),
  }));
}

export async function mailsOfEmails(
  database: Database,
  accountId: number,
  ids: readonly number[],
): Promise<readonly MailStatus[]> {
  if (ids.length === 0) return [];
  return database.read(
    database.build
      .selectFrom('email')
      .innerJoin('mail', (join) =>
        join
          .on(sql<boolean>`mail.id >= email.id * ${sql.lit(mailSlots)}`)
          .on(sql<boolean>`mail.id < (email.id + 1) * ${sql.lit(mailSlots)}`),
      )
      .select(statusFields)
      .where('email.id', 'in', [...ids])
      .where('email.account_id', '=', accountId)
      .orderBy('email.id', 'desc')
      .orderBy('mail.id'),
  );
}
