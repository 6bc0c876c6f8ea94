import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { HopResolver, type SipNames } from './resolve.ts';

const none = (): Promise<[]> => Promise.resolve([]);

function setup(names: Partial<SipNames>, random = (): number => 0) {
  const asked: string[] = [];
  const clock = new HeldClock();
  const { naptr = none, srv = none, addresses = none } = names;
  const resolver = new HopResolver({
    clock,
    random,
    names: {
      naptr: (name) => {
        asked.push(`NAPTR ${name}`);
        return naptr(name);
      },
      srv: (name) => {
        asked.push(`SRV ${name}`);
        return srv(name);
      },
      addresses: (name) => {
        asked.push(`A ${name}`);
        return addresses(name);
      },
    },
  });
  return { resolver, asked, clock };
}

const record = { name: 'a.example.test', port: 5_070, priority: 1, weight: 1 };
const there = (): Promise<string[]> => Promise.resolve(['192.0.2.5', '2001:db8::5']);

const weighted: SipNames['srv'] = (name) =>
  Promise.resolve(
    name !== '_sip._udp.example.test'
      ? []
      : [
          { ...record, name: 'last', priority: 9 },
          { ...record, name: 'light', weight: 1 },
          { ...record, name: 'heavy', weight: 99 },
          { ...record, name: '.' },
        ],
  );
const numbered: SipNames['addresses'] = (name) =>
  Promise.resolve([{ last: '192.0.2.9', light: '192.0.2.1', heavy: '192.0.2.2' }[name] ?? '']);

suite('where a name leads', () => {
  test('an address is itself', async () => {
    const { resolver, asked } = setup({});
    const hops = await resolver.resolve({ host: '2001:db8::1', transport: 'tls' });
    assert.deepEqual(hops, [{ transport: 'tls', address: '2001:db8::1', port: 5_061 }]);
    assert.deepEqual(asked, []);
  });

  test('a port that is named leaves only addresses to ask for', async () => {
    const { resolver, asked } = setup({ addresses: there });
    const hops = await resolver.resolve({ host: 'example.test', port: 5_099 });
    assert.deepEqual(hops, [
      { transport: 'udp', address: '192.0.2.5', port: 5_099 },
      { transport: 'udp', address: '2001:db8::5', port: 5_099 },
    ]);
    assert.deepEqual(asked, ['A example.test']);
  });

  test('NAPTR names the transports in its order, and a certificate speaks for the name asked', async () => {
    const naptr = {
      flags: 's',
      order: 10,
      preference: 10,
      replacement: '_sips._tcp.example.test',
      service: 'SIPS+D2T',
    };
    const { resolver } = setup({
      naptr: () =>
        Promise.resolve([
          { ...naptr, preference: 20, service: 'SIP+D2U', replacement: '_sip._udp.example.test' },
          naptr,
          { ...naptr, flags: 'u', service: 'SIP+D2T' },
        ]),
      srv: () => Promise.resolve([record]),
      addresses: () => Promise.resolve(['192.0.2.5']),
    });
    assert.deepEqual(await resolver.resolve({ host: 'example.test' }), [
      { transport: 'tls', address: '192.0.2.5', port: 5_070, serverName: 'example.test' },
      { transport: 'udp', address: '192.0.2.5', port: 5_070 },
    ]);
  });

  test('without NAPTR the services are asked for, and without those the name itself', async () => {
    const { resolver, asked } = setup({ addresses: there });
    assert.equal((await resolver.resolve({ host: 'example.test', transport: 'tcp' })).length, 2);
    assert.deepEqual(asked, ['SRV _sip._tcp.example.test', 'A example.test']);
    assert.equal((await resolver.resolve({ host: 'other.test' })).length, 2);
    assert.ok(asked.includes('SRV _sips._tcp.other.test'));
  });

  test('records go by priority, and by weight among equals', async () => {
    const { resolver } = setup({ srv: weighted, addresses: numbered }, () => 0.5);
    const hops = await resolver.resolve({ host: 'example.test', transport: 'udp' });
    assert.deepEqual(
      hops.map(({ address }) => address),
      ['192.0.2.2', '192.0.2.1', '192.0.2.9'],
    );
  });

  test('an answer is remembered for 60 s', async () => {
    const { resolver, asked, clock } = setup({ addresses: there });
    const where = { host: 'example.test', port: 5_060 };
    await resolver.resolve(where);
    clock.advance(59_999);
    await resolver.resolve(where);
    assert.equal(asked.length, 1);
    clock.advance(1);
    await resolver.resolve(where);
    assert.equal(asked.length, 2);
  });
});
