/** What is missing before going live, and how today goes, from what is stored. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultPolicy } from '#accounts/limits/policy.ts';
import { must } from '#core/assert.ts';
import { countAt } from '#test/harness/count-messages.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { aMatch, anAcceptance, anEvent, aSubmit, atMs, money } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import type { Common } from './common.ts';
import { type GoLiveNeeds, listGoLiveSteps } from './go-live.ts';
import { hasGoneLive, todayOf } from './today.ts';

const hook = 'https://acme.example/hook';
const author = { actor: 'test', atMs };

async function openWorld() {
  const storage = await openTemporaryStorage();
  const clock = new HeldClock(atMs + 60_000);
  const account = await storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(10_000_000),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'test',
  );
  const config = { publicUrl: 'https://parley.example' } as Common['config'];
  const ports = { config, clock, storage };
  const endpoint = { id: 1, url: hook, state: 'active' };
  const needs = {
    directory: () => ({
      operators: [
        { id: 1, builtIn: true },
        { id: 2, builtIn: false },
      ],
      priceOf: () => money(38_000),
    }),
    endpoints: { listOwn: async () => [endpoint] },
  } as unknown as GoLiveNeeds;
  return {
    storage,
    clock,
    endpoint,
    today: () => todayOf(account.id, ports, needs.endpoints),
    isLive: () => hasGoneLive(account.id, ports),
    steps: async (accountId: number) =>
      (await listGoLiveSteps(accountId, ports, needs)).map(({ step }) => step),
    done: async () =>
      (await listGoLiveSteps(account.id, ports, needs))
        .filter(({ isDone }) => isDone)
        .map(({ step }) => step),
    /** A live message, and the operator's word about it. */
    async send(id: number, word: 'delivered' | 'not delivered' | undefined) {
      const acceptance = anAcceptance(account, id);
      await storage.messages.acceptMessages([acceptance]);
      const submit = aSubmit(acceptance);
      await storage.messages.recordFacts({ submits: [submit], receipts: [], refusals: [] });
      if (word === undefined) return;
      const receipt = aMatch(submit, anEvent(id), { receipt: { outcome: word } });
      await storage.messages.recordFacts({ submits: [], receipts: [receipt], refusals: [] });
    },
    async [Symbol.asyncDispose]() {
      await storage[Symbol.asyncDispose]();
    },
  };
}

const always = ['public address', 'price at home'];

suite('going live', () => {
  test('needs a second factor of each administrator', async () => {
    await using world = await openWorld();
    const { people, settings } = world.storage;
    assert.deepEqual(await world.done(), always);
    const invitation = { name: 'setup', value: 'token hash' };
    await settings.saveSetting(invitation.name, invitation.value);
    const newUser = { email: 'a@b.example', name: 'Ada', passwordHash: 'hash', createdAtMs: atMs };
    const user = must(await people.createFirstUser(newUser, invitation), 'first user');
    assert.deepEqual(await world.done(), always);
    const factor = {
      userId: user.id,
      sealedSecret: 's',
      step: 7,
      recoveryHashes: [],
      sessionId: 1,
    };
    await people.saveTotp(factor, author);
    assert.deepEqual(await world.done(), ['second factor', ...always]);
    assert.equal((await people.listUsers()).length, 1);
  });

  test('needs a live key that is not over', async () => {
    await using world = await openWorld();
    const { accounts } = world.storage;
    const made = { bases: ['sms'], prefix: 'x', label: '', createdAtMs: atMs } as const;
    const wish = { ...made, accountId: 1, mode: 'live', hash: 'h' } as const;
    const expiresAtMs = world.clock.nowMs() + 1;
    const key = await accounts.createKey({ ...wish, expiresAtMs }, 'test');
    assert.ok((await world.done()).includes('live key'));
    world.clock.advance(1);
    assert.deepEqual(await world.done(), always);
    await accounts.changeKey(1, key.id, { expiresAtMs: null }, author);
    assert.ok((await world.done()).includes('live key'));
  });

  test('needs an operator that is bound, and a live message that has arrived', async () => {
    await using world = await openWorld();
    const { operators } = world.storage;
    const bind = {
      operatorId: 2,
      bind: 0,
      downSinceMs: null,
      silentSinceMs: null,
      notedAtMs: world.clock.nowMs(),
    };
    await world.send(1, undefined);
    await operators.noteHealth([bind]);
    assert.ok(!(await world.done()).includes('operator'));
    await world.send(2, 'delivered');
    assert.ok((await world.done()).includes('operator'));
    await operators.noteHealth([{ ...bind, downSinceMs: atMs }]);
    assert.ok(!(await world.done()).includes('operator'));
    await operators.noteHealth([bind, { ...bind, operatorId: 1 }]);
    world.clock.advance(60_000);
    assert.ok(!(await world.done()).includes('operator'), 'nobody holds that bind any more');
  });

  test('has quiet hours to choose where the home country has such a rule, and nowhere else', async () => {
    await using world = await openWorld();
    const { accounts } = world.storage;
    assert.ok((await world.steps(1)).includes('quiet hours'));
    assert.ok(!(await world.done()).includes('quiet hours'));
    for (const quietHours of ['country', 'on'] as const) {
      await accounts.savePolicy({ ...defaultPolicy(1), quietHours }, author);
      assert.ok((await world.done()).includes('quiet hours'), quietHours);
    }
    await accounts.savePolicy(defaultPolicy(1), author);
    assert.ok(!(await world.done()).includes('quiet hours'));
    const made = { name: 'Belle', email: 'b@b.example', currency: 'EUR', createdAtMs: atMs };
    const purses = { balance: money(0), testBalance: money(0) };
    const { id } = await accounts.createAccount({ ...made, ...purses, homeCountry: 'BE' }, 'test');
    assert.ok(!(await world.steps(id)).includes('quiet hours'));
  });

  test('needs an endpoint that has answered with 2xx', async () => {
    await using world = await openWorld();
    await world.send(1, 'delivered');
    assert.ok(!(await world.done()).includes('endpoint'));
    const { webhooks } = world.storage;
    const due = await webhooks.dueDeliveries({ lane: 'webhook/1', limit: 10, nowMs: atMs });
    const { job } = must(due[0], 'delivery');
    const attempt = {
      eventId: 1,
      endpointId: 1,
      jobId: job.id,
      n: 1,
      atMs,
      outcome: 'delivered',
      status: 204,
      error: '',
      durationMs: 3,
      phases: { resolveMs: 0, connectMs: 0, tlsMs: 0, answerMs: 3 },
      url: hook,
      ip: '192.0.2.1',
      responseHead: '',
      responseBody: '',
    } as const;
    await webhooks.settleDeliveries([{ job, attempt }]);
    assert.ok((await world.done()).includes('endpoint'));
    world.endpoint.state = 'paused';
    assert.ok(!(await world.done()).includes('endpoint'));
  });
});

suite('today', () => {
  test('begins with the first live message, and counts what was sent and what has arrived', async () => {
    await using world = await openWorld();
    assert.equal(await world.isLive(), false);
    await world.storage.ids.reserveIds('message', 20);
    await world.send(1, 'delivered');
    await world.send(2, 'not delivered');
    await world.send(3, undefined);
    assert.equal(await world.isLive(), true);
    assert.partialDeepStrictEqual(await world.today(), { smsParts: 3, ended: 0 });
    await countAt(world.storage.messages, atMs + 60_000);
    const today = await world.today();
    assert.partialDeepStrictEqual(today, {
      smsParts: 3,
      ended: 2,
      delivered: 1,
      failingEndpoints: 0,
    });
    assert.ok((today.daysLeft ?? 0) > 100, `${today.daysLeft} days`);
    world.clock.advance(48 * 3_600_000);
    assert.partialDeepStrictEqual(await world.today(), { smsParts: 0, ended: 0, delivered: 0 });
    world.endpoint.state = 'disabled';
    assert.equal((await world.today()).failingEndpoints, 1);
  });
});
