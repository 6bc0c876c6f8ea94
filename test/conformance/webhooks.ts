/** Endpoints and owed deliveries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { Storage } from '#storage/storage.ts';
import { aMatch, anAcceptance, anEvent, aSubmit, atMs } from '#test/harness/records.ts';
import { idsOf } from './history-setup.ts';
import {
  aLease,
  anAttempt,
  auditBehindSetup,
  noEvents,
  webhookLane,
  withAccount,
  withEvents,
} from './setup.ts';

const endpoint = {
  accountId: 1,
  source: 'reply',
  url: 'https://a.example/hook',
  secrets: [{ sealed: 's1', madeAtMs: atMs, untilMs: null }],
  createdAtMs: atMs,
} as const;

function ofOrigin(url: string) {
  return { ...endpoint, source: 'request', url } as const;
}

export function webhooks(open: () => Promise<Storage>): void {
  test('an account has one reply endpoint, whose lane stays when its URL changes', async () => {
    await using storage = await open();
    await withAccount(storage);
    const made = await storage.webhooks.saveAccountEndpoint(endpoint);
    await storage.webhooks.disableEndpoint(made.id, { reason: 'gone', atMs });
    assert.equal((await storage.webhooks.findEndpoint(made.id))?.state, 'disabled');
    const url = 'https://b.example/';
    const saved = await storage.webhooks.saveAccountEndpoint({ ...endpoint, url });
    assert.deepEqual(saved, { ...made, url, generation: made.generation + 1 });
    assert.deepEqual(await storage.webhooks.findAccountEndpoint(1, 'reply'), saved);
    await storage.webhooks.limitAccountEndpoints(1, 64);
    const limited = await storage.webhooks.findAccountEndpoint(1, 'reply');
    assert.deepEqual(limited, { ...saved, settings: { ...saved.settings, inFlightMax: 64 } });
    await assert.rejects(storage.webhooks.limitAccountEndpoints(1, 65));
    assert.equal(await storage.webhooks.removeAccountEndpoint(1, 'reply'), true);
    assert.equal(await storage.webhooks.findAccountEndpoint(1, 'reply'), undefined);
  });

  test('URLs of one origin share a lane, and an account has a bounded number of them', async () => {
    await using storage = await open();
    await withAccount(storage);
    const first = await storage.webhooks.endpointForOrigin(ofOrigin('https://a.example'), 2);
    const again = await storage.webhooks.endpointForOrigin(ofOrigin('https://a.example'), 2);
    assert.deepEqual(again, first);
    assert.ok(await storage.webhooks.endpointForOrigin(ofOrigin('https://b.example'), 2));
    assert.equal(
      await storage.webhooks.endpointForOrigin(ofOrigin('https://c.example'), 2),
      undefined,
    );
    assert.equal((await storage.webhooks.findRequestEndpoint(1))?.source, 'request');
  });

  test('further signatures of an endpoint, and those inside replies, are kept with their keys', async () => {
    await using storage = await open();
    await withAccount(storage);
    const made = await storage.webhooks.saveAccountEndpoint(endpoint);
    const signing = { signatures: ['v1a', 'hub'], sealedSigningKey: 'k' } as const;
    const author = { actor: 'test', atMs };
    assert.equal(await storage.webhooks.saveSignatures(made, signing, author), true);
    const saved = await storage.webhooks.findEndpoint(made.id);
    assert.deepEqual(saved?.settings, { ...made.settings, ...signing });
    assert.equal(
      await storage.webhooks.saveSignatures({ id: 99, accountId: 1 }, signing, author),
      false,
    );
    const store = storage.webhooks;
    assert.equal(await store.findReplySigner(1), undefined);
    for (const method of ['md5hash', 'sha512'] as const) {
      await store.saveReplySigner(1, { method, sealedSecret: 's' }, author);
      const found = await store.findReplySigner(1);
      assert.deepEqual({ ...found }, { method, sealedSecret: 's' });
    }
    await store.saveReplySigner(1, null, author);
    assert.equal(await store.findReplySigner(1), undefined);
    assert.equal((await auditBehindSetup(storage)).length, 4);
  });

  test('bodies come back byte for byte', async () => {
    await using storage = await open();
    await withEvents(storage, ['a']);
    const [owed] = await storage.webhooks.dueDeliveries(webhookLane);
    assert.deepEqual(Buffer.from(owed?.load.body ?? []), Buffer.from('{"event":1}'));
  });

  test('the first delivery that is received at once is logged like all others', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b']);
    const [first, second] = await storage.webhooks.dueDeliveries(webhookLane);
    assert.ok(first && second);
    const { job } = first;
    const answer = { status: 204, error: '', url: 'https://a.example/', responseHead: 'h' };
    const phases = { resolveMs: 1, connectMs: 2, tlsMs: 3, answerMs: 4 };
    const at = (eventId: number, n: number, afterMs: number) => {
      const outcome = 'delivered' as const;
      const named = { eventId, n, outcome, atMs: atMs + afterMs, responseBody: `${n} ${afterMs}` };
      return { ...anAttempt(job.id), ...answer, phases, ...named };
    };
    // To one endpoint, to another, after a failure, and of an event that was forgotten.
    const received = [at(1, 1, 5), { ...at(1, 1, 6), endpointId: 2 }, at(2, 2, 7), at(99, 1, 8)];
    await storage.webhooks.settleDeliveries(received.map((attempt) => ({ job, attempt })));
    await storage.webhooks.settleDeliveries([{ job, attempt: at(1, 1, 9) }]);
    const logged = await storage.webhooks.attemptsOf([1, 2, 99], 10);
    assert.partialDeepStrictEqual(logged, [...received, at(1, 1, 9)]);
    assert.equal(logged.length, 5);
    assert.equal(new Set(logged.map(({ id }) => id)).size, 5);
    assert.equal((await idsOf(storage, 'webhook_attempt')).length, 4);
    const last = await storage.webhooks.lastAttempts({ id: 1, accountId: 1 }, 2);
    assert.deepEqual(
      last.map((attempt) => [attempt.eventId, attempt.n]),
      [
        [1, 1],
        [2, 2],
      ],
    );
  });

  test('while an event is in retry the later ones of its key stay back, the others do not', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'a', 'b']);
    const [first] = await storage.webhooks.dueDeliveries(webhookLane);
    assert.ok(first);
    const attempt = anAttempt(first.job.id);
    const lease = await aLease(storage);
    const later = { lease, attempt: 1, dueAtMs: atMs + 1_000 };
    await storage.webhooks.settleDeliveries([{ job: first.job, attempt, retry: later }]);
    const due = async (nowMs: number) =>
      (await storage.webhooks.dueDeliveries({ ...webhookLane, nowMs })).map(
        ({ load }) => load.eventId,
      );
    assert.deepEqual(await due(atMs), [3]);
    const held = await storage.webhooks.jobsInRetry('webhook/1', 10);
    assert.deepEqual(held, [{ ...first.job, attempt: 1, dueAtMs: later.dueAtMs }]);
    const again = { ...first.job, attempt: 1 };
    const fifth = { lease, attempt: 5, dueAtMs: atMs + 2_000 };
    await storage.webhooks.settleDeliveries([{ job: again, attempt, retry: fifth }]);
    assert.deepEqual(await due(atMs), [2, 3]);
    assert.deepEqual(await storage.webhooks.jobsInRetry('webhook/1', 10), []);
    await storage.webhooks.settleDeliveries([{ job: { ...again, attempt: 5 }, attempt }]);
    assert.deepEqual(await due(atMs + 9_000), [2, 3]);
  });

  test('what failed often enough is found by how its body begins, the newest of it', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b', 'c', 'd']);
    const due = await storage.webhooks.dueDeliveries(webhookLane);
    const lease = await aLease(storage);
    const failed = [5, 4, 6, 5].map((attempt, place) => {
      const { job } = must(due[place], 'delivery');
      return { job, attempt: anAttempt(job.id), retry: { lease, attempt, dueAtMs: atMs + 9_000 } };
    });
    await storage.webhooks.settleDeliveries(failed);
    const asked = { lane: 'webhook/1', attemptsMin: 5, limit: 10 };
    const eventsOf = async (bodyStart: string, limit = 10): Promise<readonly number[]> => {
      const query = { ...asked, limit, bodyStart: Buffer.from(bodyStart) };
      const found = await storage.webhooks.putOffDeliveries(query);
      return found.map(({ load }) => load.eventId);
    };
    assert.deepEqual(await eventsOf('{"event":'), [1, 3, 4]);
    assert.deepEqual(await eventsOf('{"event":', 2), [3, 4]);
    assert.deepEqual(await eventsOf('{"event":3'), [3]);
    assert.deepEqual(await eventsOf('{"Event":'), []);
    const elsewhere = { ...asked, lane: 'webhook/2', bodyStart: Buffer.from('{') };
    assert.deepEqual(await storage.webhooks.putOffDeliveries(elsewhere), []);
    const [last] = await storage.webhooks.putOffDeliveries({
      ...asked,
      bodyStart: Buffer.from('{"event":4'),
    });
    const { job, load } = must(due[3], 'delivery');
    const one = must(last, 'delivery put off');
    assert.deepEqual(one.job, { ...job, attempt: 5, dueAtMs: atMs + 9_000 });
    assert.deepEqual(Buffer.from(one.load.body), Buffer.from(load.body));
  });

  test('in strict order all stay back behind one in retry, without order none does', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b', 'c']);
    const [first] = await storage.webhooks.dueDeliveries(webhookLane);
    assert.ok(first);
    const attempt = anAttempt(first.job.id);
    const retry = { lease: await aLease(storage), attempt: 5, dueAtMs: atMs + 1_000 };
    await storage.webhooks.settleDeliveries([{ job: first.job, attempt, retry }]);
    const due = async (ordering: 'none' | 'key' | 'strict', nowMs: number) =>
      (await storage.webhooks.dueDeliveries({ ...webhookLane, nowMs, ordering })).map(
        ({ load }) => load.eventId,
      );
    assert.deepEqual(await due('none', atMs), [2, 3]);
    assert.deepEqual(await due('key', atMs), [2, 3]);
    assert.deepEqual(await due('strict', atMs), []);
    assert.deepEqual(await due('strict', atMs + 1_000), [1]);
    const inRetry = await storage.webhooks.jobsInRetry('webhook/1', 10, 'strict');
    assert.deepEqual(inRetry, [{ ...first.job, attempt: 5, dueAtMs: atMs + 1_000 }]);
  });

  test('an event is stored once and owed to each of its endpoints', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    const event = anEvent(1);
    const copies = [2, 3].map((number) => ({
      ...must(event.job, 'job of an event'),
      id: 900 + number,
      lane: `webhook/${number}`,
    }));
    const receipts = [aMatch(submit, { ...event, copies })];
    await storage.messages.recordFacts({ ...noEvents, submits: [submit], receipts });
    for (const lane of ['webhook/1', 'webhook/2', 'webhook/3']) {
      const [owed] = await storage.webhooks.dueDeliveries({ ...webhookLane, lane });
      assert.deepEqual([owed?.job.lane, owed?.load.eventId], [lane, 1]);
      assert.deepEqual(Buffer.from(owed?.load.body ?? []), Buffer.from('{"event":1}'));
    }
  });

  test('what a breaker must remember is remembered by its lane', async () => {
    await using storage = await open();
    const state = {
      lane: 'webhook/1',
      openUntilMs: 5,
      failures: 2,
      failingSinceMs: 1,
      failedAttempts: 7,
      warned: 1,
    };
    await storage.webhooks.saveLaneStates([state]);
    await storage.webhooks.saveLaneStates([{ ...state, failures: 3 }]);
    const states = await storage.webhooks.findLaneStates('webhook');
    assert.deepEqual(
      states.map((each) => ({ ...each })),
      [{ ...state, failures: 3 }],
    );
    assert.deepEqual(await storage.webhooks.findLaneStates('sms'), []);
  });

  test('attempts are added up by hour, and those of long ago are forgotten with the next', async () => {
    await using storage = await open();
    const [hourMs, store] = [3_600_000, storage.webhooks];
    const startsAtMs = atMs - (atMs % hourMs);
    const count = {
      endpointId: 7,
      startsAtMs,
      outcome: 'delivered',
      bucket: 40,
      attempts: 2,
    } as const;
    const failed = { ...count, outcome: 'failed', bucket: 0 } as const;
    await store.countAttempts([count, failed], 0);
    await store.countAttempts([count, { ...count, startsAtMs: startsAtMs + hourMs }], 0);
    const read = async () => {
      const found = await storage.webhooks.attemptCounts(7, startsAtMs, startsAtMs + hourMs);
      return found.map((one) => ({ ...one })).toSorted((a, b) => b.bucket - a.bucket);
    };
    assert.deepEqual(await read(), [{ ...count, attempts: 4 }, failed]);
    await store.countAttempts([{ ...count, startsAtMs: startsAtMs + hourMs }], startsAtMs + 1);
    assert.deepEqual(await read(), []);
  });
}
