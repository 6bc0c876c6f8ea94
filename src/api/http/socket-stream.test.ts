import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import type { HttpReply, ReplyStream } from './http-message.ts';
import { HttpServer } from './http-server.ts';

/** A server whose only page goes on; `streams` are those that it has begun. */
async function setup() {
  const clock = new HeldClock();
  const streams: ReplyStream[] = [];
  let begun: (() => void) | undefined;
  const reply: HttpReply = {
    status: 200,
    headers: ['Content-Type', 'text/event-stream'],
    body: '',
    stream: (out) => {
      streams.push(out);
      begun?.();
    },
  };
  const server = await HttpServer.listen({
    addresses: [{ host: '127.0.0.1', port: 0 }],
    site: {
      admit: () => undefined,
      bodyBytesMax: () => 1_000,
      answer: async () => reply,
      refuse: () => reply,
    },
    clock,
    everyHeaders: [],
  });
  const socket = connect(server.addresses[0]?.port ?? 0, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  return {
    clock,
    server,
    socket,
    streams,
    async begin(method = 'GET'): Promise<ReplyStream> {
      const waits = new Promise<void>((resolve) => {
        begun = resolve;
      });
      socket.write(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`);
      await waits;
      const [stream] = streams;
      assert.ok(stream);
      return stream;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}

test('a stream has neither length nor chunks and ends with its connection', async () => {
  await using world = await setup();
  const stream = await world.begin();
  await stream.write('one ');
  await stream.write('two');
  stream.end();
  const heard = Buffer.concat(await world.socket.toArray()).toString();
  assert.match(heard, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(heard, /\r\nConnection: close\r\n/);
  assert.doesNotMatch(heard, /content-length|transfer-encoding/i);
  assert.equal(heard.slice(heard.indexOf('\r\n\r\n') + 4), 'one two');
});

test('a client that does not read is written to no further, and given up after a while', async () => {
  await using world = await setup();
  const stream = await world.begin();
  world.socket.pause();
  let written = 0;
  const text = 'x'.repeat(65_536);
  const filled = (async () => {
    while (!stream.ended.aborted) {
      await stream.write(text);
      written += 1;
    }
  })();
  // The buffers of both kernels hold some megabytes; then a write waits.
  let before = -1;
  while (before !== written) {
    before = written;
    for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
  }
  for (let second = 0; second < 32; second += 1) world.clock.advance(1_000);
  await filled;
  assert.equal(stream.ended.aborted, true);
});

test('a stream ends when its client goes, and when the server closes', async () => {
  await using left = await setup();
  const first = await left.begin();
  left.socket.destroy();
  await once(first.ended, 'abort');
  await using stopped = await setup();
  const second = await stopped.begin();
  stopped.socket.resume();
  await stopped.server[Symbol.asyncDispose]();
  assert.equal(second.ended.aborted, true);
});

test('a HEAD of a stream is answered without one', async () => {
  await using world = await setup();
  const stream = await world.begin('HEAD');
  assert.equal(stream.ended.aborted, true);
  const heard = Buffer.concat(await world.socket.toArray()).toString();
  assert.match(heard, /\r\n\r\n$/);
});
