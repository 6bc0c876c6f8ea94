/** Taking an email back before it leaves: its mails end, their cost is given back, nothing is owed. */

import { type SqlBool, sql } from 'kysely';
import type { Millionths } from '#core/money.ts';
import type { CancelWish, EmailCancellation, EmailStore } from '#mail/sending/email-store.ts';
import { mailSlots } from '#model/ids.ts';
import { waitingStates } from '#model/mail-state.ts';
import type { Database, WriteStep } from './database.ts';
import { putEvents } from './owed-events.ts';

export function findCancellable(
  database: Database,
  wish: CancelWish,
): ReturnType<EmailStore['findCancellable']> {
  const query = database.build
    .selectFrom('mail')
    .innerJoin('job', 'job.subject', 'mail.id')
    .select(['mail.id as mailId', 'mail.address'])
    .select(['job.id as jobId', 'job.lane', 'job.due_at as dueAtMs'])
    .where('mail.id', '>=', wish.emailId * mailSlots)
    .where('mail.id', '<', (wish.emailId + 1) * mailSlots)
    .where('mail.account_id', '=', wish.accountId)
    .where('mail.state', 'in', waitingStates)
    .where(onMailLane)
    .where('job.due_at', '>=', wish.leavesAfterMs)
    .orderBy('mail.id');
  return database.read(query);
}

export async function cancelEmail(
  database: Database,
  cancellation: EmailCancellation,
): Promise<boolean> {
  const written = await database.write([
    { query: finish(database, cancellation), mustChange: true },
    { query: demandAll(database, cancellation), mustChange: true },
    disown(database, cancellation),
    note(database, cancellation),
    ...refund(database, cancellation),
    ...putEvents(database, cancellation.events),
  ]);
  return written !== undefined;
}

/** Subjects of jobs that are due later: what is in progress goes on. */
function owed({ build }: Database, { accountId, emailId, leavesAfterMs }: CancelWish) {
  const mails = build
    .selectFrom('mail')
    .select('mail.id')
    .where('mail.id', '>=', emailId * mailSlots)
    .where('mail.id', '<', (emailId + 1) * mailSlots)
    .where('mail.account_id', '=', accountId);
  return build
    .selectFrom('job')
    .select('job.subject')
    .where(onMailLane)
    .where('job.subject', 'in', mails)
    .where('job.due_at', '>=', leavesAfterMs);
}

function finish(database: Database, cancellation: EmailCancellation) {
  const { accountId, mailIds, nowMs } = cancellation;
  return database.build
    .updateTable('mail')
    .set({ state: 'cancelled', class: '', changed_at: nowMs })
    .where('id', 'in', mailIds)
    .where('id', 'in', owed(database, cancellation))
    .where('account_id', '=', accountId)
    .where('state', 'in', waitingStates);
}

/** A step that changes a row if all of them are: else nothing of this is kept. */
function demandAll(database: Database, cancellation: EmailCancellation) {
  const all = cancelled(database, cancellation).select(({ fn }) => fn.countAll<number>().as('n'));
  return database.build
    .updateTable('email')
    .set((row) => ({ tag: row.ref('tag') }))
    .where('id', '=', cancellation.emailId)
    .where(all, '=', cancellation.mailIds.length);
}

/** Of the mails that this has cancelled. */
function cancelled({ build }: Database, { mailIds, nowMs }: EmailCancellation) {
  return build
    .selectFrom('mail')
    .where('mail.id', 'in', mailIds)
    .where('mail.state', '=', 'cancelled')
    .where('mail.changed_at', '=', nowMs);
}

/** `mail/…` and `mail-held/…`, written as the index `job_of_mail` has it. */
const onMailLane = sql<SqlBool>`job.lane >= 'mail-' AND job.lane < 'mail0'`;

function disown(database: Database, cancellation: EmailCancellation) {
  return database.build
    .deleteFrom('job')
    .where(onMailLane)
    .where('subject', 'in', cancellation.mailIds)
    .where('due_at', '>=', cancellation.leavesAfterMs);
}

function note(database: Database, cancellation: EmailCancellation) {
  return database.build
    .insertInto('mail_fact')
    .columns(['mail_id', 'at', 'kind'])
    .expression(
      cancelled(database, cancellation).select([
        'mail.id as mail_id',
        'mail.changed_at as at',
        sql<'cancelled'>`'cancelled'`.as('kind'),
      ]),
    );
}

function refund(database: Database, cancellation: EmailCancellation): readonly WriteStep[] {
  const { accountId, emailId } = cancellation;
  const { build } = database;
  const paid = cancelled(database, cancellation)
    .innerJoin('email', (join) => join.on('email.id', '=', emailId))
    .where('mail.cost', '>', 0 as Millionths);
  const movements = build
    .insertInto('movement')
    .columns(['account_id', 'purse', 'kind', 'amount', 'actor', 'at', 'subject'])
    .expression(
      paid.select([
        'mail.account_id',
        sql<'live' | 'test'>`CASE email.test WHEN 1 THEN 'test' ELSE 'live' END`.as('purse'),
        sql<'email refund'>`'email refund'`.as('kind'),
        'mail.cost as amount',
        sql<string>`'system'`.as('actor'),
        'mail.changed_at as at',
        sql<string>`cast(mail.id as text)`.as('subject'),
      ]),
    );
  const sumOf = (test: 0 | 1) =>
    sql<never>`coalesce((${paid
      .where('email.test', '=', test)
      .select(sql<Millionths>`cast(sum(mail.cost) as bigint)`.as('sum'))}), 0)`;
  const giveBack = build
    .updateTable('account')
    .set({
      balance: sql<never>`balance + ${sumOf(0)}`,
      test_balance: sql<never>`test_balance + ${sumOf(1)}`,
    })
    .where('id', '=', accountId);
  return [movements, giveBack];
}
