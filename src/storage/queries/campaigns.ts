/** Campaigns, their slices, and what came of them. */
import { type RawBuilder, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Millionths } from '#core/money.ts';
import { partSlots, partsOfMessage, recipientSlots } from '#model/ids.ts';
import type { Campaign, CampaignTally, Skipped, SliceOutcome } from '#sms/campaigns/campaign.ts';
import type { CampaignQuery, CampaignStore, LaneMove } from '#sms/campaigns/campaign-store.ts';
import { paidCost } from '../paid-cost.ts';
import { auditStep } from './audit.ts';
import { contains } from './begins-with.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { reserveId } from './ids.ts';
import { partsMoved } from './test-time.ts';

const campaignFields = fields(
  'campaign',
  'id account_id name test group_id sender text says_stop marketing cost_max state reason starts_at created_at',
  'ended_at contacts last_contact_id through_contact_id slices',
);
type CampaignRow = FieldRow<'campaign', typeof campaignFields>;

const madeRow = rowMaker(
  'campaign',
  'account_id name test group_id sender text says_stop marketing cost_max starts_at contacts last_contact_id',
);

const sliceFields = fields(
  'campaign_slice',
  'campaign_id n after_contact_id through_contact_id contacts',
);
const openFields = fields('campaign_slice', 'campaign_id n message_id recipients sent_at');

export function campaignStore(database: Database): CampaignStore {
  return {
    ...campaigns(database),
    ...progress(database),
    ...handing(database),
    ...counting(database),
    ...lanes(database),
  };
}

function campaigns(database: Database) {
  const { build } = database;
  const read = async (query: ReturnType<typeof ofAccount>) =>
    (await database.read(query)).map(toCampaign);
  const ofAccount = (accountId: number) =>
    build.selectFrom('campaign').select(campaignFields).where('account_id', '=', accountId);
  return {
    addCampaign: addCampaign(database),
    async listCampaigns(query) {
      const { beforeId, afterId, limit } = query;
      const page = fitting(database, query)
        .select(campaignFields)
        .where('id', '<', beforeId)
        .where('id', '>', afterId ?? 0)
        .orderBy('id', afterId === undefined ? 'desc' : 'asc')
        .limit(limit);
      return (await database.read(page)).map(toCampaign);
    },
    async countCampaigns(query) {
      const count = sql<number>`cast(count(*) as bigint)`.as('count');
      const [row] = await database.read(fitting(database, query).select(count));
      return must(row, 'row of a count').count;
    },
    async findCampaign(accountId, campaignId) {
      const [found] = await read(ofAccount(accountId).where('id', '=', campaignId));
      return found;
    },
    tallyCampaigns: (campaignIds) => tallyCampaigns(database, campaignIds),
    changeState({ accountId, campaignId, from, to, costMax }, author) {
      const query = build
        .updateTable('campaign')
        .set({
          state: to,
          reason: '',
          pending: 1,
          ...(costMax !== undefined && { cost_max: costMax }),
        })
        .$if(to === 'cancelled', (update) => update.set({ ended_at: author.atMs }))
        .where('id', '=', campaignId)
        .where('account_id', '=', accountId)
        .where('state', 'in', from);
      const target = String(campaignId);
      const audited = { action: `campaign.${to}`, target, accountId, details: {} };
      return writeChange(database, query, auditStep(database, author, audited));
    },
  } satisfies Partial<CampaignStore>;
}

function addCampaign(database: Database): CampaignStore['addCampaign'] {
  const { build } = database;
  return async (campaign, openMax, author) => {
    const id = await reserveId(database, 'campaign');
    const row = { ...madeRow(campaign), id, state: 'running', created_at: author.atMs } as const;
    const columns = Object.keys(row) as (keyof typeof row)[];
    const open = build
      .selectFrom('campaign')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', campaign.accountId)
      .where('state', 'in', ['running', 'paused']);
    const insert = build
      .insertInto('campaign')
      .columns(columns)
      .expression((eb) =>
        eb
          .selectFrom('account')
          .select(columns.map((name) => eb.val(row[name]).as(name)))
          .where('account.id', '=', campaign.accountId)
          .where(open, '<', openMax),
      )
      .returning(campaignFields);
    const { accountId, contacts, groupId } = campaign;
    const details = { group: groupId, contacts };
    const audited = { action: 'campaign.add', target: String(id), accountId, details };
    const made = await writeRow(database, insert, auditStep(database, author, audited));
    return made && toCampaign(made);
  };
}

function fitting({ build }: Database, query: CampaignQuery) {
  const { accountId, name, state, fromMs, untilMs } = query;
  let found = build.selectFrom('campaign').where('account_id', '=', accountId);
  if (name !== undefined) found = found.where(contains('name', name));
  if (state !== undefined) found = found.where('state', '=', state);
  if (fromMs !== undefined) found = found.where('starts_at', '>=', fromMs);
  if (untilMs !== undefined) found = found.where('starts_at', '<', untilMs);
  return found;
}

function sum(column: 'contacts' | 'recipients' | 'parts' | 'delivered' | 'not_delivered') {
  return sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
}

async function tallyCampaigns(
  database: Database,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, CampaignTally>> {
  if (campaignIds.length === 0) return new Map();
  // A campaign of a million has two thousand slices, most of which have skipped nobody.
  const rows = await database.read(
    database.build
      .selectFrom('campaign_slice')
      .select(['campaign_id', 'skipped'])
      .select([sum('contacts').as('contacts'), sum('recipients').as('recipients')])
      .select([sum('parts').as('parts'), sum('delivered').as('delivered')])
      .select(sum('not_delivered').as('notDelivered'))
      .select(sql<Millionths>`cast(sum(cost) as bigint)`.as('cost'))
      .where('campaign_id', 'in', campaignIds)
      .where('sent_at', 'is not', null)
      .groupBy(['campaign_id', 'skipped']),
  );
  const tallies = new Map<number, CampaignTally>();
  for (const { campaign_id, skipped, ...row } of rows) {
    const tally = { ...row, skipped: JSON.parse(skipped) as Skipped };
    tallies.set(campaign_id, joined(tally, tallies.get(campaign_id)));
  }
  return tallies;
}

function joined(one: CampaignTally, other: CampaignTally | undefined): CampaignTally {
  if (other === undefined) return one;
  const skipped: Record<string, number> = { ...other.skipped };
  for (const [why, count] of Object.entries(one.skipped))
    skipped[why] = (skipped[why] ?? 0) + count;
  return {
    contacts: one.contacts + other.contacts,
    recipients: one.recipients + other.recipients,
    parts: one.parts + other.parts,
    cost: (one.cost + other.cost) as Millionths,
    delivered: one.delivered + other.delivered,
    notDelivered: one.notDelivered + other.notDelivered,
    skipped,
  };
}

function progress(database: Database) {
  const { build } = database;
  return {
    async pendingCampaigns(nowMs, limit) {
      const query = build
        .selectFrom('campaign')
        .select(campaignFields)
        .where('pending', '=', 1)
        .where((eb) => eb.or([eb('starts_at', '<=', nowMs), eb('state', '<>', 'running')]))
        .orderBy('starts_at')
        .orderBy('id')
        .limit(limit);
      return (await database.read(query)).map(toCampaign);
    },
    async pauseFor(campaignId, reason) {
      const query = running(database, campaignId).set({ state: 'paused', reason });
      await database.write([query]);
    },
    async finish(campaignId, atMs) {
      const end = { state: 'done', ended_at: atMs, pending: 0 } as const;
      await database.write([running(database, campaignId).set(end)]);
    },
    async settle(campaignId, state) {
      const query = build
        .updateTable('campaign')
        .set({ pending: 0 })
        .where('id', '=', campaignId)
        .where('state', '=', state);
      await database.write([query]);
    },
    async openMessages(campaignId) {
      const query = build
        .selectFrom('campaign_slice')
        .select('message_id')
        .where('campaign_id', '=', campaignId)
        .where('look_at', 'is not', null)
        .orderBy('n');
      return (await database.read(query)).flatMap(({ message_id }) => message_id ?? []);
    },
  } satisfies Partial<CampaignStore>;
}

function running({ build }: Database, campaignId: number) {
  return build.updateTable('campaign').where('id', '=', campaignId).where('state', '=', 'running');
}

function handing(database: Database) {
  const { build } = database;
  return {
    async findSlice(campaignId) {
      const query = build
        .selectFrom('campaign_slice')
        .select(sliceFields)
        .where('campaign_id', '=', campaignId)
        .where('sent_at', 'is', null);
      const [row] = await database.read(query);
      return row;
    },
    beginSlice({ id, slices, throughContactId: after }, { throughContactId: through, contacts }) {
      const advance = running(database, id)
        .set({ slices: slices + 1, through_contact_id: through })
        .where('slices', '=', slices);
      const insert = build.insertInto('campaign_slice').values({
        campaign_id: id,
        n: slices + 1,
        after_contact_id: after,
        through_contact_id: through,
        contacts,
      });
      return writeChange(database, advance, insert);
    },
    findSent: (accountId, sliceName) => findSent(database, accountId, sliceName),
    async endSlice({ campaignId, n }, { skipped, ...outcome }, { atMs, lookAtMs }) {
      const { messageId, recipients, parts, cost } = outcome;
      const query = build
        .updateTable('campaign_slice')
        .set({
          message_id: messageId,
          recipients,
          parts,
          cost,
          skipped: JSON.stringify(skipped),
          sent_at: atMs,
          look_at: messageId === null ? null : lookAtMs,
        })
        .where('campaign_id', '=', campaignId)
        .where('n', '=', n)
        .where('sent_at', 'is', null);
      await database.write([query]);
    },
  } satisfies Partial<CampaignStore>;
}

async function findSent(
  database: Database,
  accountId: number,
  sliceName: string,
): Promise<SliceOutcome | undefined> {
  const [row] = await database.read(
    database.build
      .selectFrom('message')
      .innerJoin('recipient', (join) =>
        join.on(sql<boolean>`recipient.id >= message.id * ${sql.lit(recipientSlots)}
          AND recipient.id < (message.id + 1) * ${sql.lit(recipientSlots)}`),
      )
      .select('message.id as messageId')
      .select([
        sql<number>`cast(count(*) as bigint)`.as('recipients'),
        sql<number>`cast(sum(recipient.parts) as bigint)`.as('parts'),
        sql<Millionths>`cast(sum(recipient.cost) as bigint)`.as('cost'),
      ])
      .where('message.account_id', '=', accountId)
      .where('message.client_request_id', '=', sliceName)
      .where('message.client_request_id', '<>', '')
      .groupBy('message.id')
      .orderBy('message.id')
      .limit(1),
  );
  return row && { ...row, skipped: {} };
}

function counting(database: Database) {
  const { build } = database;
  const slice = ({ campaignId, n }: { readonly campaignId: number; readonly n: number }) =>
    build.updateTable('campaign_slice').where('campaign_id', '=', campaignId).where('n', '=', n);
  return {
    async slicesToCount(nowMs, limit) {
      const query = build
        .selectFrom('campaign_slice')
        .select(openFields)
        .where('look_at', '<=', nowMs)
        .where('look_at', 'is not', null)
        .orderBy('look_at')
        .limit(limit);
      const rows = await database.read(query);
      return rows.flatMap(({ messageId, sentAtMs, ...row }) =>
        messageId === null || sentAtMs === null ? [] : [{ ...row, messageId, sentAtMs }],
      );
    },
    async countSlice(messageId) {
      const query = build
        .selectFrom('recipient')
        .select([
          sql<number>`cast(count(*) as bigint)`.as('recipients'),
          countOf('delivered').as('delivered'),
          countOf('not delivered').as('notDelivered'),
          sql<Millionths>`cast(coalesce(sum(${sql.raw(paidCost)}), 0) as bigint)`.as('cost'),
        ])
        .where('id', '>=', messageId * recipientSlots)
        .where('id', '<', (messageId + 1) * recipientSlots);
      const [row] = await database.read(query);
      return row ?? { recipients: 0, delivered: 0, notDelivered: 0, cost: 0 as Millionths };
    },
    async noteCount(of, { delivered, notDelivered, cost }, lookAtMs) {
      const counts = { delivered, not_delivered: notDelivered, cost, look_at: lookAtMs };
      await database.write([slice(of).set(counts)], { isPatient: true });
    },
    async stopCounting(of) {
      await database.write([slice(of).set({ look_at: null })], { isPatient: true });
    },
  } satisfies Partial<CampaignStore>;
}

function countOf(state: 'delivered' | 'not delivered') {
  return sql<number>`cast(coalesce(sum(CASE WHEN state = ${sql.lit(state)} THEN 1 ELSE 0 END), 0) as bigint)`;
}

function lanes(database: Database) {
  const { build } = database;
  return {
    async countDue(names, nowMs, max) {
      if (names.length === 0) return 0;
      const due = build
        .selectFrom('job')
        .select('id')
        .where('lane', 'in', names)
        .where('due_at', '<=', nowMs)
        .limit(max);
      const query = build
        .selectFrom(due.as('due'))
        .select(sql<number>`cast(count(*) as bigint)`.as('count'));
      const [row] = await database.read(query);
      return row?.count ?? 0;
    },
    async moveParts(move) {
      const step = { query: moveLane(database, move), mustChange: true };
      const written = await database.write([step, ...partsMoved(database)]);
      return written?.[0]?.changes ?? 0;
    },
  } satisfies Partial<CampaignStore>;
}

function moveLane({ build }: Database, { from, to, limit, campaignId, expiredAtMs }: LaneMove) {
  const found = build
    .selectFrom('job')
    .select('job.id')
    .where('lane', '=', from)
    .$if(campaignId !== undefined, (query) => query.where(isUntriedOf(campaignId ?? 0)))
    .$if(expiredAtMs !== undefined, (query) => query.where('expires_at', '<=', expiredAtMs ?? 0))
    .limit(limit);
  return build.updateTable('job').set({ lane: to }).where('id', 'in', found);
}

/** No part of its text was submitted: a phone gets all of it or waits for all of it. */
function isUntriedOf(campaignId: number): RawBuilder<boolean> {
  return sql<boolean>`job.attempt = 0
    AND job.subject / ${sql.lit(partsOfMessage)} IN (
      SELECT message_id FROM campaign_slice WHERE campaign_id = ${campaignId} AND message_id IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM submit_intent WHERE submit_intent.job_id = job.id)
    AND NOT EXISTS (SELECT 1 FROM recipient
      WHERE recipient.id = job.subject / ${sql.lit(partSlots)} AND first_submit_id IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM further_submit
      WHERE further_submit.part_id / ${sql.lit(partSlots)} = job.subject / ${sql.lit(partSlots)})`;
}

function toCampaign({ test, saysStop, marketing, ...row }: CampaignRow): Campaign {
  return { ...row, test: test === 1, saysStop: saysStop === 1, marketing: marketing === 1 };
}
