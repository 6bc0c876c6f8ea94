import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { answerWith, ok, RawReceiver } from '#test/harness/raw-receiver.ts';
import {
  anEvent,
  attempted,
  openWebhookWorld,
  outcomes,
  status,
  type WebhookWorld,
} from '#test/harness/webhook-world.ts';
import type { Endpoint } from './endpoint.ts';
import { shardLeases } from './webhook-engine.ts';

suite('a report that another process had put off five times', () => {
  const orderKey = '7/33639980001';
  const body = Buffer.from('{"status":"waiting","msgId":"7"}');

  function putOffBefore(world: WebhookWorld, receiver: RawReceiver, attempt: number): Endpoint {
    const endpoint = world.addEndpoint(receiver.url);
    const waiting = anEvent(world, endpoint, { orderKey, body });
    const dueAtMs = world.clock.nowMs() + 1_800_000;
    world.store.put([{ ...waiting, job: { ...waiting.job, attempt, dueAtMs } }]);
    return endpoint;
  }

  test('is settled with the final one that passes it', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = putOffBefore(world, receiver, 5);
    world.send(anEvent(world, endpoint, { orderKey: '8/33639980001' }));
    await attempted(world, 1);
    world.send(anEvent(world, endpoint, { orderKey }));
    await attempted(world, 3);
    assert.deepEqual(outcomes(world), ['delivered', 'delivered', 'superseded']);
    assert.equal(world.store.commits.at(-1)?.length, 2);
    assert.equal(world.store.jobs.size, 0);
    await world.pass(3_600_000);
    assert.equal(receiver.requests.length, 2);
  });

  test('goes its own way where what passes it is one of the same kind', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = putOffBefore(world, receiver, 5);
    world.send(anEvent(world, endpoint, { orderKey, body }));
    await attempted(world, 1);
    assert.equal(world.store.jobs.size, 1);
    await world.pass(1_900_000, () => world.store.jobs.size === 0);
    await attempted(world, 2);
    assert.deepEqual(outcomes(world), ['delivered', 'delivered']);
  });

  test('is waited for where it was put off four times', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = putOffBefore(world, receiver, 4);
    world.send(anEvent(world, endpoint, { orderKey }));
    await world.pass(1_900_000, () => world.store.jobs.size === 0);
    await attempted(world, 2);
    const bodies = receiver.requests.map((request) => request.body.includes('waiting'));
    assert.deepEqual(bodies, [true, false]);
  });
});

suite('the storage', () => {
  test('may be away: results are kept, and not more than 256 deliveries go ahead of it', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.store.away = true;
    world.send(...Array.from({ length: 600 }, () => anEvent(world, endpoint)));
    await receiver.received(256);
    await world.pass(3_000);
    assert.ok(receiver.requests.length < 256 + 8);
    world.store.away = false;
    await world.pass(60_000, () => world.store.jobs.size === 0);
    assert.equal(world.store.jobs.size, 0);
    assert.equal(receiver.requests.length, 600);
  });
});

suite('endpoints that another process delivers to', () => {
  test('get nothing from this one, which tells of what it has stored for them', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld({ shards: [] });
    const endpoint = world.addEndpoint(receiver.url);
    world.send(anEvent(world, endpoint));
    await world.pass(2_000);
    assert.deepEqual(world.elsewhere, [`webhook/${endpoint.id}`]);
    assert.equal(receiver.requests.length, 0);
    for (const name of shardLeases) await world.engine.taken({ name, epoch: 2 });
    await world.pass(500);
    await attempted(world, 1);
    assert.deepEqual(outcomes(world), ['delivered']);
  });

  test('get nothing more from one whose lease is over, though nobody has told it', async () => {
    await using receiver = await RawReceiver.open(() => {});
    const held = { holds: true };
    await using world = await openWebhookWorld({ leases: { holds: () => held.holds } });
    const endpoint = world.addEndpoint(receiver.url);
    world.send(anEvent(world, endpoint));
    await receiver.received(1);
    held.holds = false;
    world.send(anEvent(world, endpoint));
    receiver.requests[0]?.socket.write(ok);
    await attempted(world, 1);
    await world.pass(1_000);
    assert.deepEqual([outcomes(world), receiver.requests.length], [['delivered'], 1]);
  });

  test('hear of an event that another process has stored as soon as it tells', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(anEvent(world, endpoint));
    await attempted(world, 1);
    world.store.put([anEvent(world, endpoint)]);
    world.engine.hint(`webhook/${endpoint.id}`);
    await attempted(world, 2);
  });

  test('are not put off by one that has lost them', async () => {
    await using receiver = await RawReceiver.open(answerWith(status(500)));
    await using world = await openWebhookWorld();
    const event = anEvent(world, world.addEndpoint(receiver.url));
    for (const name of shardLeases) world.store.epochs.set(name, 2);
    world.send(event);
    await attempted(world, 1);
    assert.deepEqual(world.store.jobs.get(event.job.id)?.job, event.job);
  });
});

suite('the engine stops', () => {
  test('by waiting for what is in flight, and its result is stored', async () => {
    await using receiver = await RawReceiver.open(() => {});
    const world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(anEvent(world, endpoint));
    await receiver.received(1);
    const stopped = world[Symbol.asyncDispose]();
    world.send(anEvent(world, endpoint));
    receiver.requests[0]?.socket.write(ok);
    await stopped;
    assert.deepEqual([outcomes(world), receiver.requests.length], [['delivered'], 1]);
  });

  test('after five seconds without a result for what was not answered', async () => {
    await using receiver = await RawReceiver.open(() => {});
    const world = await openWebhookWorld();
    world.send(anEvent(world, world.addEndpoint(receiver.url)));
    await receiver.received(1);
    const stopped = world[Symbol.asyncDispose]();
    await world.pass(6_000);
    await stopped;
    assert.deepEqual([outcomes(world), world.store.jobs.size], [[], 1]);
  });

  test('twice, and before it was started', async () => {
    const world = await openWebhookWorld();
    await world[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
    assert.equal(world.clock.timersWaiting, 0);
  });
});
