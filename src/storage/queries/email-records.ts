/** Lists of emails, and where their mails stand. */

import { type RawBuilder, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { MailStatus } from '#mail/email.ts';
import type {
  EmailQuery,
  EmailRecord,
  EmailRecordFilter,
  EmailRecordPage,
  EmailRecordQuery,
  EmailStore,
  EmailSummary,
  EmailTotal,
} from '#mail/sending/email-store.ts';
import { mailSlots } from '#model/ids.ts';
import { beginsWith } from './begins-with.ts';
import type { Database } from './database.ts';
import { fields } from './fields.ts';
import { type IdSpan, idSpan } from './id-span.ts';
import { pageOf } from './page-of.ts';

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
  const { limit } = query;
  const seen = isFiltered(query) ? lookedAtMax : limit + 1;
  const span = await spanOf(database, query);
  const looked = seenEmails(database, query, { span, emails: seen });
  const page = fitting(summaries(database), query)
    .where('email.id', 'in', database.build.selectFrom(looked.as('seen')).select('seen.email_id'))
    .orderBy('email.id', directionOf(query))
    .limit(limit + 1);
  const found = pageOf((await database.read(page)).map(toSummary), limit);
  const emails = await withMails(database, found.page);
  const nextId = found.lastOfMore?.id ?? (await emailAt(database, query, { span, emails: seen }));
  return { emails, nextId };
}

function isFiltered({ sender, tag, state, reason, test, begins, ...time }: EmailRecordFilter) {
  const filters = [sender, tag, state, reason, test, begins, time.fromMs, time.untilMs];
  return filters.some((filter) => filter !== undefined);
}

/** What is filtered of emails that were found already. */
function fitting<Query extends ReturnType<typeof summaries>>(
  emails: Query,
  { sender, tag, state, reason, test, begins, fromMs, untilMs }: EmailRecordFilter,
): Query {
  const wanted = [
    sender === undefined ? undefined : sql<boolean>`lower(sender) = lower(${sender})`,
    tag === undefined ? undefined : sql<boolean>`tag = ${tag}`,
    state === undefined ? undefined : hasMail(sql`mail.state = ${state}`),
    reason === undefined ? undefined : hasMail(sql`mail.class = ${reason}`),
    test === undefined ? undefined : sql<boolean>`email.test = ${Number(test)}`,
    begins?.to === undefined ? undefined : hasMail(beginsWith('mail.address', begins.to)),
    begins?.sender === undefined ? undefined : beginsWith('email.sender', begins.sender),
    begins?.tag === undefined ? undefined : beginsWith('email.tag', begins.tag),
    fromMs === undefined ? undefined : sql<boolean>`accepted_at >= ${fromMs}`,
    untilMs === undefined ? undefined : sql<boolean>`accepted_at < ${untilMs}`,
  ];
  let query = emails;
  for (const one of wanted) if (one !== undefined) query = query.where(one) as Query;
  return query;
}

function hasMail(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM mail WHERE mail.id >= email.id * ${sql.lit(mailSlots)}
    AND mail.id < (email.id + 1) * ${sql.lit(mailSlots)} AND ${condition})`;
}

function directionOf({ afterId }: EmailRecordQuery): 'asc' | 'desc' {
  return afterId === undefined ? 'desc' : 'asc';
}

type Looked = { readonly span: IdSpan; readonly emails: number; readonly skipped?: number };

/** The last email that was looked at; undefined: all there is was looked at. */
async function emailAt(
  database: Database,
  query: EmailRecordQuery,
  { span, emails }: Looked,
): Promise<number | undefined> {
  const end = seenEmails(database, query, { span, emails: 1, skipped: emails - 1 });
  const [last] = await database.read(database.build.selectFrom(end.as('seen')).selectAll());
  return last?.email_id;
}

/** What is looked at comes by an index, in its order: so the bound holds. */
function seenEmails(
  database: Database,
  query: EmailRecordQuery,
  { span, emails, skipped = 0 }: Looked,
) {
  const { accountId, to, beforeId, afterId = -1 } = query;
  const direction = directionOf(query);
  const first = Math.max(span.first, afterId + 1);
  const last = Math.min(span.last, beforeId - 1);
  if (to !== undefined) {
    return database.build
      .selectFrom('mail')
      .select(sql<number>`mail.id / ${sql.lit(mailSlots)}`.as('email_id'))
      .where(sql<boolean>`lower(mail.address) = lower(${to})`)
      .where('mail.account_id', '=', accountId)
      .where('mail.id', '>=', first * mailSlots)
      .where('mail.id', '<', (Math.min(last, highestEmail) + 1) * mailSlots)
      .orderBy('mail.id', direction)
      .limit(emails)
      .offset(skipped);
  }
  return database.build
    .selectFrom('email')
    .select(sql<number>`email.id`.as('email_id'))
    .where('email.account_id', '=', accountId)
    .where('email.id', '>=', first)
    .where('email.id', '<=', last)
    .orderBy('email.id', direction)
    .limit(emails)
    .offset(skipped);
}

function spanOf(database: Database, { accountId, fromMs, untilMs }: EmailRecordFilter) {
  const rows = { table: 'email', at: 'accepted_at', accountId } as const;
  return idSpan(database, rows, { fromMs, untilMs, last: Number.MAX_SAFE_INTEGER });
}

/** Emails that a total is of: what is beyond them is not counted. */
const totalOfMax = 10_000;

export async function totalEmails(
  database: Database,
  filter: EmailRecordFilter,
): Promise<EmailTotal> {
  const query = { ...filter, beforeId: Number.MAX_SAFE_INTEGER, limit: totalOfMax };
  const span = await spanOf(database, query);
  const looked = seenEmails(database, query, { span, emails: totalOfMax });
  const page = fitting(summaries(database), query).where(
    'email.id',
    'in',
    database.build.selectFrom(looked.as('seen')).select('seen.email_id'),
  );
  const [sum] = await database.read(
    database.build
      .selectFrom(page.as('page'))
      .select(sql<number>`cast(count(*) as bigint)`.as('emails'))
      .select(sql<number>`cast(coalesce(sum(mails), 0) as bigint)`.as('mails')),
  );
  const beyond = await emailAt(database, query, { span, emails: totalOfMax + 1 });
  return { ...must(sum, 'row of sums'), of: beyond === undefined ? undefined : totalOfMax };
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
    // Of several reasons the first by the alphabet: a list has room for one.
    .select(sql<string>`coalesce(min(nullif(mail.class, '')), '')`.as('reason'))
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
      .map(({ state, mails, reason }) => ({ state, mails, reason })),
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
