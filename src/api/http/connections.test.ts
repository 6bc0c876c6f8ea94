import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { suite, test } from 'node:test';
import { parseAddressRange } from '#core/address-range.ts';
import { must } from '#core/assert.ts';
import type { ConnectionHost } from './connection.ts';
import { Connections } from './connections.ts';

const stranger = '198.51.100.7';
const proxy = '10.0.0.1';

function setup(max: { readonly all: number; readonly perAddress: number }) {
  const trustedProxies = [must(parseAddressRange('10.0.0.0/8'), 'range')];
  const host = { trustedProxies, nowMs: 0 } as unknown as ConnectionHost;
  const connections = new Connections(host, max);
  /** Sockets from there; true where it was let in. */
  const open = (address: string, count: number): readonly Socket[] =>
    Array.from({ length: count }, () => {
      const socket = new Socket();
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      connections.count(socket);
      return socket;
    });
  return open;
}

function taken(sockets: readonly Socket[]): number {
  return sockets.filter(({ destroyed }) => !destroyed).length;
}

suite('connections', () => {
  test('of one address are so many, and one that goes makes room', async () => {
    const open = setup({ all: 100, perAddress: 3 });
    const [first] = open(stranger, 3);
    assert.equal(taken(open(stranger, 2)), 0);
    assert.equal(taken(open('198.51.100.8', 3)), 3, 'others have places of their own');
    const gone = must(first, 'socket');
    gone.destroy();
    await once(gone, 'close');
    assert.equal(taken(open(stranger, 2)), 1);
  });

  test('of one network of IPv6 are as many as of one address', () => {
    const open = setup({ all: 100, perAddress: 3 });
    assert.equal(taken(open('2001:db8:1:1::1', 2)), 2);
    assert.equal(taken(open('2001:db8:1:1::2', 2)), 1);
    assert.equal(taken(open('2001:db8:1:2::1', 2)), 2);
  });

  test('of this machine and of our proxies are as many as there may be in all', () => {
    const open = setup({ all: 20, perAddress: 3 });
    assert.equal(taken(open('127.0.0.1', 5)), 5);
    assert.equal(taken(open(proxy, 5)), 5);
    assert.equal(taken(open(`::ffff:${proxy}`, 5)), 5);
    assert.equal(taken(open(proxy, 10)), 5);
    assert.equal(taken(open(stranger, 1)), 0, 'the bound of all holds for everybody');
  });
});
