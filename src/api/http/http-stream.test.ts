import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { onBoundaryFailure } from '#core/boundary.ts';
import type { ReplyStream } from '#core/reply-stream.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import type { HttpReply } from './http-message.ts';
import { HttpServer } from './http-server.ts';

/** A server whose only page goes on; `streams` are those that it has begun. */
async function setup({ isFile = false, headers = ['Content-Type', 'text/event-stream'] } = {}) {
  const clock = new HeldClock();
  const streams: ReplyStream[] = [];
  let begun: (() => void) | undefined;
  const reply: HttpReply = {
    status: 200,
    headers,
    body: '',
    isFile,
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
  const port = server.addresses[0]?.port ?? 0;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  return {
    clock,
    server,
    socket,
    streams,
    url: `http://127.0.0.1:${port}/`,
    async begin(method = 'GET', version = '1.1'): Promise<ReplyStream> {
      const waits = new Promise<void>((resolve) => {
        begun = resolve;
      });
      socket.write(`${method} / HTTP/${version}\r\nHost: a\r\n\r\n`);
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

test('never carries a value that would end its line', async () => {
  const failures: string[] = [];
  using _ = onBoundaryFailure(({ boundary }) => failures.push(boundary));
  for (const value of ['a\r\nSet-Cookie: b', 'a\nb', 'a\0']) {
    await using world = await setup({ headers: ['A', value] });
    world.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    assert.equal(Buffer.concat(await world.socket.toArray()).toString(), '');
  }
  assert.deepEqual(failures, ['http.answer', 'http.answer', 'http.answer']);
});

test('a stream comes in chunks, whose last one says that it is whole', async () => {
  await using world = await setup();
  const stream = await world.begin();
  await stream.write('one');
  await stream.write('');
  stream.end();
  world.socket.end();
  const heard = Buffer.concat(await world.socket.toArray()).toString();
  assert.match(heard, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(heard, /\r\nTransfer-Encoding: chunked\r\n/);
  assert.doesNotMatch(heard, /content-length/i);
  const chunks = '3\r\none\r\n0\r\n\r\n';
  assert.equal(heard.slice(heard.indexOf('\r\n\r\n') + 4), chunks);
});

test('a stream that fails ends its connection without the last chunk, which clients see', async () => {
  await using world = await setup();
  const stream = await world.begin();
  const response = fetch(world.url);
  while (world.streams.length < 2) await new Promise(setImmediate);
  const { body } = await response;
  await world.streams[1]?.write('one');
  world.streams[1]?.drop();
  await assert.rejects(async () => {
    for await (const _ of body ?? []) assert.ok(_);
  }, TypeError);
  stream.drop();
  const heard = Buffer.concat(await world.socket.toArray()).toString();
  assert.ok(heard.endsWith('\r\n\r\n'), heard);
});

test('a stream to a client of HTTP/1.0 that fails ends with a reset, as its end would be taken for the whole', async () => {
  await using world = await setup();
  const stream = await world.begin('GET', '1.0');
  await stream.write('one');
  await once(world.socket, 'data');
  const ended = once(world.socket, 'error');
  stream.drop();
  assert.equal(((await ended)[0] as NodeJS.ErrnoException).code, 'ECONNRESET');
});

test('a file is not cut short by a server that closes or a client that has said its last', async () => {
  await using world = await setup({ isFile: true });
  const stream = await world.begin();
  world.socket.end();
  const closed = world.server[Symbol.asyncDispose]();
  assert.equal(stream.ended.aborted, false);
  await stream.write('whole');
  stream.end();
  await closed;
  const heard = Buffer.concat(await world.socket.toArray()).toString();
  assert.ok(heard.endsWith('5\r\nwhole\r\n0\r\n\r\n'), heard);
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
  world.socket.end();
  const heard = Buffer.concat(await world.socket.toArray()).toString();
  assert.match(heard, /\r\n\r\n$/);
});
