/** Endpoints as people change them, the log of attempts, and store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { Storage } from '#storage/storage.ts';
import { anEvent, atMs } from '#test/harness/records.ts';
import type { DeliverySettings } from '#webhooks/endpoint.ts';
import { aLease, anAttempt, plain, webhookLane, withAccount, withEvents } from './setup.ts';

const author = { actor: 'alice', atMs };
const secret = { sealed: 's1', madeAtMs: atMs, untilMs: null };

const settings: DeliverySettings = {
  inFlightMax: 8,
  ratePerS: 7,
  ordering: 'strict',
  timeoutMs: 15_000,
  scheduleS: [5, 60],
  sealedHeaders: 'h1',
  ca: '',
  certificate: '',
  sealedKey: '',
  autoDisable: true,
  signatures: [],
  sealedSigningKey: '',
};

function extra(url: string) {
  return {
    accountId: 1,
    source: 'extra',
    url,
    secrets: [secret],
    events: ['dlr', 'reply'],
    settings,
    createdAtMs: atMs,
  } as const;
}

async function added(storage: Storage, url = 'https://a.example/') {
  return must(await storage.webhooks.addEndpoint(extra(url), 20, author), 'endpoint added');
}

export function endpoints(open: () => Promise<Storage>): void {
  test('extra endpoints are as they were made, and not more than a bound', async () => {
    await using storage = await open();
    await withAccount(storage);
    const first = await added(storage);
    const { accountId, source, url, secrets, events } = first;
    const { createdAtMs, ...rest } = extra('https://a.example/');
    assert.deepEqual({ accountId, source, url, secrets, events, settings: first.settings }, rest);
    assert.deepEqual(
      [first.createdAtMs, first.stateSinceMs, first.state],
      [createdAtMs, atMs, 'active'],
    );
    await added(storage);
    assert.equal(
      await storage.webhooks.addEndpoint(extra('https://c.example/'), 2, author),
      undefined,
    );
    const own = await storage.webhooks.listAccountEndpoints(1);
    assert.deepEqual(
      own.map(({ id }) => id),
      [first.id, first.id + 1],
    );
    const [audited] = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    const target = String(first.id + 1);
    const told = [audited?.action, audited?.actor, audited?.target];
    assert.deepEqual(told, ['endpoint.add', 'alice', target]);
    assert.ok(!JSON.stringify(audited).includes('s1'));
  });

  test('a change is kept, raises the version of the settings, and leaves the rest', async () => {
    await using storage = await open();
    await withAccount(storage);
    const made = await added(storage);
    const before = await storage.settings.settingsVersion();
    const change = {
      url: 'https://b.example/x',
      events: [],
      settings: { ratePerS: null, autoDisable: false, ca: 'PEM' },
    };
    const changed = await storage.webhooks.changeEndpoint(made.id, change, author);
    const expected = { ...made.settings, ...change.settings };
    const anew = { ...made, generation: made.generation + 1 };
    assert.deepEqual(changed, { ...anew, url: change.url, events: [], settings: expected });
    assert.ok((await storage.settings.settingsVersion()) > before);
    assert.equal(await storage.webhooks.changeEndpoint(99, change, author), undefined);
    assert.equal(await storage.webhooks.removeEndpoint(made.id, author), true);
    assert.equal(await storage.webhooks.removeEndpoint(made.id, author), false);
  });

  test('a pause and its end are each done once, and the lane begins anew', async () => {
    await using storage = await open();
    await withAccount(storage);
    const { id, generation } = await added(storage);
    const { webhooks: store } = storage;
    const lane = `webhook/${id}`;
    const failing = {
      openUntilMs: 9,
      failures: 5,
      failingSinceMs: 1,
      failedAttempts: 5,
      warned: 0,
    };
    await storage.webhooks.saveLaneStates([{ lane, ...failing }]);
    const stateOf = async () => (await store.standingsOf([id], 9)).get(id)?.state;
    assert.deepEqual(await stateOf(), { lane, ...failing });
    const how = { expiryFloorMs: atMs + 5, dropBeforeMs: atMs - 5 };
    assert.equal(await store.resumeEndpoint(id, how, author), false);
    assert.deepEqual(await store.countAtRest(), { paused: 0, disabled: 0 });
    assert.equal(await store.pauseEndpoint(id, author), true);
    assert.equal(await store.pauseEndpoint(id, author), false);
    assert.deepEqual(await store.countAtRest(), { paused: 1, disabled: 0 });
    assert.equal(await store.resumeEndpoint(id, how, author), true);
    const resumed = must(await store.findEndpoint(id), 'endpoint');
    assert.partialDeepStrictEqual(resumed, { ...how, state: 'active', generation: generation + 1 });
    assert.equal(await stateOf(), undefined);
    // What disables it has seen it before people let it go on.
    await store.pauseEndpoint(id, author);
    await storage.webhooks.disableEndpoint(id, { reason: 'gone', atMs });
    assert.equal((await store.findEndpoint(id))?.state, 'paused');
  });

  test('secrets change only from what was read, for requests in all their lanes', async () => {
    await using storage = await open();
    await withAccount(storage);
    const { webhooks: store } = storage;
    const made = await added(storage);
    const second = { sealed: 's2', madeAtMs: atMs + 1, untilMs: null };
    const what = { action: 'endpoint.rotate', author } as const;
    const both = [second, { ...secret, untilMs: atMs + 9 }];
    assert.equal(await store.saveSecrets(made, both, what), true);
    assert.deepEqual((await store.findEndpoint(made.id))?.secrets, both);
    assert.equal(await store.saveSecrets(made, [second], what), false);
    const ofRequests = { ...extra('https://x.example'), source: 'request' } as const;
    const lane = must(await store.endpointForOrigin(ofRequests, 9), 'lane');
    const other = must(
      await store.endpointForOrigin({ ...ofRequests, url: 'https://y.example' }, 9),
      'lane',
    );
    assert.equal(await store.saveSecrets(lane, [second], what), true);
    assert.deepEqual((await store.findEndpoint(other.id))?.secrets, [second]);
    assert.equal((await store.listEndpoints(1, 10)).length, 3);
  });

  test('the head of a lane is the oldest that failed, else the first due; skipping drops it', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b', 'c']);
    const { webhooks: store } = storage;
    const endpoint = await added(storage);
    const lane = `webhook/${endpoint.id}`;
    assert.equal(endpoint.id, 1);
    const [first, second] = await store.dueDeliveries(webhookLane);
    assert.ok(first && second);
    assert.equal((await store.headOfLane(lane))?.id, first.job.id);
    const retry = { lease: await aLease(storage), attempt: 1, dueAtMs: atMs + 1_000 };
    await store.settleDeliveries([{ job: second.job, attempt: anAttempt(second.job.id), retry }]);
    const head = must(await store.headOfLane(lane), 'head');
    assert.equal(head.id, second.job.id);
    const dropped = { ...anAttempt(head.id), eventId: 2, outcome: 'dropped' } as const;
    assert.equal(await store.skipJob(head, dropped, author), true);
    assert.equal(await store.skipJob(head, dropped, author), false);
    assert.equal((await store.findEndpoint(1))?.generation, 1);
    const failed = await store.failedAttempts(1, Number.MAX_SAFE_INTEGER, 10);
    assert.deepEqual(
      failed.map(({ outcome }) => outcome),
      ['dropped', 'retry'],
    );
    const older = await store.failedAttempts(1, failed[0]?.id ?? 0, 10);
    assert.deepEqual(
      older.map(({ outcome }) => outcome),
      ['retry'],
    );
    assert.equal((await store.attemptsOf([2], 10)).length, 1);
    assert.deepEqual(
      (await store.listEvents(1, 3, 10)).map(({ id }) => id),
      [2, 1],
    );
    assert.equal((await store.findEvent(1, 3))?.kind, 'dlr');
    assert.equal(await store.findEvent(2, 3), undefined);
  });

  test('how endpoints do is told of many at once: what each is owed, and since when', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b', 'c']);
    const { webhooks: store } = storage;
    const [busy, idle] = [await added(storage), await added(storage)];
    const ids = [busy.id, idle.id, 99];
    const standing = async (owedMax: number) =>
      (await store.standingsOf(ids, owedMax)).get(busy.id);
    const [first, second] = await store.dueDeliveries(webhookLane);
    assert.ok(first && second);
    const headExpiresAtMs = first.job.expiresAtMs;
    const { dueAtMs } = first.job;
    assert.deepEqual(await standing(10), { owed: 3, headExpiresAtMs, state: undefined, dueAtMs });
    assert.equal((await standing(2))?.owed, 2);
    const retry = { lease: await aLease(storage), attempt: 1, dueAtMs: atMs + 1_000 };
    const attempt = anAttempt(second.job.id);
    await store.settleDeliveries([{ job: second.job, attempt, retry }]);
    const lane = `webhook/${busy.id}`;
    const state = {
      lane,
      openUntilMs: 9,
      failures: 5,
      failingSinceMs: 1,
      failedAttempts: 5,
      warned: 1,
    };
    await store.saveLaneStates([state]);
    const expected = { owed: 3, headExpiresAtMs: second.job.expiresAtMs, state, dueAtMs };
    assert.deepEqual(await standing(10), expected);
    const all = await store.standingsOf(ids, 10);
    assert.deepEqual(
      [...all.keys()].toSorted((a, b) => a - b),
      [busy.id, idle.id],
    );
    const none = { owed: 0, headExpiresAtMs: null, state: undefined, dueAtMs: null };
    assert.deepEqual(all.get(idle.id), none);
    assert.deepEqual(await store.listFailing(), [busy.id]);
    assert.equal((await store.standingsOf([], 10)).size, 0);
  });

  test('deliveries that have not ended are told by their events, tried or not', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b', 'c']);
    const { webhooks: store } = storage;
    const { id: endpointId } = await added(storage);
    const [first, second] = await store.dueDeliveries(webhookLane);
    assert.ok(first && second);
    const retry = { lease: await aLease(storage), attempt: 1, dueAtMs: atMs + 1_000 };
    const attempt = anAttempt(second.job.id);
    await store.settleDeliveries([{ job: second.job, attempt, retry }]);
    const received = { ...anAttempt(first.job.id), outcome: 'delivered' } as const;
    await store.settleDeliveries([{ job: first.job, attempt: received }]);
    const untried = { endpointId, endpointState: 'active', openUntilMs: 0, attempts: 0 } as const;
    assert.deepEqual(plain(await store.pendingOf([1, 2, 3], 10)), [
      { ...untried, eventId: 2, attempts: 1, dueAtMs: retry.dueAtMs },
      { ...untried, eventId: 3, dueAtMs: atMs },
    ]);
    assert.deepEqual(await store.pendingOf([1], 10), []);
    assert.deepEqual(await store.pendingOf([], 10), []);
    const failing = { failures: 5, failingSinceMs: 1, failedAttempts: 5, warned: 0 };
    await store.saveLaneStates([{ lane: `webhook/${endpointId}`, openUntilMs: 9, ...failing }]);
    await store.pauseEndpoint(endpointId, author);
    assert.partialDeepStrictEqual(await store.pendingOf([3], 10), [
      { endpointState: 'paused', openUntilMs: 9 },
    ]);
  });

  test('each delivery of an event is pending until it ends: the first, the others, a replay', async () => {
    await using storage = await open();
    await withAccount(storage);
    const { webhooks: store } = storage;
    const [one, two] = [await added(storage), await added(storage)];
    const event = anEvent(7);
    const job = must(event.job, 'job');
    const copy = { ...job, id: job.id + 1, lane: `webhook/${two.id}` };
    await storage.webhooks.addEvents([{ ...event, copies: [copy] }]);
    await store.putJobs([{ ...copy, id: job.id + 2 }]);
    const pending = async () =>
      (await store.pendingOf([7], 10)).map(({ endpointId }) => endpointId);
    assert.deepEqual(await pending(), [one.id, two.id, two.id]);
    const received = { ...anAttempt(copy.id), eventId: 7, outcome: 'delivered' } as const;
    await store.settleDeliveries([{ job: copy, attempt: { ...received, endpointId: two.id } }]);
    assert.deepEqual(await pending(), [one.id, two.id]);
    await store.settleDeliveries([{ job, attempt: { ...received, jobId: job.id } }]);
    assert.deepEqual(await pending(), [two.id]);
    const logged = await store.attemptsOf([7], 10);
    assert.deepEqual(
      logged.map(({ jobId }) => jobId).toSorted((a, b) => a - b),
      [job.id, copy.id],
    );
  });

  test('events are counted by kind and by what became of their deliveries', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b', 'c', 'd']);
    const { webhooks: store } = storage;
    const { id: endpointId } = await added(storage);
    await store.addEvents([anEvent(9, { kind: 'reply', job: null })]);
    const time = await store.eventTime(1, {});
    const counted = async (max = 100) => {
      const counts = await store.countOutcomes(1, max, time);
      return counts.map(({ kind, outcome, events }) => `${kind} ${outcome} ${events}`).toSorted();
    };
    assert.deepEqual(await counted(), ['dlr undelivered 4', 'reply nobody 1']);
    const [first, second, third] = await store.dueDeliveries(webhookLane);
    assert.ok(first && second && third);
    const received = { ...anAttempt(first.job.id), outcome: 'delivered' } as const;
    await store.settleDeliveries([{ job: first.job, attempt: received }]);
    const gone = { ...anAttempt(second.job.id), eventId: 2, outcome: 'expired' } as const;
    await store.settleDeliveries([{ job: second.job, attempt: { ...gone, endpointId } }]);
    const left = ['dlr delivered 1', 'dlr undelivered 3', 'reply nobody 1'];
    assert.deepEqual(await counted(), left);
    // It was received when it was sent once more.
    const again = { ...second.job, id: second.job.id + 500 };
    await store.putJobs([again]);
    const later = { ...gone, jobId: again.id, endpointId, atMs: gone.atMs + 1 };
    await store.settleDeliveries([{ job: again, attempt: { ...later, outcome: 'delivered' } }]);
    assert.deepEqual(await counted(), ['dlr delivered 2', 'dlr undelivered 2', 'reply nobody 1']);
    const retry = { lease: await aLease(storage), attempt: 1, dueAtMs: atMs + 1_000 };
    const failed = { ...anAttempt(third.job.id), eventId: 3 };
    await store.settleDeliveries([{ job: third.job, attempt: failed, retry }]);
    assert.deepEqual(await counted(), ['dlr delivered 2', 'dlr undelivered 2', 'reply nobody 1']);
    assert.deepEqual(await counted(2), ['dlr undelivered 1', 'reply nobody 1']);
  });

  test('the last attempts at an endpoint are told newest first, whatever came of them', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b']);
    const { webhooks: store } = storage;
    const [first, second] = await store.dueDeliveries(webhookLane);
    assert.ok(first && second);
    const delivered = { ...anAttempt(first.job.id), outcome: 'delivered' } as const;
    const elsewhere = { ...anAttempt(second.job.id), eventId: 2, endpointId: 2 };
    const failed = { ...anAttempt(second.job.id), eventId: 2, outcome: 'expired' } as const;
    await store.settleDeliveries([{ job: first.job, attempt: delivered }]);
    await store.settleDeliveries([{ job: second.job, attempt: elsewhere }]);
    await store.settleDeliveries([{ job: second.job, attempt: failed }]);
    const last = async (accountId: number, limit: number) =>
      (await store.lastAttempts({ id: 1, accountId }, limit)).map(({ outcome }) => outcome);
    assert.deepEqual(await last(1, 10), ['expired', 'delivered']);
    assert.deepEqual(await last(1, 1), ['expired']);
    assert.deepEqual(await last(2, 10), []);
  });

  test('a replay goes on once from where it was, and knows what was received and what is owed', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b', 'c']);
    const { webhooks: store } = storage;
    const wish = {
      accountId: 1,
      endpointId: 1,
      fromMs: 0,
      toMs: atMs,
      kinds: ['dlr'],
      outcome: 'undelivered',
      phone: '33639980001',
      createdAtMs: atMs,
    } as const;
    const replay = must(await store.createReplay(wish), 'replay');
    assert.partialDeepStrictEqual(replay, { ...wish, state: 'running', afterEventId: 0, made: 0 });
    assert.equal(await store.createReplay(wish), undefined);
    assert.deepEqual(await store.runningReplays(10), [replay]);
    const scanned = await store.scanEvents(1, 0, 10);
    assert.deepEqual(
      scanned.map(({ id, createdAtMs }) => [id, createdAtMs]),
      [1, 2, 3].map((id) => [id, atMs]),
    );
    const [first, second] = await store.dueDeliveries(webhookLane);
    assert.ok(first && second);
    const delivered = { ...anAttempt(first.job.id), outcome: 'delivered' } as const;
    const failed = { ...anAttempt(second.job.id), eventId: 2 };
    const retry = { lease: await aLease(storage), attempt: 1, dueAtMs: atMs + 1_000 };
    await store.settleDeliveries([
      { job: first.job, attempt: delivered },
      { job: second.job, attempt: failed, retry },
    ]);
    const standing = await store.standingOf(1, 'webhook/1', scanned);
    assert.deepEqual([standing.received, standing.owed], [new Set([1]), new Set([2, 3])]);
    const job = { ...first.job, id: 800 };
    const step = { ...replay, afterEventId: 3, made: 1, firstJobId: 800, lastJobId: 800 };
    assert.equal(await store.advanceReplay(replay, step, [job]), true);
    assert.equal(await store.advanceReplay(replay, step, [{ ...job, id: 801 }]), false);
    assert.deepEqual([await store.countJobs(800, 800), await store.countJobs(801, 801)], [1, 0]);
    const ended = { ...step, state: 'done', endedAtMs: atMs } as const;
    assert.equal(await store.advanceReplay(step, ended, []), true);
    assert.deepEqual(await store.runningReplays(10), []);
    assert.deepEqual(await store.listReplays(1, 10), [{ ...replay, ...ended }]);
    const again = must(await store.createReplay(wish), 'replay');
    assert.equal(await store.cancelReplay({ id: again.id, accountId: 2 }, author), false);
    const ofKeys = { ...again, mode: 'test' } as const;
    assert.equal(await store.cancelReplay(ofKeys, author), false);
    assert.equal(await store.cancelReplay(again, author), true);
    assert.equal(await store.cancelReplay(again, author), false);
    const tests = must(await store.createReplay({ ...wish, mode: 'test' }), 'replay of a key');
    assert.deepEqual(await store.listReplays(1, 10, 'test'), [tests]);
    assert.deepEqual(await store.listReplays(1, 10, 'live'), []);
    assert.equal(await store.cancelReplay({ ...tests, mode: 'live' }, author), false);
    assert.equal(await store.cancelReplay(tests, author), true);
    assert.deepEqual(await store.runningReplays(10), []);
    await store.putJobs([{ ...job, id: 802 }]);
    assert.equal(await store.countJobs(802, 802), 1);
    for await (const _ of storage.history.forgetReplays({ nowMs: atMs, beforeMs: atMs }));
    assert.equal((await store.listReplays(1, 10)).length, 3);
    for await (const _ of storage.history.forgetReplays({ nowMs: atMs, beforeMs: atMs + 1 }));
    assert.deepEqual(await store.listReplays(1, 10), []);
  });
}
