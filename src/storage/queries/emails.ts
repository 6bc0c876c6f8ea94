/** The one commit of an accepted email, and what is asked of it afterwards. */

import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import { type Millionths, times } from '#core/money.ts';
import type { Email, EmailCopies, Mail, StoredContent } from '#mail/email.ts';
import type { Mailbox } from '#mail/message/email-content.ts';
import type { EmailAcceptance, EmailAcceptResult, EmailStore } from '#mail/sending/email-store.ts';
import { mailSlots } from '#model/ids.ts';
import { testColumnOf } from '#model/key-mode.ts';
import { hourOf } from '../spent-hour.ts';
import type { Database, WriteStep } from './database.ts';
import {
  listEmailRecords,
  listEmails,
  mailsOfEmails,
  statusFields,
  totalEmails,
} from './email-records.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { letters } from './letters.ts';
import { blobs } from './mail-blobs.ts';
import { cancelEmail, findCancellable } from './mail-cancel.ts';
import { mailFacts } from './mail-facts.ts';
import { mailFigures } from './mail-figures.ts';
import { inSlices, putEvents, putJobs } from './owed-events.ts';
import { balanceOf } from './purses.ts';
import { findReply, rememberReply } from './remembered-replies.ts';

/** What stands in the table as it stands in the record. */
const plain = [
  'id account_id key_id accepted_at scheduled_at valid_until content:contentHash metadata tag',
  'class:urgency stream track_opens track_clicks report_url report_endpoint_id currency test',
  'sandbox request_id client_request_id notice',
] as const;
const emailRow = rowMaker('email', ...plain, 'cost');
const emailFields = fields(
  'email',
  ...plain,
  'sender:from sender_name:fromName reply_to reply_to_name copies headers variables',
);
const mailRow = rowMaker('mail', 'id account_id address name cost state changed_at');
const mailFields = fields('mail', 'id address name variables cost');
const attachmentRow = rowMaker(
  'email_attachment',
  'content place filename content_type content_id blob',
);
const contentFields = fields('email_content', 'hash subject html text made_text');
const attachmentFields = fields('email_attachment', 'filename content_type content_id blob');

export function emailStore(database: Database): EmailStore {
  return {
    ...letters(database),
    ...mailFigures(database),
    ...mailFacts(database),
    async acceptEmail(acceptance) {
      const written = await database.write([
        ...remember(database, acceptance),
        ...pay(database, acceptance),
        ...keepContent(database, acceptance),
        { query: insertEmail(database, acceptance), mustChange: true },
        ...insertMails(database, acceptance),
        ...putEvents(database, acceptance.events),
      ]);
      return written === undefined ? findObstacle(database, acceptance) : { kind: 'accepted' };
    },
    ...blobs(database),
    ...finding(database),
    ...telling(database),
    findCancellable: (wish) => findCancellable(database, wish),
    cancelEmail: (cancellation) => cancelEmail(database, cancellation),
  };
}

function remember(
  database: Database,
  { email, idempotency }: EmailAcceptance,
): readonly WriteStep[] {
  if (idempotency === undefined) return [];
  const { accountId, acceptedAtMs: atMs } = email;
  return [rememberReply(database, { accountId, atMs, ...idempotency })];
}

function pay(
  { build }: Database,
  { email, purse, cost, mails }: EmailAcceptance,
): readonly WriteStep[] {
  if (cost === 0) return [];
  const balance = balanceOf(purse);
  const debit = build
    .updateTable('account')
    .set(({ eb }) => ({ [balance]: eb(balance, '-', cost) }))
    .where('id', '=', email.accountId)
    .where(balance, '>=', cost);
  const movement = build.insertInto('movement').values({
    account_id: email.accountId,
    purse,
    kind: 'email',
    amount: times(cost, -1),
    actor: 'system',
    at: email.acceptedAtMs,
    subject: String(email.id),
  });
  const hour = { account_id: email.accountId, purse, starts_at: hourOf(email.acceptedAtMs) };
  const spent = build
    .insertInto('spent_hour')
    .values({ ...hour, product: 'email', cost, parts: mails.length })
    .onConflict((standing) =>
      standing.columns(['account_id', 'purse', 'starts_at', 'product']).doUpdateSet({
        cost: sql<Millionths>`spent_hour.cost + excluded.cost`,
        parts: sql<number>`spent_hour.parts + excluded.parts`,
      }),
    );
  return [{ query: debit, mustChange: true }, movement, spent];
}

/** What stands there already is young again: the sweep of content that nobody names leaves it alone. */
function keepContent(
  { build }: Database,
  { content, email }: EmailAcceptance,
): readonly WriteStep[] {
  const { hash, subject, html, text, attachments } = content;
  const young = { created_at: email.acceptedAtMs };
  const keep = build
    .insertInto('email_content')
    .values({ hash, subject, html, text, made_text: null, ...young })
    .onConflict((standing) => standing.column('hash').doUpdateSet(young));
  if (attachments.length === 0) return [keep];
  const attach = build
    .insertInto('email_attachment')
    .values(
      attachments.map(({ contentId = null, ...attachment }, place) =>
        attachmentRow({ ...attachment, contentId, content: hash, place }),
      ),
    )
    .onConflict((standing) => standing.doNothing());
  return [keep, attach];
}

function insertEmail({ build }: Database, { email, cost }: EmailAcceptance) {
  const { from, replyTo, copies, headers, variables, clientRequestId = '' } = email;
  return (
    build
      .insertInto('email')
      .values({
        ...emailRow({ ...email, clientRequestId, cost }),
        sender: from.address,
        sender_name: from.name ?? '',
        reply_to: replyTo?.address ?? null,
        reply_to_name: replyTo?.name ?? '',
        copies: copies && JSON.stringify(copies),
        headers: JSON.stringify(headers),
        variables: JSON.stringify(variables),
      })
      // A notice that was sent before.
      .onConflict((standing) => standing.doNothing())
  );
}

function insertMails(
  database: Database,
  { email, mails, state, jobs }: EmailAcceptance,
): readonly WriteStep[] {
  const { accountId, acceptedAtMs } = email;
  const inserts = inSlices(mails).map((slice) =>
    database.build.insertInto('mail').values(
      slice.map((mail) => ({
        ...mailRow({ ...mail, accountId, state, changedAtMs: acceptedAtMs }),
        variables: mail.variables && JSON.stringify(mail.variables),
      })),
    ),
  );
  return [...inserts, ...putJobs(database, jobs)];
}

/** Why nothing was kept, in the order in which the steps ask. */
async function findObstacle(
  database: Database,
  { email, purse, cost, idempotency }: EmailAcceptance,
): Promise<EmailAcceptResult> {
  const { build } = database;
  if (idempotency !== undefined) {
    const { key, forgottenBeforeMs: sinceMs } = idempotency;
    const earlier = await findReply(database, { accountId: email.accountId, key, sinceMs });
    if (earlier !== undefined) {
      return earlier.fingerprint === idempotency.fingerprint
        ? { kind: 'repeated', reply: earlier.reply }
        : { kind: 'key was used for another request' };
    }
  }
  if (cost === 0) return { kind: 'noticed before' };
  const query = build
    .selectFrom('account')
    .select(balanceOf(purse))
    .where('id', '=', email.accountId);
  const [row] = await database.read(query);
  const balance = must(row, 'account')[balanceOf(purse)];
  return { kind: 'balance is too low', balance };
}

function finding(database: Database) {
  const { build } = database;
  return {
    async findEmail(emailId) {
      const query = build.selectFrom('email').select(emailFields).where('id', '=', emailId);
      const [row] = await database.read(query);
      return row && toEmail(row);
    },
    async findNotice(notice) {
      const query = build.selectFrom('email').select(emailFields).where('notice', '=', notice);
      const [row] = await database.read(query);
      return row && toEmail(row);
    },
    async forgetVariables(emailId) {
      const query = build
        .updateTable('email')
        .set({ variables: '{}' })
        .where('id', '=', emailId)
        .where('notice', 'is not', null);
      await database.write([query], { isPatient: true });
    },
    async findContent(hash): Promise<StoredContent | undefined> {
      const query = build
        .selectFrom('email_content')
        .select(contentFields)
        .where('hash', '=', hash);
      const [row] = await database.read(query);
      if (row === undefined) return undefined;
      const attachments = build
        .selectFrom('email_attachment')
        .select(attachmentFields)
        .where('content', '=', hash)
        .orderBy('place');
      const { madeText, ...stored } = row;
      const found = (await database.read(attachments)).map(({ contentId, ...attachment }) => ({
        ...attachment,
        ...(contentId !== null && { contentId }),
      }));
      const content = { ...stored, attachments: found };
      return madeText === null ? content : { ...content, madeText };
    },
    async keepMadeText(hash, text) {
      const keep = build
        .updateTable('email_content')
        .set({ made_text: text })
        .where('hash', '=', hash)
        .where('made_text', 'is', null);
      await database.write([keep]);
      const query = build.selectFrom('email_content').select('made_text').where('hash', '=', hash);
      return (await database.read(query))[0]?.made_text ?? text;
    },
    async findMail(mailId) {
      const query = build.selectFrom('mail').select(mailFields).where('id', '=', mailId);
      const [row] = await database.read(query);
      return row && toMail(row);
    },
  } satisfies Partial<EmailStore>;
}

function telling(database: Database) {
  const { build } = database;
  return {
    mailsOf(accountId, emailId, mode) {
      const ofEmail = build
        .selectFrom('mail')
        .select(statusFields)
        .where('id', '>=', emailId * mailSlots)
        .where('id', '<', (emailId + 1) * mailSlots)
        .where('account_id', '=', accountId)
        .orderBy('id');
      if (mode === undefined) return database.read(ofEmail);
      const email = build
        .selectFrom('email')
        .select('email.id')
        .where('email.id', '=', emailId)
        .where('email.test', '=', testColumnOf({ mode }));
      return database.read(ofEmail.where((where) => where.exists(email)));
    },
    listEmails: (query) => listEmails(database, query),
    mailsOfEmails: (accountId, ids) => mailsOfEmails(database, accountId, ids),
    listEmailRecords: (query) => listEmailRecords(database, query),
    totalEmails: (query) => totalEmails(database, query),
  } satisfies Partial<EmailStore>;
}

function toEmail(row: FieldRow<'email', typeof emailFields>): Email {
  const { from, fromName, replyTo, replyToName, copies, clientRequestId, ...email } = row;
  return {
    ...email,
    from: toMailbox(from, fromName),
    copies: copies === null ? null : (JSON.parse(copies) as EmailCopies),
    replyTo: replyTo === null ? null : toMailbox(replyTo, replyToName),
    headers: JSON.parse(row.headers) as Email['headers'],
    variables: JSON.parse(row.variables) as Email['variables'],
    trackOpens: row.trackOpens === 1,
    trackClicks: row.trackClicks === 1,
    test: row.test === 1,
    sandbox: row.sandbox === 1,
    ...(clientRequestId !== '' && { clientRequestId }),
  };
}

function toMailbox(address: string, name: string): Mailbox {
  return name === '' ? { address } : { address, name };
}

function toMail(row: FieldRow<'mail', typeof mailFields>): Mail {
  const { variables } = row;
  const own = variables === null ? null : (JSON.parse(variables) as Mail['variables']);
  return { ...row, variables: own };
}
