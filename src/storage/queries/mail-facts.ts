/** Facts of mails: each is noted if its mail is in a state from which it follows, with all that it owes. */

import { randomInt } from 'node:crypto';
import { type Compilable, type Expression, type SqlBool, sql } from 'kysely';
import type { Millionths } from '#core/money.ts';
import type { MailMark, NewMailFact } from '#mail/mail-fact-store.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import { emailIdOf, mailSlots } from '#model/ids.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import type { Database, WriteStep } from './database.ts';
import { putEventsWhere } from './owed-events.ts';
import { suppressionSteps } from './suppressions.ts';

/** What says how an account's mail is received. */
const tellingStates: ReadonlySet<string> = new Set(['sent', 'bounced', 'complained']);

/** A transaction takes a thousand steps; who has more waits for the next. */
const stepsMax = 900;

export function mailFacts(database: Database) {
  return {
    recordMailFacts: (facts) =>
      writeGroups(
        database,
        facts.map((fact) => stepsOf(database, fact)),
      ),
    factsOf: (mailId) =>
      database.read(
        database.build
          .selectFrom('mail_fact')
          .select(['at as atMs', 'kind', 'detail'])
          .where('mail_id', '=', mailId)
          .orderBy('id'),
      ),
  } satisfies Partial<EmailStore>;
}

/** Groups of steps, as few commits as they fit in; of each whether its first step changed anything. */
export async function writeGroups(
  database: Database,
  groups: readonly (readonly WriteStep[])[],
): Promise<readonly boolean[]> {
  const changed: boolean[] = [];
  for (let at = 0; at < groups.length; ) {
    const commit: (readonly WriteStep[])[] = [];
    let steps = 0;
    for (; at < groups.length; at += 1) {
      const group = groups[at] ?? [];
      if (steps > 0 && steps + group.length > stepsMax) break;
      steps += group.length;
      commit.push(group);
    }
    const written = (await database.write(commit.flat())) ?? [];
    let first = 0;
    for (const group of commit) {
      changed.push((written[first]?.changes ?? 0) > 0);
      first += group.length;
    }
  }
  return changed;
}

/** The first of them says by its changes whether the fact was noted. */
function stepsOf(database: Database, fact: NewMailFact): readonly WriteStep[] {
  const { mailId, atMs, detail, events, suppress } = fact;
  const said = { mailId, atMs, kind: fact.kind, detail };
  if (!('from' in fact)) {
    const exists = mailIs(database, mailId, sql<SqlBool>`1 = 1`);
    return [
      noteFact(database, said, exists),
      ...suppressionSteps(database, suppress, exists),
      ...putEventsWhere(database, events, exists),
    ];
  }
  const change = new StateChange(database, { ...said, kind: fact.kind, from: fact.from });
  return [
    change.step,
    noteFact(database, said, change.happened),
    ...suppressionSteps(database, suppress, change.happened),
    ...putEventsWhere(database, events, change.happened),
  ];
}

type Said = {
  readonly mailId: number;
  readonly atMs: number;
  readonly detail: (object & { readonly class?: string | undefined }) | null;
};

/** Another commit cannot have drawn the same for the same mail: it is held until this one is over. */
export function drawStamp(): number {
  return randomInt(2 ** 48 - 1);
}

/** The change of a mail's state, and how the other steps of its commit ask whether it has happened. */
export class StateChange {
  readonly step: Compilable;
  readonly happened: Expression<SqlBool>;

  /** `when`: what must be true besides. */
  constructor(
    database: Database,
    change: Said & {
      readonly kind: MailFactKind;
      readonly from: readonly MailFactKind[];
      readonly stamp?: number | undefined;
    },
    when: Expression<SqlBool> = sql<SqlBool>`1 = 1`,
  ) {
    const { mailId, atMs, kind, detail, from, stamp = drawStamp() } = change;
    this.step = database.build
      .updateTable('mail')
      .set((row) => ({
        state: kind,
        class: detail?.class ?? '',
        changed_at: atMs,
        stamp,
        ...(kind === 'deferred' && { deferred_at: row.fn.coalesce('deferred_at', row.val(atMs)) }),
        ...(tellingStates.has(kind) && { tells: isLive(mailId) }),
      }))
      .where('id', '=', mailId)
      .where('state', 'in', from)
      .where(when);
    this.happened = mailIs(database, mailId, sql<SqlBool>`mail.stamp = ${stamp}`);
  }
}

/** Test mail says nothing of how an account is received. */
export function isLive(mailId: number) {
  return sql<number>`(SELECT 1 - (CASE WHEN email.test = 1 OR email.sandbox = 1 OR email.notice IS NOT NULL
    THEN 1 ELSE 0 END) FROM email WHERE email.id = cast(${mailId} as bigint) / ${sql.lit(mailSlots)})`;
}

function mailIs({ build }: Database, mailId: number, what: Expression<SqlBool>) {
  const found = build.selectFrom('mail').select('mail.id').where('mail.id', '=', mailId);
  return sql<SqlBool>`EXISTS ${found.where(what)}`;
}

export function noteFact(
  { build }: Database,
  { mailId, atMs, kind, detail }: Said & { readonly kind: MailFactKind | MailMark },
  where: Expression<SqlBool>,
): Compilable {
  return build
    .insertInto('mail_fact')
    .columns(['mail_id', 'at', 'kind', 'detail'])
    .expression(
      build
        .selectNoFrom((eb) => [
          eb.val(mailId).as('mail_id'),
          eb.val(atMs).as('at'),
          eb.val(kind).as('kind'),
          eb.val(detail && JSON.stringify(detail)).as('detail'),
        ])
        .where(where),
    );
}

/** A mail's cost goes back to its account, once. */
export function refundSteps(
  { build }: Database,
  { accountId, mailId, atMs }: { accountId: number; mailId: number; atMs: number },
  where: Expression<SqlBool>,
): readonly WriteStep[] {
  const emailId = emailIdOf(mailId);
  const paid = build
    .selectFrom('mail')
    .innerJoin('email', (join) => join.on('email.id', '=', emailId))
    .where('mail.id', '=', mailId)
    .where('mail.cost', '>', 0 as Millionths)
    .where(where);
  const movement = build
    .insertInto('movement')
    .columns(['account_id', 'purse', 'kind', 'amount', 'actor', 'at', 'subject'])
    .expression(
      paid.select((eb) => [
        'mail.account_id',
        sql<'live' | 'test'>`CASE email.test WHEN 1 THEN 'test' ELSE 'live' END`.as('purse'),
        eb.val<'email refund'>('email refund').as('kind'),
        eb.ref('mail.cost').as('amount'),
        eb.val('system').as('actor'),
        eb.val(atMs).as('at'),
        eb.val(String(mailId)).as('subject'),
      ]),
    )
    .onConflict((standing) => standing.doNothing());
  const sumOf = (test: 0 | 1) =>
    sql<never>`coalesce((${paid.where('email.test', '=', test).select('mail.cost')}), 0)`;
  const giveBack = build
    .updateTable('account')
    .set({
      balance: sql<never>`balance + ${sumOf(0)}`,
      test_balance: sql<never>`test_balance + ${sumOf(1)}`,
    })
    .where('id', '=', accountId)
    .where(where);
  return [movement, giveBack];
}
