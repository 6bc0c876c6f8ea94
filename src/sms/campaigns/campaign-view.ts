/** A campaign as pages and commands show it. */
import { z } from 'zod';
import type { Account } from '#accounts/account.ts';
import { instantText } from '#core/instant-text.ts';
import { showText } from '#core/masked.ts';
import { formatExact, zero } from '#core/money.ts';
import type { Role } from '#core/permissions.ts';
import { type Campaign, type CampaignTally, campaignStates } from './campaign.ts';

export const skippedView = z.array(z.object({ why: z.string(), contacts: z.int() }));

export const campaignView = z.object({
  id: z.int(),
  name: z.string(),
  /** Scheduled: it runs from `startsAt` on. Done: all contacts are handed over, and some may wait to leave. */
  state: z.enum([...campaignStates, 'scheduled']),
  /** Why it paused by itself; null: it did not. */
  reason: z.string().nullable(),
  group: z.int(),
  test: z.boolean(),
  /** Empty: the account's own. */
  sender: z.string(),
  /** Null: it is not for this role. */
  text: z.string().nullable(),
  saysStop: z.boolean(),
  marketing: z.boolean(),
  startsAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Of the group when it was made. */
  contacts: z.int(),
  /** Handed over or skipped until now. */
  handled: z.int(),
  waiting: z.int(),
  delivered: z.int(),
  notDelivered: z.int(),
  skipped: skippedView,
  parts: z.int(),
  cost: z.string(),
  /** It pauses before it costs more; null: it has no ceiling. */
  costMax: z.string().nullable(),
  currency: z.string(),
});

type Around = {
  readonly tally: CampaignTally | undefined;
  readonly account: Pick<Account, 'currency'>;
  readonly role: Role;
  readonly nowMs: number;
};

const nothing: CampaignTally = {
  contacts: 0,
  recipients: 0,
  parts: 0,
  cost: zero,
  delivered: 0,
  notDelivered: 0,
  skipped: {},
};

export function viewCampaign(
  campaign: Campaign,
  { tally = nothing, account, role, nowMs }: Around,
): z.input<typeof campaignView> {
  const { id, name, test, sender, text, saysStop, marketing, contacts, costMax } = campaign;
  const { startsAtMs, createdAtMs, endedAtMs, reason, groupId: group } = campaign;
  const { delivered, notDelivered, parts, cost } = tally;
  return {
    id,
    name,
    group,
    test,
    sender,
    saysStop,
    marketing,
    contacts,
    delivered,
    notDelivered,
    parts,
    state: campaign.state === 'running' && startsAtMs > nowMs ? 'scheduled' : campaign.state,
    reason: reason === '' ? null : reason,
    text: showText(text, role),
    startsAt: instantText(startsAtMs),
    createdAt: instantText(createdAtMs),
    endedAt: endedAtMs === null ? null : instantText(endedAtMs),
    handled: tally.contacts,
    waiting: waitingOf(tally),
    skipped: viewSkipped(tally),
    cost: formatExact(cost),
    costMax: costMax === null ? null : formatExact(costMax),
    currency: account.currency,
  };
}

export function waitingOf({ recipients, delivered, notDelivered }: CampaignTally): number {
  return recipients - delivered - notDelivered;
}

export function viewSkipped({ skipped }: Pick<CampaignTally, 'skipped'>) {
  return Object.entries(skipped).map(([why, contacts]) => ({ why, contacts }));
}
