import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { NameServer } from '#test/harness/name-server.ts';
import { dnsResolver, RememberingResolver, systemResolver } from './name-resolver.ts';

suite('a resolver that asks name servers', () => {
  test('finds the addresses of both families, IPv4 first, and their TTL', async () => {
    await using server = await NameServer.open({
      'client.example': { A: ['93.184.216.34'], AAAA: ['2606:2800:220:1::1'] },
    });
    assert.deepEqual(await dnsResolver([server.address]).resolve('client.example'), {
      addresses: ['93.184.216.34', '2606:2800:220:1::1'],
      ttlS: 30,
    });
  });

  test('is content with one family, and finds nothing where there is nothing', async () => {
    await using server = await NameServer.open({ 'client.example': { A: ['93.184.216.34'] } });
    const resolver = dnsResolver([server.address]);
    assert.deepEqual((await resolver.resolve('client.example')).addresses, ['93.184.216.34']);
    assert.deepEqual((await resolver.resolve('nowhere.example')).addresses, []);
  });
});

test('the machine itself knows localhost', async () => {
  const { addresses } = await systemResolver().resolve('localhost');
  assert.ok(addresses.includes('127.0.0.1') || addresses.includes('::1'));
});

test('what is remembered is kept for as long as its TTL says, a minute at most', async () => {
  const clock = new HeldClock();
  let asked = 0;
  const counting = (ttlS: number) => ({
    resolve: async () => {
      asked += 1;
      return { addresses: ['93.184.216.34'], ttlS };
    },
  });
  for (const [ttlS, keptS] of [
    [30, 30],
    [86_400, 60],
    [0, 5],
  ] as const) {
    const resolver = new RememberingResolver(counting(ttlS), clock);
    asked = 0;
    await resolver.resolve('client.example');
    await new Promise(setImmediate);
    clock.advance(keptS * 1_000 - 1);
    await resolver.resolve('client.example');
    assert.equal(asked, 1);
    clock.advance(1);
    await resolver.resolve('client.example');
    assert.equal(asked, 2);
  }
});
