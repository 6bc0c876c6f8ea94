import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wideNetworkOf } from './network.ts';

test('a network is the first half of an IPv4 address, and the first 32 bits of an IPv6 one', () => {
  const cases = [
    ['192.0.2.1', '192.0.0.0/16'],
    ['192.0.250.9', '192.0.0.0/16'],
    ['::ffff:198.51.100.7', '198.51.0.0/16'],
    ['2001:db8:1:2::3', '2001:db8::/32'],
    ['2001::1', '2001:0::/32'],
    ['::1', '0:0::/32'],
  ] as const;
  for (const [address, network] of cases) assert.equal(wideNetworkOf(address), network);
});
