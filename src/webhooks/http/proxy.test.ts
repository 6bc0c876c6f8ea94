import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { AddressGuard } from '#core/address-guard.ts';
import { systemClock } from '#core/clock.ts';
import { SocketBudget } from '#core/socket-budget.ts';
import { answerWith, ok, RawReceiver } from '#test/harness/raw-receiver.ts';
import type { Target } from './open-socket.ts';
import { HttpPoster } from './poster.ts';

const request = Buffer.from('POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}');
const fixtures = path.join(import.meta.dirname, '../../../fixtures/tls');
const [cert, key] = ['receiver.cert', 'receiver.key'].map((name) =>
  readFileSync(path.join(fixtures, `${name}.pem`), 'utf8'),
);

/** A forward proxy that opens tunnels, or answers CONNECT as it is told. */
async function openProxy(answer?: string) {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (octets: Buffer) => {
      const head = octets.toString('latin1');
      heads.push(head);
      if (answer !== undefined) socket.write(answer);
      else openTunnel(socket, head);
    });
  });
  const openTunnel = (socket: Socket, head: string): void => {
    const [, host, port] = /^CONNECT (.+):(\d+) HTTP/.exec(head) ?? [];
    const onward = connect(Number(port), host);
    sockets.add(onward);
    onward.on('error', () => socket.destroy());
    onward.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\nVia: 1.1 test\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    heads,
    place: { hostname: '127.0.0.1', port, credentials: 'me:secret' },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type Way = Pick<ConstructorParameters<typeof HttpPoster>[1], 'proxy' | 'sourceAddress'>;

function posterTo(target: Partial<Target> & { readonly port: number }, way: Way) {
  const guard = new AddressGuard({
    allow: ['127.0.0.0/8'],
    clock: systemClock,
    ownAddresses: () => [],
  });
  const whole = { tls: false, hostname: '127.0.0.1', ...target, port: target.port };
  const ports = { guard, clock: systemClock, sockets: new SocketBudget(), ...way };
  const poster = new HttpPoster(whole, ports);
  return { post: () => poster.post(request, 15_000), [Symbol.dispose]: () => poster.stop() };
}

suite('through a proxy', () => {
  test('a plain receiver is reached by its vetted address, over a connection that is kept', async () => {
    await using receiver = await RawReceiver.open();
    await using proxy = await openProxy();
    using way = posterTo(receiver, { proxy: proxy.place });
    assert.equal((await way.post()).status, 200);
    assert.equal((await way.post()).status, 200);
    assert.equal(proxy.heads.length, 1);
    const [head = ''] = proxy.heads;
    assert.ok(head.startsWith(`CONNECT 127.0.0.1:${receiver.port} HTTP/1.1\r\n`), head);
    assert.ok(head.includes(`Proxy-Authorization: Basic ${btoa('me:secret')}\r\n`), head);
  });

  test('TLS is spoken with the receiver, whose certificate is verified', async () => {
    await using receiver = await RawReceiver.open(answerWith(ok), { cert, key });
    await using proxy = await openProxy();
    const target = { tls: true, hostname: 'localhost', port: receiver.port };
    using trusting = posterTo({ ...target, ca: cert }, { proxy: proxy.place });
    const answer = await trusting.post();
    assert.deepEqual([answer.fault, answer.status], [undefined, 200]);
    using wary = posterTo(target, { proxy: proxy.place });
    assert.equal((await wary.post()).fault?.kind, 'TLS');
  });

  test('what the proxy refuses, breaks or is away for is its own fault', async () => {
    for (const [answer, reason] of [
      ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'proxy: it answered CONNECT with 407'],
      ['HTTP/1.1 503 Service Unavailable\r\n\r\n', 'proxy: it answered CONNECT with 503'],
      ['SSH-2.0-OpenSSH\r\n\r\n', 'proxy: its answer is not HTTP'],
      [`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(2_000)}`, 'proxy: its answer has no end'],
      ['HTTP/1.1 200 OK\r\n\r\nhello', 'proxy: it spoke before it was asked'],
    ] as const) {
      await using proxy = await openProxy(answer);
      using way = posterTo({ port: 9 }, { proxy: proxy.place });
      assert.deepEqual((await way.post()).fault, { kind: 'proxy', reason });
    }
    const gone = await openProxy();
    await gone[Symbol.asyncDispose]();
    using way = posterTo({ port: 9 }, { proxy: gone.place });
    assert.deepEqual((await way.post()).fault, {
      kind: 'proxy',
      reason: 'proxy: connection refused',
    });
  });

  test('an address that is forbidden is not asked for', async () => {
    await using proxy = await openProxy();
    using way = posterTo({ hostname: '169.254.169.254', port: 80 }, { proxy: proxy.place });
    assert.equal((await way.post()).fault?.kind, 'forbidden');
    assert.deepEqual(proxy.heads, []);
  });
});

suite('a receiver that wants to know us', () => {
  test('sees our certificate, and refuses one without', async () => {
    const asks = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true };
    await using receiver = await RawReceiver.open(answerWith(ok), asks);
    const target = { tls: true, hostname: 'localhost', port: receiver.port, ca: cert };
    const identity = { certificate: cert ?? '', key: key ?? '' };
    using known = posterTo({ ...target, identity }, {});
    const answer = await known.post();
    assert.deepEqual([answer.fault, answer.status], [undefined, 200]);
    using unknown = posterTo(target, {});
    assert.notEqual((await unknown.post()).fault, undefined);
  });

  test('is not contacted with a chain that does not read, and nothing else comes of it', async () => {
    await using receiver = await RawReceiver.open(answerWith(ok), { cert, key });
    await using proxy = await openProxy();
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    const identity = { certificate: `${cert}${broken}`, key: key ?? '' };
    const target = { tls: true, hostname: 'localhost', port: receiver.port, identity };
    for (const ports of [{}, { proxy: proxy.place }]) {
      using way = posterTo(target, ports);
      assert.equal((await way.post()).fault?.kind, 'TLS');
    }
    assert.equal(receiver.requests.length, 0);
  });

  test('is contacted from the address that was chosen', async () => {
    const seen: (string | undefined)[] = [];
    await using receiver = await RawReceiver.open(({ socket }) => {
      seen.push(socket.remoteAddress);
      socket.write(ok);
    });
    using way = posterTo(receiver, { sourceAddress: '127.0.0.2' });
    assert.equal((await way.post()).status, 200);
    assert.deepEqual(seen, ['127.0.0.2']);
  });
});
