/** What delivery does with mails: reads those that are due, settles them, and remembers servers. */

import { type Expression, type SqlBool, sql } from 'kysely';
import type {
  DeliveryStore,
  KnownSite,
  MailMove,
  MailSettlement,
  OwedMail,
  SiteShaping,
  StoredPolicy,
} from '#mail/delivery/delivery-store.ts';
import type { NewSuppression } from '#mail/suppression/suppression.ts';
import { emailIdOf, mailSlots } from '#model/ids.ts';
import { isTaken, waitingStates } from '#model/mail-state.ts';
import type { Job } from '#queue/job.ts';
import type { LaneOrder } from '#queue/lane-order.ts';
import type { Lease } from '#queue/lease.ts';
import type { Database, WriteStep } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { dueJobs } from './job-step.ts';
import { attemptsOf, insertAttempt } from './mail-attempts.ts';
import { isLive, noteFact, refundSteps, StateChange, writeGroups } from './mail-facts.ts';
import { putEventsWhere } from './owed-events.ts';
import { sentSettler } from './sent-mails.ts';
import { settingSteps } from './settings.ts';
import { suppressionSteps } from './suppressions.ts';

export function deliveryStore(database: Database): DeliveryStore {
  const settleSent = sentSettler(database);
  return {
    async dueMails({ lane, ...page }) {
      const query = dueJobs(database, lane, page)
        .innerJoin('mail', 'mail.id', 'job.subject')
        .innerJoin('email', (join) =>
          join.on('email.id', '=', sql<number>`job.subject / ${sql.lit(mailSlots)}`),
        )
        .select(owedFields)
        .select(['email.test', 'email.sandbox']);
      return (await database.read(query)).map((row) => ({ job: row.job, load: toOwed(row) }));
    },
    settleMails: (settlements) =>
      writeGroups(
        database,
        settlements.map((each) => settleSent(each) ?? settle(database, each)),
      ),
    deferralsOf(owner) {
      const { build } = database;
      const waiting = build
        .selectFrom('job')
        .innerJoin('mail', 'mail.id', 'job.subject')
        .select(['mail.id', 'mail.class'])
        .where('job.lane', '>=', `${owner}:`)
        .where('job.lane', '<', `${owner};`)
        .where('mail.state', '=', 'deferred')
        .limit(deferralsLooked)
        .as('waiting');
      const counted = build
        .selectFrom(waiting)
        .select(['class', sql<number>`count(*)`.as('mails'), sql<number>`max(id)`.as('lastId')])
        .groupBy('class')
        .as('counted');
      const detail = build
        .selectFrom('mail_fact')
        .select('detail')
        .where('mail_fact.mail_id', '=', sql<number>`counted."lastId"`)
        .where('kind', '=', 'deferred')
        .orderBy('mail_fact.id', 'desc')
        .limit(1);
      const query = build
        .selectFrom(counted)
        .select(['class', 'mails'])
        .select(sql<string>`coalesce((${detail}), '{}')`.as('detail'))
        .orderBy('mails', 'desc');
      return database.read(query);
    },
    attemptsOf: (mailId, limit) => attemptsOf(database, mailId, limit),
    async moveMails(moves) {
      await writeGroups(
        database,
        moves.map((move) => [moveMail(database, move)]),
      );
    },
    ...sites(database),
    ...policies(database),
    ...orders(database),
  };
}

const deferralsLooked = 1_000;

const siteNames = 'site hosts checked_at';
const siteFields = fields('mail_site', 'domain', siteNames);
const siteRow = rowMaker('mail_site', siteNames);
const shapingNames = 'limits memory cool_until saved_at';
const shapingFields = fields('mail_shaping', 'owner', shapingNames);
const shapingRow = rowMaker('mail_shaping', shapingNames);
const policyNames = 'policy_id:id mode mx fetched_at expires_at';
const policyFields = fields('mail_policy', 'domain', policyNames);
const policyRow = rowMaker('mail_policy', policyNames);
const orderNames = 'held limits set_at';
const orderFields = fields('mail_lane_order', 'owner', orderNames);
const orderRow = rowMaker('mail_lane_order', orderNames);

const owedFields = fields(
  'mail',
  'account_id address name variables state class deferred_at:deferredSinceMs',
);
type DueRow = FieldRow<'mail', typeof owedFields> & {
  readonly job: Job;
  readonly test: number;
  readonly sandbox: number;
};

function toOwed({ job, class: reason, test, sandbox, ...row }: DueRow): OwedMail {
  return {
    ...row,
    mailId: job.subject,
    emailId: emailIdOf(job.subject),
    variables: JSON.parse(row.variables ?? '{}') as OwedMail['variables'],
    isPlay: test === 1 || sandbox === 1,
    deferredAs: row.state === 'deferred' ? (reason as OwedMail['deferredAs']) : null,
  };
}

/**
 * The first step says whether its fact was noted: what is refused or put off is if its job is as it was
 * read, and what was sent is whatever has become of the job, because it happened.
 */
function settle(database: Database, settlement: MailSettlement): readonly WriteStep[] {
  const { job, atMs, accountId, attempt, fact, retry, refund, events } = settlement;
  const mailId = job.subject;
  const isOurs = jobIsOurs(database, settlement);
  const steps: WriteStep[] = [];
  if (fact !== undefined) {
    const { kind, reason } = fact;
    const hasHappened = isTaken(kind);
    const from = hasHappened ? ([...waitingStates, 'cancelled', 'failed'] as const) : waitingStates;
    const when = hasHappened ? undefined : isOurs;
    const said = { mailId, atMs, kind, detail: reason };
    const change = new StateChange(database, { ...said, from }, when);
    steps.push(change.step, noteFact(database, said, change.happened));
    if (refund) steps.push(...refundSteps(database, { accountId, mailId, atMs }, change.happened));
    // A test teaches nothing of an address.
    const counts = sql<SqlBool>`${change.happened} AND ${isLive(mailId)} = 1`;
    steps.push(...suppressionSteps(database, suppressedBy(settlement), counts));
    steps.push(...putEventsWhere(database, events, change.happened));
  }
  if (attempt !== undefined) steps.push(insertAttempt(database, attempt));
  steps.push(retry === undefined ? endJob(database, settlement) : putOff(database, job, retry));
  return steps;
}

/** An address that is not there gets no mail of any stream. */
function suppressedBy({ suppress, accountId, atMs }: MailSettlement): NewSuppression | undefined {
  if (suppress === undefined) return undefined;
  const { address, strength: reason, events } = suppress;
  return { accountId, stream: '', address, reason, source: 'delivery', atMs, events };
}

function jobIsOurs({ build }: Database, { job, retry }: MailSettlement): Expression<SqlBool> {
  const found = build
    .selectFrom('job')
    .select('job.id')
    .where('job.id', '=', job.id)
    .where('job.attempt', '=', job.attempt)
    .where(leaseIsHeld(retry?.lease));
  return sql<SqlBool>`EXISTS ${found}`;
}

function leaseIsHeld(lease: Lease | undefined): Expression<SqlBool> {
  if (lease === undefined) return sql<SqlBool>`1 = 1`;
  return sql<SqlBool>`EXISTS (SELECT 1 FROM lease
    WHERE lease.name = ${lease.name} AND lease.epoch = ${lease.epoch})`;
}

function endJob({ build }: Database, { job, fact }: MailSettlement) {
  const ended = build.deleteFrom('job').where('id', '=', job.id);
  return isTaken(fact?.kind) ? ended : ended.where('attempt', '=', job.attempt);
}

function putOff(
  { build }: Database,
  { id, attempt: attemptRead }: MailSettlement['job'],
  { attempt, dueAtMs, lease }: NonNullable<MailSettlement['retry']>,
) {
  return build
    .updateTable('job')
    .set({ attempt, due_at: dueAtMs })
    .where('id', '=', id)
    .where('attempt', '=', attemptRead)
    .where(leaseIsHeld(lease));
}

function moveMail({ build }: Database, { jobId, attemptRead, lane, lease }: MailMove) {
  return build
    .updateTable('job')
    .set({ lane })
    .where('id', '=', jobId)
    .where('attempt', '=', attemptRead)
    .where(leaseIsHeld(lease));
}

function sites(database: Database) {
  const { build } = database;
  return {
    async findSites(domains) {
      if (domains.length === 0) return [];
      const query = build.selectFrom('mail_site').select(siteFields).where('domain', 'in', domains);
      return (await database.read(query)).map((row) => ({
        ...row,
        hosts: JSON.parse(row.hosts) as KnownSite['hosts'],
      }));
    },
    async saveSites(known) {
      const steps = known.map(({ domain, ...site }) => {
        const row = siteRow({ ...site, hosts: JSON.stringify(site.hosts) });
        const query = build
          .insertInto('mail_site')
          .values({ domain, ...row })
          .onConflict((standing) => standing.column('domain').doUpdateSet(row));
        return [query];
      });
      await writeGroups(database, steps);
    },
    async findShaping(owners) {
      if (owners.length === 0) return [];
      const query = build
        .selectFrom('mail_shaping')
        .select(shapingFields)
        .where('owner', 'in', owners);
      return database.read(query);
    },
    async saveShaping(shaping) {
      const steps = shaping.map((each) => [saveShaping(database, each)]);
      await writeGroups(database, steps);
    },
  } satisfies Partial<DeliveryStore>;
}

function saveShaping({ build }: Database, shaping: SiteShaping) {
  const row = shapingRow(shaping);
  return build
    .insertInto('mail_shaping')
    .values({ owner: shaping.owner, ...row })
    .onConflict((standing) => standing.column('owner').doUpdateSet(row));
}

function policies(database: Database) {
  const { build } = database;
  return {
    async findPolicy(domain) {
      const query = build.selectFrom('mail_policy').select(policyFields);
      const [row] = await database.read(query.where('domain', '=', domain));
      return row && { ...row, mx: JSON.parse(row.mx) as StoredPolicy['mx'] };
    },
    async savePolicy({ domain, ...policy }) {
      const row = policyRow({ ...policy, mx: JSON.stringify(policy.mx) });
      const query = build
        .insertInto('mail_policy')
        .values({ domain, ...row })
        .onConflict((standing) => standing.column('domain').doUpdateSet(row));
      await database.write([query]);
    },
  } satisfies Partial<DeliveryStore>;
}

function orders(database: Database) {
  const { build } = database;
  return {
    async findLaneOrders(): Promise<readonly LaneOrder[]> {
      const rows = await database.read(
        build.selectFrom('mail_lane_order').select(orderFields).orderBy('owner'),
      );
      return rows.map((row) => ({ ...row, held: row.held === 1 }));
    },
    async saveLaneOrder(owner, order, author) {
      const query =
        order === undefined
          ? build.deleteFrom('mail_lane_order').where('owner', '=', owner)
          : saveOrder(database, owner, order);
      const details = { held: order?.held ?? false, limits: order?.limits ?? '{}' };
      const audited = { action: 'mail.lane', target: owner, details };
      const steps = [query, ...settingSteps(database, author, audited)];
      await database.write(steps);
    },
    async resumeMails(owner, nowMs) {
      const warm = build.updateTable('mail_shaping').set({ cool_until: 0 });
      await database.write([warm.where('owner', '=', owner)]);
      const hasten = hastenSome(database, owner, nowMs);
      for (let changes = hastenedMax; changes === hastenedMax; ) {
        const [written] = (await database.write([hasten])) ?? [];
        changes = written?.changes ?? 0;
      }
    },
  } satisfies Partial<DeliveryStore>;
}

/** Rows of one commit: on SQLite others wait for it. */
const hastenedMax = 1_000;

/** A mail that is scheduled waits for its own time. */
function hastenSome({ build }: Database, owner: string, nowMs: number) {
  const waiting = build
    .selectFrom('job')
    .innerJoin('mail', 'mail.id', 'job.subject')
    .select('job.id')
    .where('job.lane', '>=', `${owner}:`)
    .where('job.lane', '<', `${owner};`)
    .where('job.due_at', '>', nowMs)
    .where('mail.state', 'in', ['queued', 'deferred'])
    .where('mail.class', '<>', 'in-doubt')
    .limit(hastenedMax);
  return build.updateTable('job').set({ due_at: nowMs }).where('id', 'in', waiting);
}

function saveOrder({ build }: Database, owner: string, order: LaneOrder) {
  const row = orderRow(order);
  return build
    .insertInto('mail_lane_order')
    .values({ owner, ...row })
    .onConflict((standing) => standing.column('owner').doUpdateSet(row));
}
