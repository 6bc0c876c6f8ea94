import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { answerWith, ok, RawReceiver } from '#test/harness/raw-receiver.ts';
import { anEvent, openWebhookWorld, type WebhookWorld } from '#test/harness/webhook-world.ts';
import { type DeliverySettings, type Endpoint, usualSettings } from './endpoint.ts';

const dayMs = 24 * 3_600_000;

function status(code: number): string {
  return `HTTP/1.1 ${code} Status\r\nContent-Length: 0\r\n\r\n`;
}

async function attempted({ store }: WebhookWorld, count: number): Promise<void> {
  await store.until(() => store.attempts.length >= count);
}

function endpointWith(
  world: WebhookWorld,
  url: string,
  settings: Partial<DeliverySettings>,
): Endpoint {
  const endpoint = world.addEndpoint(url);
  world.store.changeEndpoint(endpoint.id, { settings: { ...usualSettings, ...settings } });
  return endpoint;
}

function events(world: WebhookWorld, endpoint: Endpoint, count: number) {
  return Array.from({ length: count }, () => anEvent(world, endpoint));
}

function idsSeen(receiver: RawReceiver): (string | undefined)[] {
  return receiver.requests.map(({ fields }) => fields.get('webhook-id'));
}

suite('an endpoint in strict order', () => {
  test('gets one event at a time, and none behind one that it has not taken', async () => {
    let fails = 6;
    await using receiver = await RawReceiver.open(({ socket }) => {
      fails -= 1;
      socket.write(fails >= 0 ? status(400) : ok);
    });
    await using world = await openWebhookWorld();
    const endpoint = endpointWith(world, receiver.url, { ordering: 'strict' });
    const sent = events(world, endpoint, 3);
    world.send(...sent);
    await attempted(world, 1);
    for (let attempts = 2; attempts <= 6; attempts += 1) {
      await world.pass(dayMs, () => world.store.attempts.length >= attempts);
    }
    const first = `msg_${sent[0]?.id}`;
    assert.deepEqual(
      idsSeen(receiver).slice(0, 6),
      Array.from({ length: 6 }, () => first),
    );
    await world.pass(dayMs, () => world.store.jobs.size === 0);
    assert.deepEqual(
      idsSeen(receiver).slice(6),
      sent.map(({ id }) => `msg_${id}`),
    );
  });
});

suite('an endpoint without order', () => {
  test('gets the next event of a message while one is in retry', async () => {
    await using receiver = await RawReceiver.open(({ socket }, nth) => {
      socket.write(nth === 1 ? status(400) : ok);
    });
    await using world = await openWebhookWorld();
    const endpoint = endpointWith(world, receiver.url, { ordering: 'none' });
    const [first, second] = [1, 2].map(() => anEvent(world, endpoint, { orderKey: '307/1' }));
    assert.ok(first && second);
    world.send(first);
    await attempted(world, 1);
    world.send(second);
    await attempted(world, 2);
    assert.deepEqual(idsSeen(receiver), [`msg_${first.id}`, `msg_${second.id}`]);
  });
});

suite('an endpoint with settings of its own', () => {
  test('gets no more requests a second than it allows', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = endpointWith(world, receiver.url, { ratePerS: 4 });
    world.send(...events(world, endpoint, 9));
    await attempted(world, 1);
    await world.pass(500);
    assert.ok(receiver.requests.length <= 3, `${receiver.requests.length} in half a second`);
    await world.pass(4_000, () => world.store.attempts.length >= 9);
    await attempted(world, 9);
  });

  test('is waited for as long as it says', async () => {
    await using receiver = await RawReceiver.open(() => {});
    await using world = await openWebhookWorld();
    const endpoint = endpointWith(world, receiver.url, { timeoutMs: 1_000 });
    world.send(anEvent(world, endpoint));
    await world.pass(500);
    assert.equal(world.store.attempts.length, 0);
    await world.pass(5_000, () => world.store.attempts.length > 0);
    assert.equal(world.store.attempts[0]?.error, 'no answer in time');
  });

  test('is tried on its own schedule, and not behind the end of it', async () => {
    await using receiver = await RawReceiver.open(answerWith(status(400)));
    await using world = await openWebhookWorld();
    const endpoint = endpointWith(world, receiver.url, { scheduleS: [60, 120] });
    world.send(anEvent(world, endpoint));
    await attempted(world, 1);
    const { atMs = 0 } = world.store.attempts[0] ?? {};
    assert.equal([...world.store.jobs.values()][0]?.job.dueAtMs, atMs + 60_000);
    await world.pass(600_000, () => world.store.jobs.size === 0);
    assert.deepEqual(
      world.store.attempts.map(({ outcome }) => outcome),
      ['retry', 'retry', 'expired'],
    );
  });
});

suite('an endpoint that was held', () => {
  test('collects what is owed, and gets it when it goes on, however late', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.store.changeEndpoint(endpoint.id, { state: 'paused' });
    world.send(...events(world, endpoint, 3));
    world.clock.advance(4 * dayMs);
    await world.pass(2_000);
    assert.equal(world.store.jobs.size, 3);
    const expiryFloorMs = world.clock.nowMs() + 3 * dayMs;
    world.store.changeEndpoint(endpoint.id, { state: 'active', generation: 1, expiryFloorMs });
    world.engine.forget();
    await world.pass(5_000, () => world.store.attempts.length >= 3);
    await attempted(world, 3);
    assert.ok(world.store.attempts.every(({ outcome }) => outcome === 'delivered'));
  });

  test('is tried at once when people let it go on, whatever its breaker remembers', async () => {
    let isUp = false;
    await using receiver = await RawReceiver.open(({ socket }) => {
      socket.write(isUp ? ok : status(500));
    });
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(...events(world, endpoint, 8));
    await attempted(world, 8);
    isUp = true;
    world.send(anEvent(world, endpoint));
    world.store.changeEndpoint(endpoint.id, { generation: 1 });
    world.engine.forget();
    await attempted(world, 9);
    assert.equal(world.store.attempts.at(-1)?.outcome, 'delivered');
  });

  test('does not get what was dropped from its table meanwhile', async () => {
    let hold: (() => void) | undefined;
    await using receiver = await RawReceiver.open(({ socket }, nth) => {
      if (nth === 1) hold = () => socket.write(ok);
      else socket.write(ok);
    });
    await using world = await openWebhookWorld();
    const endpoint = endpointWith(world, receiver.url, { inFlightMax: 1 });
    const sent = events(world, endpoint, 3);
    world.send(...sent);
    await receiver.received(1);
    for (const { job } of sent.slice(1)) world.store.jobs.delete(job.id);
    world.store.changeEndpoint(endpoint.id, { generation: 1 });
    world.engine.forget();
    hold?.();
    await attempted(world, 1);
    world.send(anEvent(world, endpoint));
    await attempted(world, 2);
    await world.pass(2_000);
    assert.equal(receiver.requests.length, 2);
  });
});

suite('people are told', () => {
  test('of an endpoint that takes nothing: after half an hour, and as its end comes near', async () => {
    await using receiver = await RawReceiver.open(answerWith(status(500)));
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    const isDisabled = (): boolean => world.store.endpoints.get(1)?.state === 'disabled';
    for (let hours = 0; hours < 6 * 24 && !isDisabled(); hours += 12) {
      world.send(anEvent(world, endpoint));
      await world.pass(5_000, isDisabled);
      world.clock.advance(dayMs / 4);
      await world.pass(5_000, isDisabled);
      world.clock.advance(dayMs / 4 - 10_000);
    }
    assert.deepEqual(
      world.notices.map(({ what }) => what),
      ['failing', 'failing', 'failing', 'failing', 'disabled'],
    );
    const { failingSinceMs = 0 } = world.notices[0] ?? {};
    for (const [place, days] of [0.02, 2.5, 3.5, 4.5, 5].entries()) {
      const afterDays = ((world.notices[place]?.atMs ?? 0) - failingSinceMs) / dayMs;
      assert.ok(afterDays >= days && afterDays < days + 0.5, `${afterDays} days`);
    }
    assert.equal(world.store.endpoints.get(endpoint.id)?.reason, 'took nothing for five days');
  });

  test('of one that may not be contacted, once', async () => {
    await using world = await openWebhookWorld({ allow: [] });
    const endpoint = world.addEndpoint('http://127.0.0.1:9/hook');
    world.send(anEvent(world, endpoint));
    await world.pass(1_000_000, () => world.store.attempts.length >= 2);
    assert.deepEqual(world.notices.map(({ what }) => what).slice(0, 1), ['forbidden']);
    assert.match(world.notices[0]?.reason ?? '', /loopback/);
  });

  test('and an endpoint that is not to be given up is not', async () => {
    await using receiver = await RawReceiver.open(answerWith(status(500)));
    const first = await openWebhookWorld();
    const endpoint = endpointWith(first, receiver.url, { autoDisable: false });
    const { store, clock } = first;
    store.laneStates.set('webhook/1', {
      lane: 'webhook/1',
      openUntilMs: 0,
      failures: 40,
      failingSinceMs: clock.nowMs() - 6 * dayMs,
      failedAttempts: 40,
      warned: 4,
    });
    await using again = await openWebhookWorld({ store, clock });
    again.send(anEvent(again, endpoint));
    await attempted(again, 1);
    assert.equal(store.endpoints.get(endpoint.id)?.state, 'active');
    await first[Symbol.asyncDispose]();
  });
});
