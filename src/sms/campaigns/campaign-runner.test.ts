/** How campaigns are handed over where something breaks: a crash between a send and its note, a queue that stands, a refusal. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AcceptRefusal } from '#core/accept.ts';
import { must } from '#core/assert.ts';
import { openLog } from '#core/log.ts';
import { zero } from '#core/money.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { SendReply, SendRequest } from '#sms/send-request.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { aContact, anAcceptance, money } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { type RunnerPorts, runCampaigns } from './campaign-runner.ts';

const author = { actor: 'ada', atMs: 1 };

type Engine = { answer: (request: SendRequest) => Promise<SendReply> };

async function setup() {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  const clock = new HeldClock();
  const account = await storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(1_000_000),
      testBalance: zero,
      createdAtMs: 1,
    },
    'test',
  );
  const place = { accountId: account.id, createdAtMs: 1 };
  const group = must(await storage.addressBook.createGroup({ ...place, name: 'All' }, 9), 'group');
  const contacts = [aContact('33612345678'), aContact('33612345679')];
  await storage.addressBook.addContacts({ ...place, groupId: group.id, contacts });
  const wanted = {
    accountId: account.id,
    name: 'Spring',
    test: false,
    groupId: group.id,
    sender: '',
    text: 'Hello',
    saysStop: false,
    marketing: false,
    costMax: null,
    startsAtMs: 1,
    contacts: 2,
    lastContactId: await storage.addressBook.lastContactId(group.id),
  };
  await storage.campaigns.addCampaign(wanted, 9, author);
  const sent: SendRequest[] = [];
  const engine: Engine = { answer: accept };
  const ports: RunnerPorts = {
    ...storage,
    sender: {
      async send(request) {
        sent.push(request);
        return engine.answer(request);
      },
      preview: async () => ({ ok: false, refusal: { why: 'overloaded', retryAfterS: 1 } }),
    },
    engine: { countOwed: async () => undefined },
    findAccount: async () => account,
    clock,
    log: openLog('silent'),
  };
  const opened = stack.move();
  return {
    storage,
    account,
    sent,
    ports,
    answerWith: (next: Engine['answer']) => {
      engine.answer = next;
    },
    state: async () => {
      const campaign = must(await storage.campaigns.findCampaign(account.id, 1), 'campaign');
      return [campaign.state, campaign.reason];
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const accepted: SendReply = {
  ok: true,
  sent: {
    messageId: 5,
    parts: 2,
    cost: zero,
    currency: 'EUR',
    scheduledAtMs: null,
    deferredUntilMs: null,
    held: false,
    each: [],
  },
};

async function accept(): Promise<SendReply> {
  return accepted;
}

suite('a campaign is handed over', () => {
  test('under a name of each slice, to the end', async () => {
    await using world = await setup();
    await runCampaigns(world.ports);
    assert.deepEqual(
      world.sent.map(({ phones, idempotency, clientRequestId }) => [
        phones.length,
        idempotency?.key,
        clientRequestId,
      ]),
      [[2, 'campaign/1/1', 'campaign/1/1']],
    );
    assert.deepEqual(await world.state(), ['done', '']);
  });

  test('once, where a crash comes between the send and its note', async () => {
    await using world = await setup();
    const { storage, account, sent, ports } = world;
    world.answerWith(async ({ clientRequestId }) => {
      const message = { clientRequestId };
      await storage.messages.acceptMessages([anAcceptance(account, 5, { message })]);
      throw new StorageUnavailable('the process dies here');
    });
    await assert.rejects(runCampaigns(ports), StorageUnavailable);
    await runCampaigns(ports);
    assert.equal(sent.length, 1);
    assert.deepEqual(await world.state(), ['done', '']);
    assert.partialDeepStrictEqual((await storage.campaigns.tallyCampaigns([1])).get(1), {
      contacts: 2,
      recipients: 1,
      skipped: { 'left out': 1 },
    });
  });

  test('again, where the storage failed before anything was accepted', async () => {
    await using world = await setup();
    world.answerWith(() => Promise.reject(new StorageUnavailable('the disk is full')));
    await assert.rejects(runCampaigns(world.ports), StorageUnavailable);
    world.answerWith(accept);
    await runCampaigns(world.ports);
    assert.deepEqual(
      world.sent.map(({ idempotency }) => idempotency?.key),
      ['campaign/1/1', 'campaign/1/1'],
    );
    assert.deepEqual(await world.state(), ['done', '']);
  });

  test('no further while the queue of the account stands', async () => {
    await using world = await setup();
    const { storage, ports } = world;
    const campaigns = { ...storage.campaigns, countDue: async () => 1_000 };
    await runCampaigns({ ...ports, campaigns });
    assert.deepEqual(world.sent, []);
    assert.deepEqual(await world.state(), ['running', '']);
    await runCampaigns(ports);
    assert.deepEqual(await world.state(), ['done', '']);
  });

  test('not while it cannot be: it pauses with the reason, and goes on when that is seen to', async () => {
    await using world = await setup();
    const refusal: AcceptRefusal = { why: 'balance is too low', balance: zero, cost: money(1) };
    world.answerWith(async () => ({ ok: false, refusal }));
    await runCampaigns(world.ports);
    assert.deepEqual(await world.state(), ['paused', 'balance is too low']);
    await runCampaigns(world.ports);
    assert.equal(world.sent.length, 1, 'a paused campaign sends nothing');
    const wish = { accountId: world.account.id, campaignId: 1, from: ['paused'] } as const;
    await world.storage.campaigns.changeState({ ...wish, to: 'running' }, author);
    world.answerWith(accept);
    await runCampaigns(world.ports);
    assert.deepEqual(await world.state(), ['done', '']);
  });

  test('by an account that may act', async () => {
    await using world = await setup();
    const findAccount = async () => ({ ...world.account, state: 'blocked' as const });
    await runCampaigns({ ...world.ports, findAccount });
    assert.deepEqual(world.sent, []);
    assert.deepEqual(await world.state(), ['paused', 'account is not active']);
  });

  test('later, where there is too much to do', async () => {
    await using world = await setup();
    const refusal = { why: 'overloaded', retryAfterS: 2 } as const;
    world.answerWith(async () => ({ ok: false, refusal }));
    await runCampaigns(world.ports);
    assert.deepEqual(await world.state(), ['running', '']);
    world.answerWith(accept);
    await runCampaigns(world.ports);
    assert.deepEqual(await world.state(), ['done', '']);
  });
});
