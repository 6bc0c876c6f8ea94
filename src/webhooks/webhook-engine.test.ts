import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { suite, test } from 'node:test';
import { answerWith, ok, RawReceiver } from '#test/harness/raw-receiver.ts';
import {
  anEvent,
  attempted,
  openWebhookWorld,
  outcomes,
  secretOf,
  status,
  type WebhookWorld,
} from '#test/harness/webhook-world.ts';
import type { Endpoint } from './endpoint.ts';

suite('an event', () => {
  test('arrives with its bytes, its headers and a signature that verifies', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    const event = anEvent(world, endpoint, { body: Buffer.from('{"text":"Ça va 😀"}') });
    world.send(event);
    await attempted(world, 1);
    const [request] = receiver.requests;
    assert.ok(request);
    const id = `msg_${event.id}`;
    const seconds = String(world.clock.nowMs() / 1_000);
    const key = Buffer.from(secretOf(endpoint).slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${seconds}.`).update(event.body);
    assert.match(request.head, /^POST \/hook HTTP\/1\.1\r\n/);
    assert.deepEqual(request.body, event.body);
    assert.deepEqual(Object.fromEntries(request.fields), {
      host: `127.0.0.1:${receiver.port}`,
      'user-agent': 'Parley',
      'content-type': 'application/json',
      'content-length': String(event.body.length),
      'webhook-id': id,
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${mac.digest('base64')}`,
      'webhook-event': 'dlr',
      'webhook-attempt': '1',
    });
  });

  test('leaves one line in the attempt log and no job', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    const event = anEvent(world, endpoint);
    world.send(event);
    await attempted(world, 1);
    const [attempt] = world.store.attempts;
    assert.deepEqual(attempt, {
      eventId: event.id,
      endpointId: endpoint.id,
      jobId: event.job.id,
      n: 1,
      atMs: world.clock.nowMs(),
      outcome: 'delivered',
      status: 200,
      error: '',
      durationMs: 0,
      phases: { resolveMs: 0, connectMs: 0, tlsMs: 0, answerMs: 0 },
      url: endpoint.url,
      ip: '127.0.0.1',
      responseHead: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n',
      responseBody: 'OK',
    });
    assert.equal(world.store.jobs.size, 0);
  });

  test('of a simulated message says so', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    world.send(anEvent(world, world.addEndpoint(receiver.url), { test: true }));
    await attempted(world, 1);
    assert.equal(receiver.requests[0]?.fields.get('webhook-test'), '1');
  });

  test('goes to the path and query that its request named', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const origin = `http://127.0.0.1:${receiver.port}`;
    const endpoint = world.addEndpoint(origin, 'request');
    world.send(anEvent(world, endpoint, { url: `${origin}/report?id=7&x=%20` }));
    world.send(anEvent(world, endpoint, { url: `${origin}?id=8#part` }));
    await attempted(world, 2);
    const lines = receiver.requests.map(({ head }) => head.split('\r\n')[0]);
    assert.deepEqual(
      lines.toSorted((a, b) => String(a).localeCompare(String(b))),
      ['POST /?id=8 HTTP/1.1', 'POST /report?id=7&x=%20 HTTP/1.1'],
    );
  });

  test('is one of a hundred on as few connections as are used at once', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(...Array.from({ length: 100 }, () => anEvent(world, endpoint)));
    await attempted(world, 100);
    assert.ok(receiver.connections <= 8);
    assert.equal(new Set(world.store.attempts.map(({ eventId }) => eventId)).size, 100);
  });

  test('is delivered when the answer’s head says so, even if its body never ends', async () => {
    await using receiver = await RawReceiver.open(
      answerWith('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'),
    );
    await using world = await openWebhookWorld();
    world.send(anEvent(world, world.addEndpoint(receiver.url)));
    await receiver.received(1);
    await world.pass(15_500);
    await attempted(world, 1);
    const [attempt] = world.store.attempts;
    assert.deepEqual([attempt?.outcome, attempt?.error], ['delivered', 'no answer in time']);
  });

  test('that a process left behind is found in the table by the next', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    world.store.put([anEvent(world, world.addEndpoint(receiver.url))]);
    await world.pass(500, () => world.store.attempts.length > 0);
    await attempted(world, 1);
    assert.deepEqual(outcomes(world), ['delivered']);
  });

  test('is not sent once it has expired', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const event = anEvent(world, world.addEndpoint(receiver.url));
    world.store.put([{ ...event, job: { ...event.job, expiresAtMs: world.clock.nowMs() } }]);
    await world.pass(500, () => world.store.attempts.length > 0);
    await attempted(world, 1);
    assert.deepEqual([outcomes(world), receiver.requests.length], [['expired'], 0]);
  });
});

suite('an event that is refused', () => {
  test('is tried again as its schedule says, with the same id and bytes, until it is taken', async () => {
    await using receiver = await RawReceiver.open(({ socket }, nth) => {
      socket.write(nth < 4 ? status(404) : ok);
    });
    await using world = await openWebhookWorld();
    world.send(anEvent(world, world.addEndpoint(receiver.url)));
    const startedAtMs = world.clock.nowMs();
    await attempted(world, 1);
    for (const [count, dueS] of [
      [2, 5],
      [3, 35],
      [4, 155],
    ] as const) {
      const dueAtMs = startedAtMs + dueS * 1_000;
      await world.pass(dueAtMs - 500 - world.clock.nowMs());
      assert.equal(receiver.requests.length, count - 1);
      await world.pass(1_000);
      await attempted(world, count);
    }
    assert.deepEqual(outcomes(world), ['retry', 'retry', 'retry', 'delivered']);
    assert.equal(new Set(receiver.requests.map(({ fields }) => fields.get('webhook-id'))).size, 1);
    assert.deepEqual(
      receiver.requests.map(({ fields }) => fields.get('webhook-attempt')),
      ['1', '2', '3', '4'],
    );
  });

  test('does not stop the others', async () => {
    await using receiver = await RawReceiver.open(({ socket, body }) => {
      socket.write(body.includes('poison') ? status(500) : ok);
    });
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(anEvent(world, endpoint, { body: Buffer.from('poison') }));
    world.send(...Array.from({ length: 20 }, () => anEvent(world, endpoint)));
    await attempted(world, 21);
    assert.equal(outcomes(world).filter((outcome) => outcome === 'delivered').length, 20);
  });

  test('redirected to this machine is not followed there', async () => {
    await using inside = await RawReceiver.open();
    await using receiver = await RawReceiver.open(
      answerWith(status(307, `Location: ${inside.url}\r\n`)),
    );
    await using world = await openWebhookWorld();
    world.send(anEvent(world, world.addEndpoint(receiver.url)));
    await attempted(world, 1);
    assert.match(world.store.attempts[0]?.error ?? '', /status 307: redirect to .* not followed/);
    assert.equal(inside.connections, 0);
  });
});

suite('order', () => {
  test('of one message’s statuses holds, while others pass', async () => {
    const held: (() => void)[] = [];
    await using receiver = await RawReceiver.open(({ socket, body }) => {
      if (body.includes('first')) held.push(() => void socket.write(ok));
      else socket.write(ok);
    });
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.send(
      anEvent(world, endpoint, { orderKey: 'same', body: Buffer.from('first') }),
      anEvent(world, endpoint, { orderKey: 'same', body: Buffer.from('second') }),
      anEvent(world, endpoint, { orderKey: 'other', body: Buffer.from('third') }),
    );
    await attempted(world, 1);
    const bodies = (): string[] => receiver.requests.map(({ body }) => body.toString());
    assert.deepEqual(bodies().toSorted(), ['first', 'third']);
    for (const answer of held) answer();
    await attempted(world, 3);
    assert.equal(bodies().at(-1), 'second');
  });

  test('holds while the first is in retry, and gives way after its fifth failure', async () => {
    await using receiver = await RawReceiver.open(({ socket, body }) => {
      socket.write(body.includes('"waiting"') ? status(404) : ok);
    });
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    const orderKey = '7/33639980001';
    const waiting = anEvent(world, endpoint, {
      orderKey,
      body: Buffer.from('{"status":"waiting","msgId":"7"}'),
    });
    const final = anEvent(world, endpoint, { orderKey });
    world.send(waiting, final);
    await world.pass(14 * 60_000, () => world.store.attempts.length >= 7);
    await attempted(world, 7);
    assert.deepEqual(outcomes(world), [
      ...Array.from({ length: 5 }, () => 'retry'),
      'delivered',
      'superseded',
    ]);
    assert.equal(world.store.commits.at(-1)?.length, 2);
    assert.equal(world.store.jobs.size, 0);
    await world.pass(3_600_000);
    assert.equal(receiver.requests.length, 6);
  });
});

suite('replayed events', () => {
  const hourMs = 3_600_000;

  /** An event of an hour ago that is owed again now. */
  function replayed(world: WebhookWorld, endpoint: Endpoint) {
    const createdAtMs = world.clock.nowMs() - hourMs;
    return anEvent(world, endpoint, { createdAtMs, body: Buffer.from('replayed') });
  }

  test('let those pass that have just happened', async () => {
    const waiting: Socket[] = [];
    await using receiver = await RawReceiver.open(({ socket }) => void waiting.push(socket));
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    const jobs = Array.from({ length: 200 }, () => replayed(world, endpoint));
    world.store.put(jobs);
    world.engine.hint(`webhook/${endpoint.id}`);
    // As many are in progress as the endpoint takes at a time.
    await receiver.received(8);
    world.send(...Array.from({ length: 10 }, () => anEvent(world, endpoint)));
    const isReplay = (): boolean[] =>
      receiver.requests.map(({ body }) => body.equals(Buffer.from('replayed')));
    for (let answered = 0; answered < 20; answered += 1) {
      await receiver.received(answered + 8);
      waiting[answered]?.write(ok);
    }
    const order = isReplay().slice(8, 20);
    assert.equal(
      order.filter((replay) => !replay).length,
      10,
      'all new ones are among the next twelve',
    );
    receiver.answer = answerWith(ok);
    for (const socket of waiting.slice(20)) socket.write(ok);
    await attempted(world, 210);
    assert.equal(world.store.jobs.size, 0);
  });

  test('of a further slice are read while others wait', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    for (let slice = 0; slice < 5; slice += 1) {
      const jobs = Array.from({ length: 200 }, () => replayed(world, endpoint));
      world.store.put(jobs);
      for (const { job } of jobs) world.engine.wake(job.lane, job.id);
      await attempted(world, slice * 200 + 150);
    }
    await attempted(world, 1_000);
    assert.equal(world.store.jobs.size, 0);
  });
});

suite('an endpoint', () => {
  test('whose address is refused gets no packet, and is asked about again in 15 minutes', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld({ allow: [] });
    const endpoint = world.addEndpoint(receiver.url);
    world.send(anEvent(world, endpoint));
    await attempted(world, 1);
    world.send(anEvent(world, endpoint));
    await world.pass(899_000);
    assert.deepEqual(outcomes(world), ['forbidden']);
    assert.match(world.store.attempts[0]?.error ?? '', /loopback/);
    assert.equal(receiver.connections, 0);
    await world.pass(2_000, () => world.store.attempts.length > 1);
    assert.deepEqual(outcomes(world), ['forbidden', 'forbidden']);
  });

  test('that is paused collects its jobs, and sends them when people let it', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.store.changeEndpoint(endpoint.id, { state: 'paused' });
    world.send(anEvent(world, endpoint), anEvent(world, endpoint));
    await world.pass(5_000);
    assert.equal(receiver.requests.length, 0);
    world.store.changeEndpoint(endpoint.id, { state: 'active' });
    world.engine.forget();
    await world.pass(1_000, () => world.store.attempts.length === 2);
    await attempted(world, 2);
    assert.deepEqual(outcomes(world), ['delivered', 'delivered']);
  });

  test('that moves is followed without a restart', async () => {
    await using before = await RawReceiver.open();
    await using after = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(before.url);
    world.send(anEvent(world, endpoint));
    await attempted(world, 1);
    world.store.changeEndpoint(endpoint.id, { url: after.url });
    world.engine.forget();
    world.send(anEvent(world, endpoint));
    await attempted(world, 2);
    assert.deepEqual([before.requests.length, after.requests.length], [1, 1]);
  });

  test('that is removed has its jobs dropped', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.store.endpoints.delete(endpoint.id);
    world.send(anEvent(world, endpoint));
    await attempted(world, 1);
    assert.deepEqual([outcomes(world), world.store.jobs.size], [['dropped'], 0]);
  });

  test('whose secret does not open sends nothing, and says so once in a while', async () => {
    await using receiver = await RawReceiver.open();
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    world.store.changeEndpoint(endpoint.id, {
      secrets: [{ sealed: 'v1.nonsense', madeAtMs: 0, untilMs: null }],
    });
    world.send(anEvent(world, endpoint));
    await world.pass(15_000);
    const said = world.lines.filter(({ event }) => event === 'webhook.endpoint_unreadable');
    assert.equal(said.length, 2);
    assert.equal(receiver.connections, 0);
  });
});

/** One event is in retry, due in five seconds, when the clock is set; then there is another one. */
async function setBy(world: WebhookWorld, receiver: RawReceiver, jumpMs: number) {
  const endpoint = world.addEndpoint(receiver.url);
  world.send(anEvent(world, endpoint));
  await attempted(world, 1);
  world.clock.jump(jumpMs);
  world.send(anEvent(world, endpoint));
  await attempted(world, 2);
  return endpoint;
}

function refusesFirst({ socket }: { readonly socket: Socket }, nth: number): void {
  socket.write(nth === 1 ? status(404) : ok);
}

suite('a wall clock that is set', () => {
  const hourMs = 3_600_000;

  test('an hour ahead has what waits sent once, and its signature says the time that is now', async () => {
    await using receiver = await RawReceiver.open(refusesFirst);
    await using world = await openWebhookWorld();
    await setBy(world, receiver, hourMs);
    await world.pass(10_000, () => world.store.jobs.size === 0);
    await attempted(world, 3);
    await world.pass(60_000);
    assert.deepEqual(outcomes(world), ['retry', 'delivered', 'delivered']);
    const nowS = Math.floor(world.clock.nowMs() / 1_000);
    const sentS = receiver.requests.map(({ fields }) => Number(fields.get('webhook-timestamp')));
    assert.ok(nowS - (sentS.at(-1) ?? 0) < 100, `${sentS.join()} at ${nowS}`);
  });

  test('an hour back sends what is new at once, and what waits no earlier than it was to', async () => {
    await using receiver = await RawReceiver.open(refusesFirst);
    await using world = await openWebhookWorld();
    const dueAtMs = world.clock.nowMs() + 5_000;
    await setBy(world, receiver, -hourMs);
    await world.pass(hourMs);
    assert.equal(receiver.requests.length, 2);
    assert.ok(world.clock.nowMs() < dueAtMs);
    await world.pass(10_000, () => world.store.jobs.size === 0);
    await attempted(world, 3);
    assert.deepEqual(outcomes(world), ['retry', 'delivered', 'delivered']);
  });

  test('does not cut short how long an answer is waited for, nor prolong it', async () => {
    for (const jumpMs of [hourMs, -hourMs]) {
      await using receiver = await RawReceiver.open(() => {});
      await using world = await openWebhookWorld();
      world.send(anEvent(world, world.addEndpoint(receiver.url)));
      await receiver.received(1);
      world.clock.jump(jumpMs);
      await world.pass(14_000);
      assert.equal(world.store.attempts.length, 0);
      await world.pass(2_000, () => world.store.attempts.length > 0);
      await attempted(world, 1);
      assert.equal(world.store.attempts[0]?.error, 'no answer in time');
    }
  });
});

test('the log says the origin of an endpoint and never its path', async () => {
  await using receiver = await RawReceiver.open(answerWith(status(500)));
  await using world = await openWebhookWorld();
  world.send(anEvent(world, world.addEndpoint(`${receiver.url}?token=secret`)));
  await attempted(world, 1);
  const [line] = world.lines.filter(({ event }) => event === 'webhook.attempted');
  assert.equal(line?.['origin'], `http://127.0.0.1:${receiver.port}`);
  assert.doesNotMatch(JSON.stringify(world.lines), /hook\?|secret/);
});
