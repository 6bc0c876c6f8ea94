import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { answerWith, ok, RawReceiver } from '#test/harness/raw-receiver.ts';
import {
  anEvent,
  attempted,
  openWebhookWorld,
  outcomes,
  status,
  told,
} from '#test/harness/webhook-world.ts';

const dayMs = 24 * 3_600_000;

suite('a receiver that is down', () => {
  test('gets five requests, then one probe at a time, and all the rest when it is back', async () => {
    let isUp = false;
    await using receiver = await RawReceiver.open(({ socket }) => {
      socket.write(isUp ? ok : status(503));
    });
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(...Array.from({ length: 8 }, () => anEvent(world, endpoint)));
    await attempted(world, 8);
    world.send(...Array.from({ length: 200 }, () => anEvent(world, endpoint)));
    await world.pass(4_500);
    assert.equal(receiver.requests.length, 8);
    assert.deepEqual(world.engine.laneCounts, { lanes: 1, broken: 1 });
    for (const [requests, openS] of [
      [9, 5],
      [10, 10],
      [11, 20],
    ] as const) {
      await world.pass(openS * 1_000 + 1_000, () => receiver.requests.length >= requests);
      await attempted(world, requests);
      await world.pass(2_000);
      assert.equal(receiver.requests.length, requests);
    }
    isUp = true;
    await world.pass(60_000, () => world.store.jobs.size === 0);
    await world.pass(900_000, () => world.store.jobs.size === 0);
    assert.equal(world.store.jobs.size, 0);
    assert.equal(world.store.laneStates.get('webhook/1')?.failures ?? 0, 0);
    assert.equal(world.engine.laneCounts.broken, 0);
  });

  test('is remembered by the next process', async () => {
    await using receiver = await RawReceiver.open(answerWith(status(500)));
    const first = await openWebhookWorld();
    const endpoint = first.addEndpoint(receiver.url);
    first.send(...Array.from({ length: 8 }, () => anEvent(first, endpoint)));
    await attempted(first, 8);
    await first[Symbol.asyncDispose]();
    const { store, clock } = first;
    assert.equal(store.laneStates.get('webhook/1')?.failures, 5);
    await using second = await openWebhookWorld({ store, clock });
    second.send(anEvent(second, endpoint));
    await second.pass(4_000);
    assert.equal(receiver.requests.length, 8);
    await second.pass(2_000, () => receiver.requests.length > 8);
    assert.equal(receiver.requests.length, 9);
  });

  test('and never answers does not delay the others', async () => {
    await using dead = await RawReceiver.open(() => {});
    await using live = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const [deadEndpoint, liveEndpoint] = [world.addEndpoint(dead.url), world.addEndpoint(live.url)];
    world.send(...Array.from({ length: 500 }, () => anEvent(world, deadEndpoint)));
    world.send(...Array.from({ length: 100 }, () => anEvent(world, liveEndpoint)));
    await attempted(world, 100);
    assert.deepEqual([live.requests.length, dead.connections], [100, 8]);
    await world.pass(15_500);
    await attempted(world, 108);
    assert.equal(world.store.attempts.at(-1)?.error, 'no answer in time');
  });

  test('and falls silent holds no place that others need for longer than two seconds', async () => {
    let isSilent = false;
    await using dead = await RawReceiver.open(({ socket }) => {
      if (!isSilent) socket.write(ok);
    });
    await using live = await RawReceiver.open();
    await using world = await openWebhookWorld({ requestsMax: 16 });
    const lanes = [world.addEndpoint(dead.url), world.addEndpoint(dead.url)];
    world.send(...lanes.map((lane) => anEvent(world, lane)));
    await attempted(world, 2);
    isSilent = true;
    for (const lane of lanes) world.send(...Array.from({ length: 20 }, () => anEvent(world, lane)));
    await dead.received(18);
    const endpoint = world.addEndpoint(live.url);
    world.send(...Array.from({ length: 20 }, () => anEvent(world, endpoint)));
    await world.pass(1_500);
    assert.equal(live.requests.length, 0);
    await world.pass(1_000);
    await attempted(world, 22);
    assert.deepEqual([live.requests.length, dead.requests.length], [20, 18]);
    isSilent = false;
    dead.hangUp();
    await world.pass(3_600_000, () => world.store.jobs.size === 0);
    await world.store.until(() => world.store.jobs.size === 0);
  });

  test('for five days is given up, and people are told why', async () => {
    await using receiver = await RawReceiver.open(answerWith(status(500)));
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.store.laneStates.set('webhook/1', {
      lane: 'webhook/1',
      openUntilMs: 0,
      failures: 40,
      failingSinceMs: world.clock.nowMs() - 5 * dayMs,
      failedAttempts: 40,
      warned: 0,
    });
    await using again = await openWebhookWorld({ store: world.store, clock: world.clock });
    again.send(anEvent(again, endpoint));
    const disabled = (): boolean => again.store.endpoints.get(endpoint.id)?.state === 'disabled';
    await again.store.until(disabled);
    assert.match(again.store.endpoints.get(endpoint.id)?.reason ?? '', /five days/);
    assert.equal(again.store.jobs.size, 1);
  });
});

suite('people of an endpoint', () => {
  test('hear once that it is gone, however many requests have found it so', async () => {
    await using receiver = await RawReceiver.open(answerWith(status(410)));
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(...Array.from({ length: 8 }, () => anEvent(world, endpoint)));
    await attempted(world, 8);
    await world.store.until(() => world.store.endpoints.get(endpoint.id)?.state === 'disabled');
    assert.deepEqual(told(world), [['disabled', 'generation 0']]);
    assert.equal(world.notices[0]?.origin, new URL(receiver.url).origin);
  });

  test('hear of half an hour without success once, also from the next process', async () => {
    await using receiver = await RawReceiver.open(answerWith(status(503)));
    const first = await openWebhookWorld();
    const endpoint = first.addEndpoint(receiver.url);
    first.send(anEvent(first, endpoint));
    const failingSinceMs = first.clock.nowMs();
    await attempted(first, 1);
    assert.deepEqual(told(first), []);
    await first.pass(3 * 3_600_000, () => first.notices.length > 0);
    assert.deepEqual(told(first), [['failing', `${failingSinceMs}/1`]]);
    await first[Symbol.asyncDispose]();
    const { store, clock } = first;
    await using second = await openWebhookWorld({ store, clock });
    const tries = store.attempts.length;
    await second.pass(24 * 3_600_000, () => store.attempts.length > tries);
    await attempted(second, tries + 1);
    assert.deepEqual(told(second), []);
  });

  test('are told with the next failure what could not be told, and nothing is given up before', async () => {
    let mayTell = false;
    await using receiver = await RawReceiver.open(answerWith(status(410)));
    await using world = await openWebhookWorld({
      mayTell() {
        if (!mayTell) throw new Error('away');
      },
    });
    const endpoint = world.addEndpoint(receiver.url);
    world.send(anEvent(world, endpoint));
    await attempted(world, 1);
    await world.pass(60_000, () => receiver.requests.length > 1);
    await attempted(world, 2);
    assert.equal(world.store.endpoints.get(endpoint.id)?.state, 'active');
    mayTell = true;
    const isDisabled = (): boolean => world.store.endpoints.get(endpoint.id)?.state === 'disabled';
    await world.pass(3_600_000, isDisabled);
    await world.store.until(isDisabled);
    assert.deepEqual(told(world), [['disabled', 'generation 0']]);
  });
});

suite('a receiver that says', () => {
  test('429 with Retry-After is left alone for so long', async () => {
    await using receiver = await RawReceiver.open(({ socket }, nth) => {
      socket.write(nth === 1 ? status(429, 'Retry-After: 60\r\n') : ok);
    });
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(anEvent(world, endpoint));
    await attempted(world, 1);
    world.send(anEvent(world, endpoint));
    await world.pass(59_500);
    assert.equal(receiver.requests.length, 1);
    await world.pass(2_000, () => world.store.jobs.size === 0);
    await attempted(world, 3);
    assert.equal(world.store.jobs.size, 0);
  });

  test('410 is disabled, and its jobs wait', async () => {
    await using receiver = await RawReceiver.open(answerWith(status(410)));
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(anEvent(world, endpoint));
    await attempted(world, 1);
    await world.store.until(() => world.store.endpoints.get(endpoint.id)?.state === 'disabled');
    world.send(anEvent(world, endpoint));
    await world.pass(600_000);
    assert.deepEqual([receiver.requests.length, world.store.jobs.size], [1, 2]);
  });

  test('410 to a URL of a request has only that event settled', async () => {
    await using receiver = await RawReceiver.open(({ socket }, nth) => {
      socket.write(nth === 1 ? status(410) : ok);
    });
    await using world = await openWebhookWorld();
    const origin = `http://127.0.0.1:${receiver.port}`;
    const endpoint = world.addEndpoint(origin, 'request');
    world.send(anEvent(world, endpoint, { url: `${origin}/gone` }));
    await attempted(world, 1);
    world.send(anEvent(world, endpoint, { url: `${origin}/here` }));
    await attempted(world, 2);
    assert.deepEqual(outcomes(world), ['gone', 'delivered']);
    assert.equal(world.store.endpoints.get(endpoint.id)?.state, 'active');
  });
});
