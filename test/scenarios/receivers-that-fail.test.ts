/** Receivers that fail in ways that only sockets show, seen through the whole engine. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { dnsResolver } from '#core/name-resolver.ts';
import { NameServer } from '#test/harness/name-server.ts';
import { answerWith, ok, RawReceiver } from '#test/harness/raw-receiver.ts';
import {
  anEvent,
  attempted,
  openWebhookWorld,
  type WebhookWorld,
} from '#test/harness/webhook-world.ts';

/** The last lines of the attempt log. */
function tried({ store }: WebhookWorld) {
  return store.attempts.map(({ outcome, status, error }) => ({ outcome, status, error }));
}

suite('a receiver that resets its connection', () => {
  test('before an answer has it tried again', async () => {
    await using receiver = await RawReceiver.open(({ socket }) => socket.resetAndDestroy());
    await using world = await openWebhookWorld();
    world.send(anEvent(world, world.addEndpoint(receiver.url)));
    await attempted(world, 1);
    assert.deepEqual(tried(world), [{ outcome: 'retry', status: 0, error: 'connection reset' }]);
  });

  test('inside the head of an answer has it tried again', async () => {
    await using receiver = await RawReceiver.open(({ socket }) => {
      socket.write('HTTP/1.1 200 O', () => socket.end());
    });
    await using world = await openWebhookWorld();
    world.send(anEvent(world, world.addEndpoint(receiver.url)));
    await attempted(world, 1);
    assert.equal(world.store.attempts[0]?.outcome, 'retry');
  });

  test('behind an answer has received it, and the next event finds a new connection', async () => {
    await using receiver = await RawReceiver.open(({ socket }) => {
      socket.write(ok, () => socket.resetAndDestroy());
    });
    await using world = await openWebhookWorld();
    const endpoint = world.addEndpoint(receiver.url);
    for (let n = 1; n <= 3; n += 1) {
      world.send(anEvent(world, endpoint));
      await attempted(world, n);
    }
    assert.deepEqual(
      tried(world).map(({ outcome }) => outcome),
      ['delivered', 'delivered', 'delivered'],
    );
    assert.equal(receiver.requests.length, 3);
  });
});

test('a compressed answer is never unpacked, whatever it holds', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  assert.ok(bomb.length < 64_000, 'it is small while it is packed');
  const head = `HTTP/1.1 500 No\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
  await using receiver = await RawReceiver.open(({ socket }) => {
    socket.write(Buffer.concat([Buffer.from(head), bomb]));
  });
  await using world = await openWebhookWorld();
  world.send(anEvent(world, world.addEndpoint(receiver.url)));
  await attempted(world, 1);
  const [attempt] = world.store.attempts;
  assert.equal(attempt?.status, 500);
  assert.ok(attempt.responseBody.length <= 4_096);
  assert.doesNotMatch(receiver.requests[0]?.head ?? '', /accept-encoding/i);
});

test('a receiver that says 404 to everything is left alone after twenty events', async () => {
  await using receiver = await RawReceiver.open(
    answerWith('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'),
  );
  await using world = await openWebhookWorld();
  const endpoint = world.addEndpoint(receiver.url);
  world.send(...Array.from({ length: 200 }, () => anEvent(world, endpoint)));
  await attempted(world, 20);
  await world.pass(3_000);
  // What was under way when the twentieth failed still ends.
  assert.ok(receiver.requests.length <= 28, `${receiver.requests.length} requests`);
  assert.equal(receiver.requests.length, world.store.attempts.length);
});

test('a receiver that closes after each answer gets every event, one connection each', async () => {
  await using receiver = await RawReceiver.open(({ socket }) => {
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
  });
  await using world = await openWebhookWorld();
  const endpoint = world.addEndpoint(receiver.url);
  world.send(...Array.from({ length: 50 }, () => anEvent(world, endpoint)));
  await attempted(world, 50);
  assert.ok(tried(world).every(({ outcome }) => outcome === 'delivered'));
  assert.deepEqual([receiver.requests.length, receiver.connections], [50, 50]);
});

test('a name that turns to a private address is not connected to any more', async () => {
  await using names = await NameServer.open({ 'flips.example': { A: ['127.0.0.1'] } });
  await using receiver = await RawReceiver.open(({ socket }) => {
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
  });
  // Loopback stands for the public network here, the one that is not open for a private one.
  const resolver = dnsResolver([names.address]);
  await using world = await openWebhookWorld({ allow: ['127.0.0.1/32'], resolver });
  const endpoint = world.addEndpoint(`http://flips.example:${receiver.port}/hook`);
  world.send(anEvent(world, endpoint));
  await attempted(world, 1);
  names.zone['flips.example'] = { A: ['127.0.0.1', '10.0.0.1'] };
  await world.pass(61_000);
  world.send(anEvent(world, endpoint));
  await attempted(world, 2);
  assert.deepEqual(
    tried(world).map(({ outcome }) => outcome),
    ['delivered', 'forbidden'],
  );
  assert.match(world.store.attempts[1]?.error ?? '', /leads to 10\.0\.0\.1, a private address/);
  assert.equal(receiver.connections, 1);
  names.zone['flips.example'] = { A: ['127.0.0.1'] };
  await world.pass(61_000, () => world.store.attempts.length > 2);
  await attempted(world, 3);
  assert.equal(world.store.attempts.at(-1)?.outcome, 'delivered', 'once it is allowed again');
});

test('a receiver that never accepts is given up after three seconds', async () => {
  await using full = await openFullServer();
  await using world = await openWebhookWorld();
  world.send(anEvent(world, world.addEndpoint(`http://127.0.0.1:${full.port}/hook`)));
  const { store } = world;
  await world.pass(16_000, () => store.attempts.length > 0);
  await attempted(world, 1);
  const [attempt] = store.attempts;
  assert.equal(attempt?.outcome, 'retry');
  assert.match(attempt.error, /in time/);
});

test('a receiver that is stopped for a while gets what it has missed when it goes on', async () => {
  await using stopped = await openStoppable();
  await using world = await openWebhookWorld();
  const endpoint = world.addEndpoint(`http://127.0.0.1:${stopped.port}/hook`);
  world.send(anEvent(world, endpoint));
  await attempted(world, 1);
  stopped.signal('SIGSTOP');
  const { store } = world;
  world.send(...Array.from({ length: 20 }, () => anEvent(world, endpoint)));
  await world.pass(60_000, () => store.attempts.length > 8);
  assert.ok(store.attempts.slice(1).every(({ error }) => /in time/.test(error)));
  stopped.signal('SIGCONT');
  // The receiver goes on in its own time: an hour of the held clock may be over before it reads again.
  while (store.jobs.size > 0) {
    await world.pass(1_000, () => store.jobs.size === 0);
    await delay(2);
  }
  const delivered = store.attempts.filter(({ outcome }) => outcome === 'delivered');
  assert.equal(new Set(delivered.map(({ eventId }) => eventId)).size, 21);
});

/** A receiver in a process of its own. */
async function openStoppable() {
  const script = `const server = require('node:http').createServer((request, response) => {
      request.resume().on('end', () => response.end('OK'));
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(said.toString()),
    signal: (name: 'SIGSTOP' | 'SIGCONT') => void child.kill(name),
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A process that listens, is stopped, and has as many connections waiting as the kernel keeps for it. */
async function openFullServer() {
  const script = `const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      console.log(server.address().port);
    });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(said.toString());
  child.kill('SIGSTOP');
  const sockets: Socket[] = [];
  for (let made = 0; made < 8; made += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
