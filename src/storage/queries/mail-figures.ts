/** What mails came to, hour by hour, and which of them are not counted as they are. */

import { type RawBuilder, sql } from 'kysely';
import type { Purse } from '#accounts/ledger.ts';
import type { Millionths } from '#core/money.ts';
import type { CountedMails, MailFigureWish } from '#mail/figures/mail-figures.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import { mailSlots } from '#model/ids.ts';
import type { Database, WriteStep } from './database.ts';
import { RetentionTurn } from './retention-turn.ts';

export function mailFigures(database: Database) {
  return {
    async takeTurn() {
      const turn = await RetentionTurn.take(database, 'mail figures');
      return {
        commit: async (counted) => (await turn.commit(stepsOf(database, counted))) !== undefined,
      };
    },
    async uncountedMails(untilMs, limit) {
      const query = database.build
        .selectFrom('mail')
        .leftJoin('email', (join) =>
          join.on(sql<boolean>`email.id = mail.id / ${sql.lit(mailSlots)}`),
        )
        .select([
          'mail.id',
          'mail.account_id as accountId',
          'mail.address',
          'mail.state',
          'mail.class',
        ])
        .select(['mail.changed_at as changedAtMs', 'mail.cost', 'mail.counted_as as countedAs'])
        .select(['email.accepted_at as acceptedAtMs', 'email.scheduled_at as scheduledAtMs'])
        .select(['email.notice', refusal.as('refusal'), purse.as('purse')])
        // As the index of 0074-mail-figures has it.
        .where(sql<boolean>`mail.counted_state <> mail.state`)
        .where('mail.changed_at', '<=', untilMs)
        .orderBy('mail.changed_at')
        .orderBy('mail.id')
        .limit(limit);
      const rows = await database.read(query);
      return rows.map(({ acceptedAtMs, scheduledAtMs, notice, purse: paidFrom, ...mail }) => ({
        ...mail,
        email:
          acceptedAtMs === null
            ? null
            : { acceptedAtMs, scheduledAtMs, purse: paidFrom, isNotice: notice !== null },
      }));
    },
    figuresByHour: (wish) =>
      database.read(
        sums(database, wish)
          .select(['starts_at as startsAtMs', 'state', 'detail'])
          .groupBy(['starts_at', 'state', 'detail'])
          .orderBy('starts_at'),
      ),
    figuresByProvider: (wish) =>
      database.read(
        sums(database, wish)
          .select(['provider', 'state', 'detail'])
          .groupBy(['provider', 'state', 'detail'])
          .orderBy('provider')
          .orderBy('state')
          .orderBy('detail'),
      ),
  } satisfies Partial<EmailStore>;
}

function sums({ build }: Database, { accountId, purse, fromMs, untilMs }: MailFigureWish) {
  return (
    build
      .selectFrom('mail_stat_hour')
      .select([total<number>('mails').as('mails'), total<Millionths>('cost').as('cost')])
      .where('account_id', '=', accountId)
      .where('purse', '=', purse)
      .where('starts_at', '>=', fromMs)
      .where('starts_at', '<', untilMs)
      // What was in progress leaves zeros behind.
      .where('mails', '<>', 0)
  );
}

function total<Value extends number>(column: string): RawBuilder<Value> {
  return sql<Value>`cast(sum(${sql.ref(column)}) as bigint)`;
}

/** What a server said last of those that it refused; a later success is none. */
const refusal = sql<string>`CASE WHEN mail.state = 'bounced' OR mail.state = 'failed' THEN
  coalesce((SELECT trim(cast(code as text) || ' ' || enhanced) FROM mail_attempt
    WHERE mail_attempt.mail_id = mail.id AND code >= 400 ORDER BY mail_attempt.id DESC LIMIT 1), '')
  ELSE '' END`;

/** Sandboxes pay nothing, like tests. */
const purse = sql<Purse>`CASE WHEN email.test = 1 OR email.sandbox = 1 THEN 'test' ELSE 'live' END`;

function stepsOf({ build }: Database, { changes, marks }: CountedMails): WriteStep[] {
  const steps: WriteStep[] = [];
  if (changes.length > 0) {
    const rows = changes.map(({ accountId, startsAtMs, ...rest }) => ({
      ...rest,
      account_id: accountId,
      starts_at: startsAtMs,
    }));
    const key = ['account_id', 'purse', 'starts_at', 'provider', 'state', 'detail'] as const;
    const query = build
      .insertInto('mail_stat_hour')
      .values(rows)
      .onConflict((standing) =>
        standing.columns(key).doUpdateSet({
          mails: sql<number>`mail_stat_hour.mails + excluded.mails`,
          cost: sql<Millionths>`mail_stat_hour.cost + excluded.cost`,
        }),
      );
    steps.push(query);
  }
  const alike = Map.groupBy(marks, ({ state, countedAs }) => `${state} ${countedAs}`);
  for (const group of alike.values()) {
    const [{ state, countedAs }] = group as [(typeof marks)[number]];
    const ids = group.map(({ mailId }) => mailId);
    // Its state as it was read: one that has changed since stays to be counted.
    const query = build
      .updateTable('mail')
      .set({ counted_state: state, counted_as: countedAs })
      .where('id', 'in', ids);
    steps.push(query);
  }
  return steps;
}
