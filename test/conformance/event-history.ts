/** Forgetting events, what is owed of them, and attempts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import type { Storage } from '#storage/storage.ts';
import { anEndpoint } from '#test/harness/memory-webhooks.ts';
import { aMatch, anAcceptance, anEvent, aSubmit, atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { age, dayMs, funded, idsOf } from './history-setup.ts';
import { drain, noEvents } from './setup.ts';

export function eventHistory(open: () => Promise<Storage>): void {
  const stream = 2 ** 45;

  test('events go with their bodies, unless they are owed; in each stream of them', async () => {
    await using storage = await open();
    const given = [
      anEvent(1),
      { ...anEvent(2), job: null },
      { ...anEvent(3, { createdAtMs: age.beforeMs }), job: null },
      { ...anEvent(stream + 1), job: null },
      { ...anEvent(3 * stream + 1, { createdAtMs: age.beforeMs }), job: null },
      { ...anEvent(5 * stream + 1), job: null },
    ];
    await withEvents(storage, given);
    const owedAt = { ...age, nowMs: atMs };
    assert.equal(await drain(storage.history.forgetEvents(owedAt)), 3);
    assert.deepEqual(await idsOf(storage, 'webhook_event'), [1, 3, 3 * stream + 1]);
    const [owed] = await storage.webhooks.dueDeliveries({
      lane: 'webhook/1',
      nowMs: atMs,
      limit: 9,
    });
    assert.ok(owed);
    await storage.webhooks.settleDeliveries([{ job: owed.job, attempt: anAttempt(atMs) }]);
    assert.equal(await drain(storage.history.forgetEvents(age)), 1);
  });

  test('what an endpoint that is held was owed ends before its event goes, unless it has its time anew', async () => {
    await using storage = await open();
    const account = await funded(storage);
    const paused = await heldEndpoint(storage);
    const resumed = await heldEndpoint(storage);
    const later = { expiryFloorMs: age.nowMs, dropBeforeMs: 0 };
    await storage.webhooks.resumeEndpoint(resumed, later, anAuthor);
    const lanes = [...Array.from({ length: 501 }, () => paused), resumed];
    const given = lanes.map((endpointId, n) => owedTo(`webhook/${endpointId}`, n + 1));
    await record(storage, account, [...given, owedTo('customer/1', 2_000)]);
    assert.equal(await drain(storage.history.forgetEvents(age)), 2 * 501);
    assert.deepEqual(await idsOf(storage, 'webhook_event'), [502, 2_000]);
    const attempts = await storage.webhooks.attemptsOf([1, 501, 502], 9);
    const told = attempts.map(({ eventId, endpointId, n, outcome }) => [
      eventId,
      endpointId,
      n,
      outcome,
    ]);
    assert.deepEqual(told, [
      [1, paused, 1, 'expired'],
      [501, paused, 1, 'expired'],
    ]);
    assert.equal(await storage.jobs.countOwed('webhook/', 9), 1);
    assert.equal(await drain(storage.history.forgetEvents(age)), 0);
  });

  test('an old event that a replay owes stays until the replay has had its time', async () => {
    await using storage = await open();
    const account = await funded(storage);
    const endpointId = await heldEndpoint(storage);
    await record(storage, account, [{ ...anEvent(1), job: null }]);
    const { job } = owedTo(`webhook/${endpointId}`, 1);
    const expiresAtMs = age.nowMs + dayMs;
    await storage.webhooks.putJobs([{ ...must(job, 'job'), id: 5_000_000_000, expiresAtMs }]);
    assert.equal(await drain(storage.history.forgetEvents(age)), 0);
    assert.deepEqual(await idsOf(storage, 'webhook_event'), [1]);
    const later = { ...age, nowMs: expiresAtMs + 3_600_000 };
    assert.equal(await drain(storage.history.forgetEvents(later)), 2);
    assert.equal(await storage.jobs.countOwed('webhook/', 9), 0);
  });

  test('a delivery whose event is gone all the same ends, too', async () => {
    await using storage = await open();
    await funded(storage);
    const endpointId = await heldEndpoint(storage);
    const { job } = owedTo(`webhook/${endpointId}`, 1);
    await storage.webhooks.putJobs([{ ...must(job, 'job'), expiresAtMs: age.nowMs + dayMs }]);
    await drain(storage.history.forgetEvents(age));
    assert.equal(await storage.jobs.countOwed('webhook/', 9), 0);
    const [attempt] = await storage.webhooks.attemptsOf([1], 9);
    assert.equal(attempt?.outcome, 'expired');
  });

  test('attempts go by their age', async () => {
    await using storage = await open();
    await withEvents(storage, [anEvent(1)]);
    const [owed] = await storage.webhooks.dueDeliveries({
      lane: 'webhook/1',
      nowMs: atMs,
      limit: 9,
    });
    assert.ok(owed);
    const { job } = owed;
    const retry = { attempt: 0, dueAtMs: atMs };
    const times = [...Array.from({ length: 600 }, () => atMs), age.beforeMs, age.beforeMs + 1];
    await storage.webhooks.settleDeliveries(
      times.map((at) => ({ job, attempt: anAttempt(at), retry })),
    );
    assert.deepEqual(await Array.fromAsync(storage.history.forgetAttempts(age)), [512, 88]);
    assert.equal((await idsOf(storage, 'webhook_attempt')).length, 2);
    assert.equal(await drain(storage.history.forgetAttempts(age)), 0);
  });
}

async function heldEndpoint(storage: Storage): Promise<number> {
  const url = 'https://a.example/';
  const more = { url, secrets: [], events: [], settings: anEndpoint.settings, createdAtMs: atMs };
  const wanted = { accountId: 1, source: 'extra', ...more } as const;
  const added = must(await storage.webhooks.addEndpoint(wanted, 20, anAuthor), 'endpoint');
  await storage.webhooks.pauseEndpoint(added.id, anAuthor);
  return added.id;
}

function owedTo(lane: string, id: number): OwedEvent {
  const event = anEvent(id);
  return { ...event, job: event.job && { ...event.job, lane } };
}

async function withEvents(
  storage: Storage,
  given: readonly ReturnType<typeof anEvent>[],
): Promise<void> {
  await record(storage, await funded(storage), given);
}

async function record(
  storage: Storage,
  account: Account,
  given: readonly OwedEvent[],
): Promise<void> {
  const acceptances = given.map((_, index) => anAcceptance(account, index + 1));
  await storage.messages.acceptMessages(acceptances);
  const submits = acceptances.map((acceptance) => aSubmit(acceptance));
  const receipts = submits.map((submit, index) =>
    aMatch(submit, given[index] ?? anEvent(index + 1)),
  );
  await storage.messages.recordFacts({ ...noEvents, submits, receipts });
}

function anAttempt(at: number) {
  return {
    eventId: 1,
    endpointId: 1,
    jobId: 1_000_001,
    n: 1,
    atMs: at,
    outcome: 'retry',
    status: 500,
    error: '',
    durationMs: 3,
    phases: { resolveMs: 0, connectMs: 0, tlsMs: 0, answerMs: 3 },
    url: '',
    ip: '',
    responseHead: '',
    responseBody: '',
  } as const;
}
