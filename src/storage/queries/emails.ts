/** The one commit of an accepted email, and what is asked of it afterwards. */

import { type Selectable, sql } from 'kysely';
import { must } from '#core/assert.ts';
import { type Millionths, times } from '#core/money.ts';
import type { Email, EmailCopies, Mail, StoredContent } from '#mail/email.ts';
import type { Mailbox } from '#mail/message/email-content.ts';
import type { EmailAcceptance, EmailAcceptResult, EmailStore } from '#mail/sending/email-store.ts';
import { mailSlots } from '#model/ids.ts';
import { testColumnOf } from '#model/key-mode.ts';
import { hourOf } from '../spent-hour.ts';
import type { Database, WriteStep } from './database.ts';
import { listEmailRecords, listEmails, mailsOfEmails } from './email-records.ts';
import { blobs } from './mail-blobs.ts';
import { cancelEmail, findCancellable } from './mail-cancel.ts';
import { inSlices, putEvents, putJobs } from './owed-events.ts';
import { balanceOf } from './purses.ts';
import { findReply, rememberReply } from './remembered-replies.ts';
import type { Tables } from './tables.ts';

export function emailStore(database: Database): EmailStore {
  return {
    acceptEmail: (acceptance) => acceptEmail(database, acceptance),
    ...blobs(database),
    ...finding(database),
    ...telling(database),
    findCancellable: (wish) => findCancellable(database, wish),
    cancelEmail: (cancellation) => cancelEmail(database, cancellation),
  };
}

async function acceptEmail(
  database: Database,
  acceptance: EmailAcceptance,
): Promise<EmailAcceptResult> {
  const written = await database.write([
    ...remember(database, acceptance),
    ...pay(database, acceptance),
    ...keepContent(database, acceptance),
    { query: insertEmail(database, acceptance), mustChange: true },
    ...insertMails(database, acceptance),
    ...putEvents(database, acceptance.events),
  ]);
  return written === undefined ? findObstacle(database, acceptance) : { kind: 'accepted' };
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
    .values({ ...hour, cost, parts: mails.length })
    .onConflict((standing) =>
      standing.columns(['account_id', 'purse', 'starts_at']).doUpdateSet({
        cost: sql<Millionths>`spent_hour.cost + excluded.cost`,
        parts: sql<number>`spent_hour.parts + excluded.parts`,
      }),
    );
  return [{ query: debit, mustChange: true }, { query: movement }, { query: spent }];
}

/** What stands there already is young again: the sweep of content that nobody names leaves it alone. */
function keepContent(
  { build }: Database,
  { content, email }: EmailAcceptance,
): readonly WriteStep[] {
  const { hash, subject, html, text, attachments } = content;
  const row = { hash, subject, html, text, made_text: null, created_at: email.acceptedAtMs };
  const keep = build
    .insertInto('email_content')
    .values(row)
    .onConflict((standing) =>
      standing.column('hash').doUpdateSet({ created_at: email.acceptedAtMs }),
    );
  if (attachments.length === 0) return [{ query: keep }];
  const attach = build
    .insertInto('email_attachment')
    .values(
      attachments.map(({ filename, contentType, contentId = null, blob }, place) => ({
        content: hash,
        place,
        filename,
        content_type: contentType,
        content_id: contentId,
        blob,
      })),
    )
    .onConflict((standing) => standing.doNothing());
  return [{ query: keep }, { query: attach }];
}

function insertEmail({ build }: Database, { email, cost }: EmailAcceptance) {
  const { from, replyTo, metadata, notice } = email;
  return (
    build
      .insertInto('email')
      .values({
        id: email.id,
        account_id: email.accountId,
        key_id: email.keyId,
        accepted_at: email.acceptedAtMs,
        scheduled_at: email.scheduledAtMs,
        valid_until: email.validUntilMs,
        sender: from.address,
        sender_name: from.name ?? '',
        reply_to: replyTo?.address ?? null,
        reply_to_name: replyTo?.name ?? '',
        copies: email.copies && JSON.stringify(email.copies),
        content: email.contentHash,
        headers: JSON.stringify(email.headers),
        variables: JSON.stringify(email.variables),
        metadata,
        tag: email.tag,
        class: email.urgency,
        stream: email.stream,
        track_opens: email.trackOpens ? 1 : 0,
        track_clicks: email.trackClicks ? 1 : 0,
        report_url: email.reportUrl,
        report_endpoint_id: email.reportEndpointId,
        cost,
        currency: email.currency,
        test: email.test ? 1 : 0,
        sandbox: email.sandbox ? 1 : 0,
        request_id: email.requestId,
        client_request_id: email.clientRequestId ?? '',
        notice,
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
  const inserts = inSlices(mails).map((slice) => ({
    query: database.build.insertInto('mail').values(
      slice.map(({ id, address, name, variables, cost }) => ({
        id,
        account_id: accountId,
        address,
        name,
        variables: variables && JSON.stringify(variables),
        cost,
        state,
        changed_at: acceptedAtMs,
      })),
    ),
  }));
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

function finding(
  database: Database,
): Pick<
  EmailStore,
  'findEmail' | 'findNotice' | 'forgetVariables' | 'findContent' | 'keepMadeText' | 'findMail'
> {
  const { build } = database;
  return {
    async findEmail(emailId) {
      const query = build.selectFrom('email').selectAll().where('id', '=', emailId);
      const [row] = await database.read(query);
      return row && toEmail(row);
    },
    async findNotice(notice) {
      const query = build.selectFrom('email').selectAll().where('notice', '=', notice);
      const [row] = await database.read(query);
      return row && toEmail(row);
    },
    async forgetVariables(emailId) {
      const query = build
        .updateTable('email')
        .set({ variables: '{}' })
        .where('id', '=', emailId)
        .where('notice', 'is not', null);
      await database.write([{ query }], { isPatient: true });
    },
    async findContent(hash): Promise<StoredContent | undefined> {
      const query = build.selectFrom('email_content').selectAll().where('hash', '=', hash);
      const [row] = await database.read(query);
      if (row === undefined) return undefined;
      const attachments = build
        .selectFrom('email_attachment')
        .select(['filename', 'content_type as contentType', 'content_id as contentId', 'blob'])
        .where('content', '=', hash)
        .orderBy('place');
      const { subject, html, text, made_text: madeText } = row;
      const found = (await database.read(attachments)).map(({ contentId, ...attachment }) => ({
        ...attachment,
        ...(contentId !== null && { contentId }),
      }));
      const content = { hash, subject, html, text, attachments: found };
      return madeText === null ? content : { ...content, madeText };
    },
    async keepMadeText(hash, text) {
      const keep = build
        .updateTable('email_content')
        .set({ made_text: text })
        .where('hash', '=', hash)
        .where('made_text', 'is', null);
      await database.write([{ query: keep }]);
      const query = build.selectFrom('email_content').select('made_text').where('hash', '=', hash);
      return (await database.read(query))[0]?.made_text ?? text;
    },
    async findMail(mailId) {
      const query = build.selectFrom('mail').selectAll().where('id', '=', mailId);
      const [row] = await database.read(query);
      return row && toMail(row);
    },
  };
}

function telling(
  database: Database,
): Pick<EmailStore, 'mailsOf' | 'mailsOfEmails' | 'listEmails' | 'listEmailRecords'> {
  const { build } = database;
  return {
    mailsOf(accountId, emailId, mode) {
      const ofEmail = build
        .selectFrom('mail')
        .select(['id as mailId', 'address', 'state', 'class', 'changed_at as changedAtMs'])
        .select('cost')
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
  };
}

function toEmail(row: Selectable<Tables['email']>): Email {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    acceptedAtMs: row.accepted_at,
    scheduledAtMs: row.scheduled_at,
    validUntilMs: row.valid_until,
    from: toMailbox(row.sender, row.sender_name),
    copies: row.copies === null ? null : (JSON.parse(row.copies) as EmailCopies),
    replyTo: row.reply_to === null ? null : toMailbox(row.reply_to, row.reply_to_name),
    contentHash: row.content,
    headers: JSON.parse(row.headers) as Email['headers'],
    variables: JSON.parse(row.variables) as Email['variables'],
    metadata: row.metadata,
    tag: row.tag,
    urgency: row.class,
    stream: row.stream,
    trackOpens: row.track_opens === 1,
    trackClicks: row.track_clicks === 1,
    reportUrl: row.report_url,
    reportEndpointId: row.report_endpoint_id,
    currency: row.currency,
    test: row.test === 1,
    sandbox: row.sandbox === 1,
    requestId: row.request_id,
    ...(row.client_request_id !== '' && { clientRequestId: row.client_request_id }),
    notice: row.notice,
  };
}

function toMailbox(address: string, name: string): Mailbox {
  return name === '' ? { address } : { address, name };
}

function toMail({ id, address, name, variables, cost }: Selectable<Tables['mail']>): Mail {
  const own = variables === null ? null : (JSON.parse(variables) as Mail['variables']);
  return { id, address, name, variables: own, cost };
}
