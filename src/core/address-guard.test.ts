import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { HeldClock } from '#test/harness/held-clock.ts';
import { AddressGuard, UnreadableAllowance } from './address-guard.ts';
import type { NameResolver } from './name-resolver.ts';

const publicFour = '93.184.216.34';
const publicSix = '2606:2800:220:1::1';

function setup(
  options: {
    readonly allow?: readonly string[];
    readonly names?: Record<string, readonly string[]>;
    readonly hosts?: Record<string, readonly string[]>;
    readonly own?: readonly string[];
  } = {},
) {
  const clock = new HeldClock();
  const asked: string[] = [];
  const resolverOf = (names: Record<string, readonly string[]>): NameResolver => ({
    resolve: async (name) => {
      asked.push(name);
      return { addresses: names[name] ?? [], ttlS: 1 };
    },
  });
  const refused: string[] = [];
  const guard = new AddressGuard({
    refused: (what) => refused.push(what),
    allow: options.allow ?? [],
    clock,
    ownAddresses: () => options.own ?? [],
    resolver: resolverOf(options.names ?? {}),
    allowedResolver: resolverOf(options.hosts ?? {}),
  });
  return { guard, clock, asked, refused };
}

function reasonFor(guard: AddressGuard, url: string): string {
  const checked = guard.checkUrl(url);
  return checked.ok ? 'open' : checked.reason.en;
}

suite('a URL is judged before anybody is asked for its name', () => {
  const refused: readonly (readonly [url: string, reason: RegExp])[] = [
    ['nonsense', /is not a URL/],
    ['http://', /is not a URL/],
    ['ftp://client.example/', /neither http nor https/],
    ['file:///etc/passwd', /neither http nor https/],
    ['http://user:secret@client.example/', /user name/],
    ['http://client.example:22/', /port 22/],
    ['http://client.example:0/', /port 0/],
    ['http://client.example:1023/', /port 1023/],
    [`http://client.example/${'a'.repeat(2_048)}`, /longer than 2048/],
    ['http://127.0.0.1/', /loopback/],
    ['http://127.1/', /loopback/],
    ['http://0x7f.1/', /loopback/],
    ['http://2130706433/', /loopback/],
    ['http://017700000001/', /loopback/],
    ['http://127.0.0.1./', /loopback/],
    ['http://１２７.０.０.１/', /loopback/],
    ['http://localhost:8080/', /loopback/],
    ['http://LOCALHOST./', /loopback/],
    ['http://api.localhost/', /loopback/],
    ['http://0/', /this network/],
    ['http://10.1.2.3/', /private/],
    ['http://100.64.0.1/', /shared/],
    ['http://169.254.1.1/', /link-local/],
    ['http://169.254.169.254/latest/meta-data/', /metadata/],
    ['http://100.100.100.200/', /metadata/],
    ['http://168.63.129.16/', /metadata/],
    ['http://172.31.255.255/', /private/],
    ['http://192.0.0.8/', /protocol/],
    ['http://192.0.2.1/', /documentation/],
    ['http://192.88.99.1/', /6to4/],
    ['http://192.168.1.1/', /private/],
    ['http://198.19.0.1/', /benchmark/],
    ['http://198.51.100.1/', /documentation/],
    ['http://203.0.113.1/', /documentation/],
    ['http://224.0.0.1/', /multicast/],
    ['http://255.255.255.255/', /multicast/],
    ['http://[::]/', /not a global/],
    ['http://[::1]/', /loopback/],
    ['http://[::ffff:127.0.0.1]/', /IPv4-mapped/],
    ['http://[::ffff:93.184.216.34]/', /IPv4-mapped/],
    ['http://[::127.0.0.1]/', /not a global/],
    ['http://[64:ff9b::10.0.0.1]/', /private/],
    ['http://[64:ff9b::a9fe:a9fe]/', /metadata/],
    ['http://[64:ff9b:1::1]/', /not a global/],
    ['http://[fc00::1]/', /private/],
    ['http://[fd00:ec2::254]/', /metadata/],
    ['http://[fe80::1]/', /link-local/],
    ['http://[fec0::1]/', /not a global/],
    ['http://[ff02::1]/', /not a global/],
    ['http://[2001::1]/', /protocol/],
    ['http://[2001:db8::1]/', /documentation/],
    ['http://[2002:7f00:1::]/', /6to4/],
    ['http://[3fff::1]/', /documentation/],
    ['http://[2606:2800::5efe:10.0.0.1]/', /ISATAP/],
    ['http://[2606:2800::200:5efe:10.0.0.1]/', /ISATAP/],
    ['http://[4000::1]/', /not a global/],
  ];
  for (const [url, reason] of refused) {
    test(`${url.slice(0, 60)} is refused`, () => {
      assert.match(reasonFor(setup().guard, url), reason);
    });
  }

  for (const url of [
    'http://client.example/',
    'https://client.example:443/hook?id=7',
    'http://client.example:1024/',
    'https://client.example:65535/',
    `http://${publicFour}/`,
    `http://[${publicSix}]:8080/`,
    'http://[64:ff9b::93.184.216.34]/',
    'http://172.32.0.1/',
    'http://100.63.255.255/',
    'http://[2001:200::1]/',
  ]) {
    test(`${url} is open`, () => assert.equal(reasonFor(setup().guard, url), 'open'));
  }

  test('a fragment is dropped', () => {
    const checked = setup().guard.checkUrl('https://client.example/hook#part');
    assert.ok(checked.ok);
    assert.equal(checked.url.href, 'https://client.example/hook');
  });

  test('an address of this machine is refused, public or not', () => {
    const { guard } = setup({ own: [publicFour, `${publicSix}%eth0`] });
    assert.match(reasonFor(guard, `http://${publicFour}/v1/send`), /this machine/);
    assert.match(reasonFor(guard, `http://[${publicSix}]/v1/send`), /this machine/);
  });
});

suite('what is allowed is open', () => {
  test('a range opens what stands in it, own addresses too, and nothing beside it', () => {
    const { guard } = setup({ allow: ['127.0.0.0/8', 'fd12::/16'], own: ['127.0.0.1'] });
    assert.equal(reasonFor(guard, 'http://127.0.0.1:8080/'), 'open');
    assert.equal(reasonFor(guard, 'http://[fd12::7]/'), 'open');
    assert.match(reasonFor(guard, 'http://10.0.0.1/'), /private/);
    assert.match(reasonFor(guard, 'http://[::1]/'), /loopback/);
  });

  test('localhost is open as far as its addresses are', async () => {
    const { guard, asked } = setup({ allow: ['127.0.0.0/8'] });
    assert.equal(reasonFor(guard, 'http://localhost:8080/'), 'open');
    assert.deepEqual(await guard.vet('localhost'), { ok: true, addresses: ['127.0.0.1'] });
    assert.deepEqual(asked, []);
  });

  test('a metadata address opens only when it is named alone', () => {
    const wide = setup({ allow: ['169.254.0.0/16', '0.0.0.0/0', '::/0'] }).guard;
    assert.match(reasonFor(wide, 'http://169.254.169.254/'), /metadata/);
    assert.match(reasonFor(wide, 'http://[fd00:ec2::254]/'), /metadata/);
    assert.match(reasonFor(wide, 'http://[::ffff:169.254.169.254]/'), /metadata/);
    assert.match(reasonFor(wide, 'http://[64:ff9b::169.254.169.254]/'), /metadata/);
    assert.equal(reasonFor(wide, 'http://169.254.1.1/'), 'open');
    const exact = setup({ allow: ['169.254.169.254'] }).guard;
    assert.equal(reasonFor(exact, 'http://169.254.169.254/'), 'open');
  });

  test('a listed name is asked of the machine itself and may lead inside', async () => {
    const { guard } = setup({
      allow: ['Hooks.Intra.Example'],
      hosts: { 'hooks.intra.example': ['10.1.2.3'] },
      names: { 'other.intra.example': ['10.1.2.3'] },
    });
    assert.deepEqual(await guard.vet('hooks.intra.example.'), {
      ok: true,
      addresses: ['10.1.2.3'],
    });
    assert.equal((await guard.vet('other.intra.example')).ok, false);
  });

  test('a listed name does not open a metadata address', async () => {
    const hosts = { 'hooks.intra.example': ['169.254.169.254'] };
    const { guard } = setup({ allow: ['hooks.intra.example'], hosts });
    const vetted = await guard.vet('hooks.intra.example');
    assert.ok(!vetted.ok);
    assert.match(vetted.reason.en, /metadata/);
  });

  for (const entry of ['10.0.0.0/33', '10.0.0.1/8', '10.0.0', '*.example', 'a b', '', '::/129']) {
    test(`"${entry}" is no entry`, () => {
      assert.throws(() => setup({ allow: [entry] }), UnreadableAllowance);
    });
  }
});

suite('a name is judged by all of its addresses', () => {
  test('public ones pass, in their order', async () => {
    const { guard } = setup({ names: { 'client.example': [publicFour, publicSix] } });
    const vetted = await guard.vet('client.example');
    assert.deepEqual(vetted, { ok: true, addresses: [publicFour, publicSix] });
  });

  test('one refused address refuses the name, and is counted by what it is alone', async () => {
    const { guard, refused } = setup({ names: { 'client.example': [publicFour, '10.0.0.1'] } });
    assert.deepEqual(await guard.vet('client.example'), {
      ok: false,
      why: 'forbidden',
      reason: {
        en: 'leads to 10.0.0.1, a private address',
        fr: 'elle mène à 10.0.0.1, une adresse privée',
      },
    });
    assert.deepEqual(refused, ['a private address']);
    await guard.vet('nowhere.example');
    assert.equal(refused.length, 1);
  });

  test('a name without an address is unresolved', async () => {
    const vetted = await setup().guard.vet('nowhere.example');
    assert.deepEqual(vetted, {
      ok: false,
      why: 'unresolved',
      reason: { en: 'has no address', fr: 'elle n’a pas d’adresse' },
    });
  });

  test('an answer is kept for five seconds at least and asked again after', async () => {
    const { guard, clock, asked } = setup({ names: { 'client.example': [publicFour] } });
    await Promise.all([guard.vet('client.example'), guard.vet('client.example')]);
    clock.advance(4_999);
    await guard.vet('client.example');
    assert.equal(asked.length, 1);
    clock.advance(1);
    await guard.vet('client.example');
    assert.equal(asked.length, 2);
  });

  test('an address in brackets is judged as it stands', async () => {
    assert.equal((await setup().guard.vet('[::1]')).ok, false);
    assert.equal((await setup().guard.vet(`[${publicSix}]`)).ok, true);
  });
});

suite('whatever is written', () => {
  test('the guard answers and never throws', () => {
    const { guard } = setup();
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl()), (url) => void guard.checkUrl(url)));
  });

  test('an IPv4 address is judged alike in each of its spellings', () => {
    const { guard } = setup();
    const octet = fc.nat(255);
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const number = ((a * 256 + b) * 256 + c) * 256 + d;
        const hosts = [number, `0x${number.toString(16)}`, `${a}.${b * 65_536 + c * 256 + d}`];
        const dotted = reasonFor(guard, `http://${a}.${b}.${c}.${d}/`);
        for (const host of hosts) assert.equal(reasonFor(guard, `http://${host}/`), dotted);
      }),
    );
  });

  test('no mapped, translated or 6to4 form opens what its IPv4 address closes', () => {
    const { guard } = setup();
    fc.assert(
      fc.property(fc.ipV4(), (four) => {
        const closed = reasonFor(guard, `http://${four}/`) !== 'open';
        assert.match(reasonFor(guard, `http://[::ffff:${four}]/`), /IPv4-mapped/);
        assert.equal(reasonFor(guard, `http://[64:ff9b::${four}]/`) !== 'open', closed);
      }),
    );
  });
});
