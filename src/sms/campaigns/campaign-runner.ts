/**
 * Hands campaigns over, slice by slice. A slice is noted before it is sent, and is sent under its own name, so that
 * the process that goes on after a crash sends it once. No more is handed over than leaves soon: the rest costs nothing yet,
 * stands in nobody's way, and is what a pause keeps back at once.
 */
import type { Account } from '#accounts/account.ts';
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { add, type Millionths, zero } from '#core/money.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { type Changes, everMs, untilChanged } from '#core/until-changed.ts';
import type { JobStore } from '#queue/job.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import { recipientsMax } from '#sms/message.ts';
import type { MessageStore } from '#sms/message-store.ts';
import type { SendRefusal, SendRequest, Sent } from '#sms/send-request.ts';
import type { Judgement, TurnedAway } from '#sms/sending/judgement.ts';
import type { SmsSender } from '#sms/sending/sms-sender.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import {
  type Campaign,
  type Skipped,
  type Slice,
  type SliceOutcome,
  sliceName,
} from './campaign.ts';
import type { CampaignStore } from './campaign-store.ts';
import { dueLanes, holdParts, letPartsGo } from './held-parts.ts';
import { requestOf } from './slice-request.ts';

export type RunnerPorts = {
  readonly campaigns: CampaignStore;
  readonly addressBook: Pick<AddressBookStore, 'contactsBetween'>;
  readonly messages: Pick<MessageStore, 'cancel'>;
  readonly jobs: Pick<JobStore, 'lanesWithWork'>;
  readonly sender: Pick<SmsSender, 'send' | 'preview'>;
  readonly engine: Pick<SmsEngine, 'countOwed'>;
  /** As far as it may act; undefined: it is gone. */
  readonly findAccount: (accountId: number) => Promise<Account | undefined>;
  readonly clock: Clock;
  readonly log: Log;
};

const everyMs = 1_000;
const campaignsMax = 100;
/** Bulk parts of the account that may be due before more is handed over: what fast binds take in a second. */
const dueMax = 1_000;
/** The first count of a slice; a receipt comes after some seconds. */
const firstLookMs = 2_000;
/** What was held and is cancelled leaves no sooner than that. */
const leavesAfterMs = 5 * 60_000;

export function campaignRunner({
  changes,
  ...ports
}: RunnerPorts & { readonly changes: Changes }): LeaderJob {
  const work = untilChanged(changes, async (signal: AbortSignal) => {
    await runCampaigns(ports, signal);
    // Those that begin later as well.
    return (await ports.campaigns.pendingCampaigns(everMs, 1)).length;
  });
  return { name: 'campaigns', everyMs, work };
}

export async function runCampaigns(ports: RunnerPorts, signal?: AbortSignal): Promise<void> {
  const { campaigns, clock } = ports;
  for (const campaign of await campaigns.pendingCampaigns(clock.nowMs(), campaignsMax)) {
    signal?.throwIfAborted();
    await workOn(campaign, ports);
  }
}

/** One that fails holds up no other. */
async function workOn(campaign: Campaign, ports: RunnerPorts): Promise<void> {
  try {
    await (campaign.state === 'running' ? goOn(campaign, ports) : stop(campaign, ports));
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    ports.log.error('campaign.failed', { campaign: campaign.id, ...errorFields(error) });
  }
}

/** Paused or cancelled: a slice that was on its way is looked for, and what waits is held or taken back. */
async function stop(campaign: Campaign, ports: RunnerPorts): Promise<void> {
  const { campaigns, engine } = ports;
  const slice = await campaigns.findSlice(campaign.id);
  const sent = slice && (await campaigns.findSent(campaign.accountId, sliceName(slice)));
  if (slice !== undefined && sent !== undefined) await end(slice, foundAgain(slice, sent), ports);
  await holdParts(campaign, ports);
  if (campaign.state === 'cancelled') await takeBack(campaign, ports);
  await engine.countOwed();
  await campaigns.settle(campaign.id, campaign.state);
}

/** With its money. What a phone has half of already goes on. */
async function takeBack({ id, accountId, test }: Campaign, ports: RunnerPorts): Promise<void> {
  const { campaigns, messages, clock } = ports;
  const mode = test ? 'test' : 'live';
  for (const messageId of await campaigns.openMessages(id)) {
    const nowMs = clock.nowMs();
    const wish = {
      accountId,
      mode,
      messageId,
      nowMs,
      leavesAfterMs: nowMs + leavesAfterMs,
    } as const;
    await messages.cancel(wish);
  }
  await letPartsGo(id, ports);
}

async function goOn(campaign: Campaign, ports: RunnerPorts): Promise<void> {
  const { campaigns, engine, findAccount, clock } = ports;
  const { id, accountId } = campaign;
  if ((await letPartsGo(id, ports)) > 0) await engine.countOwed();
  const account = await findAccount(accountId);
  if (account?.state !== 'active') return pause(campaign, 'account is not active', ports);
  const lanes = await dueLanes(accountId, ports);
  let room = dueMax - (await campaigns.countDue(lanes, clock.nowMs(), dueMax));
  // Somebody may pause it between two slices.
  for (let now: Campaign | undefined = campaign; room > 0 && now?.state === 'running'; ) {
    const slice = await nextSlice(now, ports);
    if (slice === undefined || !(await handOver({ campaign: now, account, slice }, ports))) return;
    room -= slice.contacts;
    now = await campaigns.findCampaign(accountId, id);
  }
}

/** One that a crash has left in progress comes first. */
async function nextSlice(campaign: Campaign, { campaigns, addressBook, clock, log }: RunnerPorts) {
  const { id: campaignId, groupId, throughContactId: afterContactId, slices } = campaign;
  const left = await campaigns.findSlice(campaignId);
  if (left !== undefined) return left;
  const span = { groupId, afterId: afterContactId, throughId: campaign.lastContactId };
  const contacts = await addressBook.contactsBetween(span, recipientsMax);
  const throughContactId = contacts.at(-1)?.id;
  if (throughContactId === undefined) {
    await campaigns.finish(campaignId, clock.nowMs());
    log.info('campaign.done', { campaign: campaignId, slices });
    return undefined;
  }
  const begun = { throughContactId, contacts: contacts.length };
  if (!(await campaigns.beginSlice(campaign, begun))) return undefined;
  return { campaignId, n: slices + 1, afterContactId, ...begun };
}

type Place = { readonly campaign: Campaign; readonly account: Account; readonly slice: Slice };

/** Whether the next may follow. */
async function handOver({ campaign, account, slice }: Place, ports: RunnerPorts): Promise<boolean> {
  const { campaigns, addressBook, sender } = ports;
  const name = sliceName(slice);
  const sent = await campaigns.findSent(account.id, name);
  if (sent !== undefined) return end(slice, foundAgain(slice, sent), ports);
  const { afterContactId: afterId, throughContactId: throughId } = slice;
  const span = { groupId: campaign.groupId, afterId, throughId };
  const contacts = await addressBook.contactsBetween(span, recipientsMax);
  if (contacts.length === 0) return end(slice, nothing({}), ports);
  const request = requestOf(campaign, contacts, { account, name });
  if (await isTooDear(campaign, request, ports)) {
    await pause(campaign, 'cost limit', ports);
    return false;
  }
  const reply = await sender.send(request);
  if (reply.ok) return end(slice, outcomeOf(reply.sent), ports);
  return refused({ campaign, slice, request, refusal: reply.refusal }, ports);
}

/** By what it has cost until now, money that came back left out, and what this slice would cost. */
async function isTooDear(
  { id, costMax }: Campaign,
  request: SendRequest,
  { campaigns, sender }: RunnerPorts,
): Promise<boolean> {
  if (costMax === null) return false;
  const judged = await sender.preview(request);
  if (!judged.ok) return false;
  const spent = (await campaigns.tallyCampaigns([id])).get(id)?.cost ?? zero;
  return add(spent, costOf(judged.judgement)) > costMax;
}

export function costOf({ going }: Pick<Judgement, 'going'>): Millionths {
  return going.reduce((sum, { cost }) => add(sum, cost), zero);
}

type Refused = {
  readonly campaign: Campaign;
  readonly slice: Slice;
  readonly request: SendRequest;
  readonly refusal: SendRefusal;
};

/** Nobody of the slice got it: for reasons of their own, or for one that somebody must see to first. */
async function refused({ campaign, slice, request, refusal }: Refused, ports: RunnerPorts) {
  const { why } = refusal;
  if (why === 'overloaded') return false;
  if (!ofPhones.includes(why)) {
    await pause(campaign, why, ports);
    return false;
  }
  const judged = await ports.sender.preview(request);
  // What keeps them back has changed meanwhile.
  if (!judged.ok || judged.judgement.going.length > 0) return false;
  return end(slice, nothing(skippedOf(judged.judgement.turnedAway)), ports);
}

const ofPhones: readonly SendRefusal['why'][] = [
  'stopped',
  'text is empty',
  'text is too long',
  'no price',
  'country is closed',
  'number is costly',
  'price is above the ceiling',
];

function outcomeOf({ messageId, parts, cost, each = [] }: Sent): SliceOutcome {
  const away = each.flatMap((one) => ('refusal' in one ? [one] : []));
  const recipients = each.length - away.length;
  return { messageId, recipients, parts, cost, skipped: skippedOf(away) };
}

/** After a crash nobody knows any more why some of it were skipped. */
function foundAgain({ contacts }: Slice, sent: SliceOutcome): SliceOutcome {
  const away = contacts - sent.recipients;
  return away > 0 ? { ...sent, skipped: { 'left out': away } } : sent;
}

function nothing(skipped: Skipped): SliceOutcome {
  return { messageId: null, recipients: 0, parts: 0, cost: zero, skipped };
}

export function skippedOf(turnedAway: readonly TurnedAway[]): Skipped {
  const skipped: Record<string, number> = {};
  for (const { refusal } of turnedAway) skipped[refusal.why] = (skipped[refusal.why] ?? 0) + 1;
  return skipped;
}

async function end(slice: Slice, outcome: SliceOutcome, ports: RunnerPorts): Promise<true> {
  const atMs = ports.clock.nowMs();
  await ports.campaigns.endSlice(slice, outcome, { atMs, lookAtMs: atMs + firstLookMs });
  return true;
}

async function pause({ id, accountId }: Campaign, reason: string, { campaigns, log }: RunnerPorts) {
  await campaigns.pauseFor(id, reason);
  log.warn('campaign.paused', { campaign: id, accountId, reason });
}
