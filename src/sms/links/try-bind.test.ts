/** A bind that is tried before its operator is added. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openServer } from '#test/harness/smpp-link.ts';
import { tryBind } from './try-bind.ts';

const ports = { clock: systemClock, random: () => 0.5 };
const link = {
  host: '127.0.0.1',
  tls: false,
  systemId: 'us',
  password: 'secret',
  bind: 'trx',
} as const;

suite('a bind that is tried', () => {
  test('tells who the operator is, and leaves', async () => {
    await using operator = await openServer(systemClock);
    const { isBound, peer, why } = await tryBind({ ...link, port: operator.server.port }, ports);
    assert.deepEqual({ isBound, peer, why }, { isBound: true, peer: 'OPERATOR', why: '' });
  });

  test('tells with which status it was refused', async () => {
    await using operator = await openServer(systemClock, { authenticate: () => 0x0e });
    const { isBound, why } = await tryBind({ ...link, port: operator.server.port }, ports);
    assert.equal(isBound, false);
    assert.match(why, /bind refused with .*(?:PASWD|PASSWORD|0x0*e)/i);
  });

  test('tells that nobody listens', async () => {
    const { isBound, why } = await tryBind({ ...link, port: await freeTcpPort() }, ports);
    assert.equal(isBound, false);
    assert.match(why, /connect failed/);
  });

  test('tells that what listens is none that speaks SMPP', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      assert.equal((await tryBind({ ...link, port }, ports)).isBound, false);
    } finally {
      server.close();
    }
  });
});
