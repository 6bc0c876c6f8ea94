import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { suite, test } from 'node:test';
import { answerWith, ok, RawReceiver } from '#test/harness/raw-receiver.ts';
import {
  anEvent,
  openWebhookWorld,
  secretOf,
  type WebhookWorld,
} from '#test/harness/webhook-world.ts';
import type { Endpoint } from './endpoint.ts';
import { shardLeases } from './webhook-engine.ts';
import type { AttemptOutcome } from './webhook-store.ts';

const dayMs = 24 * 3_600_000;

function status(code: number, fields = ''): string {
  return `HTTP/1.1 ${code} Status\r\n${fields}Content-Length: 0\r\n\r\n`;
}

function outcomes({ store }: WebhookWorld): AttemptOutcome[] {
  return store.attempts.map(({ outcome }) => outcome);
}

function told({ notices }: WebhookWorld): [string, string][] {
  return notices.map(({ what, trouble }) => [what, trouble]);
}

/** Waits for the result of the attempt of that number. */
async function attempted({ store }: WebhookWorld, count: number): Promise<void> {
  await store.until(() => store.attempts.length >= count);
}

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

  /** An event of an hour ago that is owed anew now. */
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
    // As many are under way as the endpoint takes at a time.
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

test('the log says the origin of an endpoint and never its path', async () => {
  await using receiver = await RawReceiver.open(answerWith(status(500)));
  await using world = await openWebhookWorld();
  world.send(anEvent(world, world.addEndpoint(`${receiver.url}?token=secret`)));
  await attempted(world, 1);
  const [line] = world.lines.filter(({ event }) => event === 'webhook.attempted');
  assert.equal(line?.['origin'], `http://127.0.0.1:${receiver.port}`);
  assert.doesNotMatch(JSON.stringify(world.lines), /hook\?|secret/);
});
