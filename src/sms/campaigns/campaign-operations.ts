/** `campaign add`, `list`, `show`, `pause`, `resume`, `cancel`. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import { refuseGroup } from '#accounts/address-book/group-operations.ts';
import { must } from '#core/assert.ts';
import { amountAboveZero, fromInput, idInput, lineInput } from '#core/common-inputs.ts';
import { idAfter, orders, readPlace } from '#core/id-paging.ts';
import { textOf } from '#core/input-form.ts';
import { type InAccount, operation, refuse } from '#core/operation.ts';
import { unsendable } from '#sms/text/unsendable.ts';
import {
  type Campaign,
  type CampaignState,
  campaignNameCharactersMax,
  campaignStates,
  campaignTextCharactersMax,
  openCampaignsMax,
} from './campaign.ts';
import type { CampaignStore, StateChange } from './campaign-store.ts';
import { campaignFields, findUnknownField } from './campaign-text.ts';
import { campaignView, viewCampaign, waitingOf } from './campaign-view.ts';
import { campaignForms } from './words.ts';

type CampaignPorts = {
  readonly campaigns: Pick<
    CampaignStore,
    | 'addCampaign'
    | 'listCampaigns'
    | 'countCampaigns'
    | 'findCampaign'
    | 'tallyCampaigns'
    | 'changeState'
  >;
  readonly addressBook: Pick<AddressBookStore, 'findGroup' | 'countContacts' | 'lastContactId'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
};

const changes = ['campaign list', 'campaign show'];
const pageMax = 200;
const aheadMaxMs = 366 * 86_400_000;

const text = textOf(
  {
    read: (written) =>
      written.trim() === '' ||
      written.length > campaignTextCharactersMax ||
      unsendable.test(written)
        ? undefined
        : written,
  },
  campaignForms.text,
);

const instant = textOf(
  {
    read(written) {
      const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(written);
      const atMs = isInstant ? Date.parse(written) : Number.NaN;
      return Number.isNaN(atMs) ? undefined : atMs;
    },
  },
  campaignForms.instant,
);

/** What a campaign sends, and as whom. */
export const wordedShape = {
  group: idInput,
  text,
  sender: lineInput(0, 20).default(''),
  saysStop: z.boolean().default(false),
  marketing: z.boolean().default(true),
  test: z.boolean().default(false),
};

export const addCampaign = operation({
  name: 'campaign add',
  does: 'writes',
  needs: 'send',
  changes,
  positional: ['name'],
  input: z.strictObject({
    name: lineInput(1, campaignNameCharactersMax),
    ...wordedShape,
    /** Left out: at once. */
    at: instant.optional(),
    costMax: amountAboveZero.nullable().default(null),
  }),
  output: z.object({ campaign: campaignView }),
  refusals: [
    'group is not there',
    'group is empty',
    'text names an unknown field',
    'campaign is too far ahead',
    'too many campaigns',
  ],
  async run(ports: CampaignPorts, { group: groupId, at, ...wish }, caller) {
    const { accountId, atMs: nowMs } = caller;
    const { addressBook, campaigns } = ports;
    const unknown = findUnknownField(wish.text);
    if (unknown !== undefined) return refuseField(unknown);
    if (at !== undefined && at > nowMs + aheadMaxMs) {
      return refuse('campaign is too far ahead', { field: 'at' });
    }
    if ((await addressBook.findGroup(accountId, groupId)) === undefined) {
      return refuseGroup(groupId, caller);
    }
    const lastContactId = await addressBook.lastContactId(groupId);
    const contacts = await addressBook.countContacts(groupId);
    if (contacts === 0) return refuse('group is empty', { field: 'group' });
    const startsAtMs = Math.max(at ?? nowMs, nowMs);
    const wanted = { ...wish, accountId, groupId, startsAtMs, contacts, lastContactId };
    const campaign = await campaigns.addCampaign(wanted, openCampaignsMax, caller);
    return campaign === undefined
      ? refuse('too many campaigns', { params: { max: openCampaignsMax } })
      : { campaign: await viewOne(campaign, ports, caller) };
  },
});

export const listCampaigns = operation({
  name: 'campaign list',
  does: 'reads',
  needs: 'read facts',
  input: z.strictObject({
    /** Part of its name. */
    find: lineInput(0, campaignNameCharactersMax).optional(),
    state: z.enum(campaignStates).optional(),
    from: fromInput.optional(),
    /** Exclusive. */
    until: fromInput.optional(),
    order: z.enum(orders).default('newest'),
    after: idInput.optional(),
    limit: z.int().min(1).max(pageMax).default(50),
  }),
  output: z.object({
    campaigns: z.array(campaignView),
    /** Of all pages. */
    all: z.int(),
    /** Behind which the next page begins. */
    after: z.int().nullable(),
  }),
  async run(ports: CampaignPorts, { find, state, from, until, limit, ...asked }, caller) {
    const { accountId, role, atMs: nowMs } = caller;
    const chosen = { name: find || undefined, state, fromMs: from, untilMs: until };
    const query = { accountId, ...chosen, ...readPlace(asked), limit };
    const found = await ports.campaigns.listCampaigns(query);
    const tallies = await ports.campaigns.tallyCampaigns(found.map(({ id }) => id));
    const account = must(await ports.accounts.findAccount(accountId), 'account');
    return {
      campaigns: found.map((one) =>
        viewCampaign(one, { tally: tallies.get(one.id), account, role, nowMs }),
      ),
      all: await ports.campaigns.countCampaigns(query),
      after: idAfter(found, limit),
    };
  },
});

const named = z.strictObject({ campaign: idInput });
const output = z.object({ campaign: campaignView });

export const showCampaign = operation({
  name: 'campaign show',
  does: 'reads',
  needs: 'read facts',
  positional: ['campaign'],
  input: named,
  output,
  refusals: ['campaign is not there'],
  async run(ports: CampaignPorts, { campaign: id }, caller) {
    const campaign = await ports.campaigns.findCampaign(caller.accountId, id);
    if (campaign === undefined) return refuseCampaign(id, caller);
    return { campaign: await viewOne(campaign, ports, caller) };
  },
});

export const pauseCampaign = operation({
  name: 'campaign pause',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes,
  positional: ['campaign'],
  input: named,
  output,
  refusals: ['campaign is not there', 'campaign does not run'],
  run: (ports: CampaignPorts, { campaign }, caller) =>
    change(campaign, { from: ['running', 'done'], to: 'paused' }, { ports, caller }),
});

export const resumeCampaign = operation({
  name: 'campaign resume',
  does: 'writes',
  needs: 'send',
  changes,
  positional: ['campaign'],
  input: z.strictObject({ campaign: idInput, costMax: amountAboveZero.nullable().optional() }),
  output,
  refusals: ['campaign is not there', 'campaign does not run'],
  run: (ports: CampaignPorts, { campaign, costMax }, caller) =>
    change(campaign, { from: ['paused'], to: 'running', costMax }, { ports, caller }),
});

export const cancelCampaign = operation({
  name: 'campaign cancel',
  does: 'writes',
  needs: 'send',
  whileClosed: true,
  changes,
  positional: ['campaign'],
  input: named,
  output,
  refusals: ['campaign is not there', 'campaign does not run'],
  run: (ports: CampaignPorts, { campaign }, caller) =>
    change(campaign, { from: ['running', 'paused', 'done'], to: 'cancelled' }, { ports, caller }),
});

type Asking = { readonly ports: CampaignPorts; readonly caller: InAccount };

/** One that is done can be stopped as long as something of it may still wait to leave. */
async function change(
  campaignId: number,
  wish: Pick<StateChange, 'from' | 'to' | 'costMax'>,
  { ports, caller }: Asking,
) {
  const { accountId } = caller;
  const { campaigns } = ports;
  const campaign = await campaigns.findCampaign(accountId, campaignId);
  if (campaign === undefined) return refuseCampaign(campaignId, caller);
  const tally = (await campaigns.tallyCampaigns([campaignId])).get(campaignId);
  const isOver = campaign.state === 'done' && (tally === undefined || waitingOf(tally) === 0);
  const isChanged =
    !isOver && (await campaigns.changeState({ ...wish, accountId, campaignId }, caller));
  if (!isChanged) return refuseState(campaign.state);
  const now = must(await campaigns.findCampaign(accountId, campaignId), 'campaign');
  return { campaign: await viewOne(now, ports, caller) };
}

async function viewOne(campaign: Campaign, ports: CampaignPorts, caller: InAccount) {
  const { accountId, role, atMs: nowMs } = caller;
  const tally = (await ports.campaigns.tallyCampaigns([campaign.id])).get(campaign.id);
  const account = must(await ports.accounts.findAccount(accountId), 'account');
  return viewCampaign(campaign, { tally, account, role, nowMs });
}

export function refuseField(field: string) {
  const params = { field, known: campaignFields.join(', ') };
  return refuse('text names an unknown field', { field: 'text', params });
}

function refuseCampaign(campaign: number, { accountId }: InAccount) {
  const params = { campaign, account: accountId };
  return refuse('campaign is not there', { field: 'campaign', params });
}

function refuseState(state: CampaignState) {
  return refuse('campaign does not run', {
    field: 'campaign',
    params: { state: stateWords[state] },
  });
}

const stateWords = campaignForms.states satisfies Record<CampaignState, unknown>;
