import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { HttpServer } from './http-server.ts';

const bodyBytes = 40_000_000;

/** A server that answers 40 MB, and a client that has asked and reads nothing yet. */
async function setup() {
  const clock = new HeldClock();
  const reply = { status: 200, headers: [], body: 'x'.repeat(bodyBytes) };
  const server = await HttpServer.listen({
    addresses: [{ host: '127.0.0.1', port: 0 }],
    site: {
      admit: () => undefined,
      bodyBytesMax: () => 0,
      answer: async () => reply,
      refuse: () => reply,
    },
    clock,
    everyHeaders: [],
  });
  const socket = connect(server.addresses[0]?.port ?? 0, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) clock.advance(1_000);
  };
  return { server, socket, pass, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** Both sides have done what they can without the client reading. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate);
}

async function resumeAfter(world: World, seconds: number): Promise<void> {
  await settle();
  world.pass(seconds);
  world.socket.resume();
}

type World = Pick<Awaited<ReturnType<typeof setup>>, 'pass' | 'socket'>;

test('a steady slow reader gets all of its reply, however long that takes', async () => {
  await using world = await setup();
  const { socket } = world;
  let read = 0;
  let rounds = 0;
  socket.on('data', (octets: Buffer) => {
    read += octets.length;
    // As much as the buffers of both sides hold, and then nothing for 20 seconds.
    if (read < (rounds + 1) * 5_000_000) return;
    rounds += 1;
    socket.pause();
    void resumeAfter(world, 20);
  });
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  assert.ok(read > bodyBytes, `${read} octets`);
  assert.ok(rounds > 5, `${rounds} rounds`);
});

test('a reader that takes nothing of its reply is cut', async () => {
  await using world = await setup();
  const { socket } = world;
  let read = 0;
  socket.on('data', (octets: Buffer) => {
    read += octets.length;
    if (read > octets.length) return;
    socket.pause();
    void resumeAfter(world, 40);
  });
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  assert.ok(read > 0 && read < bodyBytes, `${read} octets`);
});
