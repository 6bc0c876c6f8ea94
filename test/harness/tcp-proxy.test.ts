import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { HeldClock } from './held-clock.ts';
import { openTcpProxy } from './tcp-proxy.ts';

/** What a socket has received, and a wait for more. */
class Mailbox {
  readonly chunks: Buffer[] = [];
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => this.chunks.push(chunk));
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  async has(text: string): Promise<void> {
    while (this.text.length < text.length) await once(this.#socket, 'data');
    assert.equal(this.text, text);
  }
}

async function setup(clock = new HeldClock()) {
  const stack = new AsyncDisposableStack();
  const listener = createServer({ noDelay: true });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const proxy = stack.use(await openTcpProxy({ to: { host: '127.0.0.1', port }, clock }));

  async function open() {
    const accepted = once(listener, 'connection');
    const client = connect({ host: '127.0.0.1', port: proxy.port, noDelay: true });
    const server = must((await accepted)[0] as Socket | undefined, 'accepted socket');
    stack.defer(() => void client.destroy());
    stack.defer(() => void server.destroy());
    return { client, server, atClient: new Mailbox(client), atServer: new Mailbox(server) };
  }

  stack.defer(() => void listener.close());
  return {
    proxy,
    clock,
    open,
    ...(await open()),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

suite('a proxy without a fault', () => {
  test('forwards both ways, and each end by itself', async () => {
    await using world = await setup();
    world.client.write('ping');
    await world.atServer.has('ping');
    world.client.end();
    await once(world.server, 'end');
    assert.equal(world.atClient.text, '');
  });

  test('closes its port and all sockets at the end, also when asked twice', async () => {
    const world = await setup();
    const gone = Promise.all([once(world.client, 'close'), once(world.server, 'close')]);
    await world.proxy[Symbol.asyncDispose]();
    await world.proxy[Symbol.asyncDispose]();
    await gone;
    await world[Symbol.asyncDispose]();
  });
});

test('half-open: nothing arrives, nobody learns of an end, and all flows when it is over', async () => {
  await using world = await setup();
  world.proxy.halfOpen();
  world.client.end('late');
  world.server.write('late too');
  world.proxy.oneWay('to client');
  await world.atClient.has('late too');
  assert.equal(world.atServer.text, '');
  assert.equal(world.server.readableEnded, false);
  world.proxy.pass();
  await world.atServer.has('late');
});

test('half-open: a client that connects then is taken and hears nothing', async () => {
  await using world = await setup();
  world.proxy.halfOpen();
  const late = await world.open();
  late.server.write('hello');
  assert.equal(late.atClient.text, '');
  world.proxy.pass();
  await late.atClient.has('hello');
});

test('one way: the other direction is held', async () => {
  await using world = await setup();
  world.proxy.oneWay('to server');
  world.server.write('held');
  world.client.write('ping');
  await world.atServer.has('ping');
  assert.equal(world.atClient.text, '');
  world.proxy.pass();
  await world.atClient.has('held');
});

test('delay: octets wait for the clock, in their order', async () => {
  await using world = await setup();
  world.proxy.delay(500);
  world.client.write('first');
  while (world.clock.timersWaiting === 0) await new Promise(setImmediate);
  assert.equal(world.atServer.text, '');
  world.clock.advance(500);
  await world.atServer.has('first');
});

test('octet by octet: what was one write is read in many', async () => {
  await using world = await setup();
  world.proxy.octetByOctet();
  world.client.write('a message');
  await world.atServer.has('a message');
  assert.ok(world.atServer.chunks.length > 1);
});

test('cut: the octets before it arrive, then the connection is gone, and the next one passes', async () => {
  await using world = await setup();
  world.proxy.cutAfter(3, 'to server');
  const gone = Promise.all([once(world.client, 'close'), once(world.server, 'close')]);
  world.client.write('message');
  await gone;
  assert.equal(world.atServer.text, 'mes');
  const next = await world.open();
  next.client.write('message');
  await next.atServer.has('message');
});

test('reset: both ends see it at once', async () => {
  await using world = await setup();
  world.client.write('ping');
  await world.atServer.has('ping');
  const errors = Promise.all([reset(world.client), reset(world.server)]);
  world.proxy.reset();
  assert.deepEqual(await errors, ['ECONNRESET', 'ECONNRESET']);
  while (world.proxy.connections > 0) await new Promise(setImmediate);
});

async function reset(socket: Socket): Promise<string | undefined> {
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  return error.code;
}
