/** Campaigns: slices that are begun once, parts that are held and let go, and counts of what came of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { recipientIdOf } from '#model/ids.ts';
import type { CampaignQuery } from '#sms/campaigns/campaign-store.ts';
import type { Storage } from '#storage/storage.ts';
import { aMatch, anAcceptance, anEvent, aSubmit, atMs, money } from '#test/harness/records.ts';
import { withAccount } from './setup.ts';

const author = { actor: 'ada', atMs };
const lane = 'sms/1/0:bulk/1';
const held = 'paused/1/0:bulk/1/1';

async function withCampaign(storage: Storage, over: { readonly startsAtMs?: number } = {}) {
  const { id: accountId } = await withAccount(storage);
  const wanted = {
    accountId,
    name: 'Spring',
    test: false,
    groupId: 7,
    sender: '',
    text: 'Hello #FIRSTNAME#',
    saysStop: true,
    marketing: true,
    costMax: money(2_000_000),
    startsAtMs: atMs,
    contacts: 900,
    lastContactId: 1_000,
    ...over,
  };
  const campaign = must(await storage.campaigns.addCampaign(wanted, 1, author), 'campaign');
  return { accountId, campaign, wanted, store: storage.campaigns };
}

/** Its first slice, of one contact, sent as message 5; its part waits in the lane. */
async function withSlice(storage: Storage) {
  const made = await withCampaign(storage);
  const { campaign, store, accountId } = made;
  assert.ok(await store.beginSlice(campaign, { throughContactId: 10, contacts: 1 }));
  const slice = must(await store.findSlice(campaign.id), 'slice');
  const account = must(await storage.accounts.findAccount(accountId), 'account');
  const acceptance = anAcceptance(account, 5, {
    message: { class: 'bulk', clientRequestId: 'campaign/1/1' },
    job: { lane },
  });
  await storage.messages.acceptMessages([acceptance]);
  return { ...made, slice, acceptance };
}

const outcome = { messageId: 5, recipients: 1, parts: 1, cost: money(38_000), skipped: {} };
const times = { atMs, lookAtMs: atMs + 2_000 };

export function campaigns(open: () => Promise<Storage>): void {
  test('are listed and counted by a part of their name, their state and when they start', async () => {
    await using storage = await open();
    const { accountId, campaign, wanted, store } = await withCampaign(storage);
    const later = { ...wanted, name: 'Été 50%', startsAtMs: atMs + 10 };
    const second = must(await store.addCampaign(later, 2, author), 'campaign');
    await store.finish(campaign.id, atMs);
    const page = { accountId, beforeId: 99, limit: 5 };
    const idsOf = async (chosen: Partial<CampaignQuery>) => {
      const query = { ...page, ...chosen };
      const ids = (await store.listCampaigns(query)).map(({ id }) => id);
      assert.equal(await store.countCampaigns({ ...query, limit: 1 }), ids.length);
      return ids;
    };
    assert.deepEqual(await idsOf({ name: 'SPRI' }), [campaign.id]);
    assert.deepEqual(await idsOf({ name: '0%' }), [second.id]);
    assert.deepEqual(await idsOf({ name: 'S%g' }), []);
    assert.deepEqual(await idsOf({ state: 'done' }), [campaign.id]);
    assert.deepEqual(await idsOf({ fromMs: atMs + 10 }), [second.id]);
    assert.deepEqual(await idsOf({ untilMs: atMs + 10 }), [campaign.id]);
    assert.deepEqual(await idsOf({ accountId: accountId + 1 }), []);
  });

  test('is kept as it was made, and an account has so many open ones', async () => {
    await using storage = await open();
    const { accountId, campaign, wanted, store } = await withCampaign(storage);
    assert.partialDeepStrictEqual(campaign, {
      ...wanted,
      id: 1,
      state: 'running',
      reason: '',
      createdAtMs: atMs,
      endedAtMs: null,
      throughContactId: 0,
      slices: 0,
    });
    assert.equal(await store.addCampaign(wanted, 1, author), undefined);
    const second = must(await store.addCampaign(wanted, 2, author), 'campaign');
    const page = { accountId, beforeId: 99, limit: 5 };
    assert.deepEqual(await store.listCampaigns(page), [second, campaign]);
    assert.deepEqual(await store.listCampaigns({ ...page, beforeId: second.id }), [campaign]);
    assert.deepEqual(await store.listCampaigns({ ...page, afterId: 0 }), [campaign, second]);
    assert.deepEqual(await store.findCampaign(accountId, campaign.id), campaign);
    assert.equal(await store.findCampaign(accountId + 1, campaign.id), undefined);
  });

  test('waits for its time, and for nothing once somebody stops it', async () => {
    await using storage = await open();
    const later = { startsAtMs: atMs + 5 };
    const { accountId, campaign, store } = await withCampaign(storage, later);
    const pending = async (nowMs: number) => {
      const found = await store.pendingCampaigns(nowMs, 5);
      return found.map(({ id, state }) => [id, state]);
    };
    assert.deepEqual(await pending(atMs), []);
    assert.deepEqual(await pending(atMs + 5), [[1, 'running']]);
    const stop = { accountId, campaignId: campaign.id, from: ['running'], to: 'paused' } as const;
    assert.equal(await store.changeState(stop, author), true);
    assert.equal(await store.changeState(stop, author), false);
    assert.deepEqual(await pending(atMs), [[1, 'paused']]);
    await store.settle(campaign.id, 'running');
    assert.deepEqual(await pending(atMs), [[1, 'paused']]);
    await store.settle(campaign.id, 'paused');
    assert.deepEqual(await pending(atMs), []);
    const costMax = money(3_000_000);
    await store.changeState({ ...stop, from: ['paused'], to: 'running', costMax }, author);
    assert.partialDeepStrictEqual(await store.findCampaign(accountId, campaign.id), { costMax });
    await store.pauseFor(campaign.id, 'balance is too low');
    const reason = 'balance is too low';
    assert.partialDeepStrictEqual(await store.findCampaign(accountId, campaign.id), { reason });
    await store.changeState({ ...stop, from: ['paused'], to: 'running' }, author);
    await store.finish(campaign.id, atMs + 9);
    assert.partialDeepStrictEqual(await store.findCampaign(accountId, campaign.id), {
      state: 'done',
      reason: '',
      endedAtMs: atMs + 9,
    });
    assert.deepEqual(await pending(atMs + 9), []);
  });

  test('begins each slice once, and finds one that was sent by its name', async () => {
    await using storage = await open();
    const { accountId, campaign, slice, store } = await withSlice(storage);
    const again = { throughContactId: 10, contacts: 1 };
    assert.equal(await store.beginSlice(campaign, again), false, 'somebody else was faster');
    assert.deepEqual(slice, {
      campaignId: 1,
      n: 1,
      afterContactId: 0,
      throughContactId: 10,
      contacts: 1,
    });
    assert.deepEqual(await store.findSent(accountId, 'campaign/1/1'), outcome);
    assert.equal(await store.findSent(accountId, 'campaign/1/2'), undefined);
    assert.equal(await store.findSent(accountId, ''), undefined);
    await store.endSlice(slice, outcome, times);
    assert.equal(await store.findSlice(1), undefined);
    const now = must(await store.findCampaign(accountId, 1), 'campaign');
    assert.ok(await store.beginSlice(now, { throughContactId: 20, contacts: 2 }));
    const second = must(await store.findSlice(1), 'slice');
    const nobody = { messageId: null, recipients: 0, parts: 0, cost: money(0) };
    await store.endSlice(second, { ...nobody, skipped: { stopped: 2 } }, times);
    const { messageId: _, ...sent } = outcome;
    assert.deepEqual((await store.tallyCampaigns([1])).get(1), {
      ...sent,
      contacts: 3,
      delivered: 0,
      notDelivered: 0,
      skipped: { stopped: 2 },
    });
    assert.deepEqual(await store.openMessages(1), [5]);
    const stopped = { accountId, campaignId: 1, from: ['running'], to: 'cancelled' } as const;
    await store.changeState(stopped, author);
    const after = must(await store.findCampaign(accountId, 1), 'campaign');
    assert.equal(await store.beginSlice(after, { throughContactId: 30, contacts: 1 }), false);
  });

  test('holds texts of its own of which no part was tried, and lets them go', async () => {
    await using storage = await open();
    const { accountId, slice, store } = await withSlice(storage);
    const account = must(await storage.accounts.findAccount(accountId), 'account');
    const other = anAcceptance(account, 6, { message: { class: 'bulk' }, job: { lane } });
    await storage.messages.acceptMessages([other]);
    await store.endSlice(slice, outcome, times);
    assert.equal(await store.countDue([lane], atMs, 10), 2);
    assert.equal(await store.countDue([lane], atMs, 1), 1);
    assert.equal(await store.countDue([lane], atMs - 1, 10), 0);
    const moves = await storage.jobs.countMoves();
    const hold = { from: lane, to: held, limit: 10, campaignId: 1 };
    assert.equal(await store.moveParts(hold), 1);
    assert.equal(await storage.jobs.countMoves(), moves + 1);
    assert.equal(await store.moveParts(hold), 0);
    assert.equal(await storage.jobs.countMoves(), moves + 1, 'nothing has moved');
    assert.equal(await store.countDue([lane], atMs, 10), 1);
    const early = { from: held, to: lane, limit: 10, expiredAtMs: atMs };
    assert.equal(await store.moveParts(early), 0, 'it has not expired');
    assert.equal(await store.moveParts({ from: held, to: lane, limit: 10 }), 1);
    assert.equal(await store.countDue([lane], atMs, 10), 2);
  });

  test('what it holds is taken back with its money', async () => {
    await using storage = await open();
    const { accountId, slice, store } = await withSlice(storage);
    await store.endSlice(slice, outcome, times);
    const balance = async () => (await storage.accounts.findAccount(accountId))?.balance;
    const before = must(await balance(), 'balance');
    await store.moveParts({ from: lane, to: held, limit: 10, campaignId: 1 });
    const wish = { accountId, mode: 'live', messageId: 5, nowMs: atMs } as const;
    assert.equal(await storage.messages.cancel({ ...wish, leavesAfterMs: atMs + 300_000 }), 1);
    assert.equal(await balance(), before + 38_000);
    assert.equal((await store.countSlice(5)).notDelivered, 1);
    assert.equal((await store.countSlice(5)).cost, 0);
  });

  test('counts its recipients until all have ended', async () => {
    await using storage = await open();
    const { slice, acceptance, store } = await withSlice(storage);
    await store.endSlice(slice, outcome, times);
    assert.deepEqual(await store.slicesToCount(atMs, 5), []);
    const [found] = await store.slicesToCount(atMs + 2_000, 5);
    const open5 = must(found, 'slice');
    assert.deepEqual(open5, { campaignId: 1, n: 1, messageId: 5, recipients: 1, sentAtMs: atMs });
    const waiting = { recipients: 1, delivered: 0, notDelivered: 0, cost: money(38_000) };
    assert.deepEqual(await store.countSlice(5), waiting);
    const submit = aSubmit(acceptance);
    await storage.messages.recordFacts({ submits: [submit], receipts: [], refusals: [] });
    const match = aMatch(submit, anEvent(1));
    await storage.messages.recordFacts({ submits: [], receipts: [match], refusals: [] });
    const counted = await store.countSlice(5);
    assert.deepEqual(counted, { ...waiting, delivered: 1 });
    await store.noteCount(open5, counted, null);
    assert.deepEqual(await store.slicesToCount(atMs + 9_000, 5), []);
    assert.equal((await store.tallyCampaigns([1])).get(1)?.delivered, 1);
    assert.deepEqual(await store.openMessages(1), []);
    assert.equal((await store.countSlice(recipientIdOf(9, 0))).recipients, 0);
  });
}
