import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AddressGuard } from '#core/address-guard.ts';
import { systemClock } from '#core/clock.ts';
import { openDns } from '#core/dns.ts';
import { openLog } from '#core/log.ts';
import { MailWorld } from '#test/harness/mail-world.ts';
import { MemoryMails } from '#test/harness/memory-mails.ts';
import { NameServer, type Zone } from '#test/harness/name-server.ts';
import { ScriptedSmtp, willing } from '#test/harness/scripted-smtp.ts';
import type { StoredPolicy } from './delivery-store.ts';
import { type DirectOptions, resolveRoute, siteRoute } from './direct-routes.ts';
import { HostAddressCache, type IpChoice } from './host-addresses.ts';
import { mailLane, readLaneOwner, resolveOwner } from './mail-lane.ts';
import { SiteDirectory } from './site-directory.ts';

type Setup = {
  readonly zone: Zone;
  readonly allow?: readonly string[];
  readonly ip?: IpChoice;
  readonly policy?: StoredPolicy;
  readonly port?: number;
};

async function setup({ zone, allow = ['127.0.0.0/8'], ip = '4', policy, port = 1 }: Setup) {
  const server = await NameServer.open(zone);
  const dns = openDns([server.address]);
  const clock = systemClock;
  const guard = new AddressGuard({ allow, clock, ownAddresses: () => [] });
  const hosts = new HostAddressCache({ dns, guard, ip, clock });
  const directory = new SiteDirectory({
    dns,
    hosts,
    policies: { of: async () => policy },
    store: new MemoryMails(),
    clock,
    log: openLog('silent'),
  });
  const options: DirectOptions = { directory, hosts, port, helloName: 'out.example.com' };
  const routeOf = (owner: string) => {
    const read = readLaneOwner(owner);
    if (read?.route === 'direct') return siteRoute(read.site, options);
    return read?.route === 'resolve' ? resolveRoute(options) : undefined;
  };
  return { server, directory, options, routeOf };
}

function waitingLane(domain: string): string {
  return mailLane(resolveOwner(domain), { urgency: 'normal', accountId: 1 });
}

const enforced = (mx: readonly string[]): StoredPolicy => ({
  domain: 'example.net',
  id: '1',
  mode: 'enforce',
  mx,
  fetchedAtMs: 0,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
});

suite('the servers of a domain', () => {
  test('are those of its MX records, else itself', async () => {
    const { server, directory } = await setup({
      zone: {
        'example.net': {
          MX: [
            [20, 'b.example.net'],
            [10, 'a.example.net'],
          ],
        },
        'a.example.net': { A: ['127.0.0.1'] },
        'b.example.net': { A: ['127.0.0.1'] },
        'plain.example': { A: ['127.0.0.1'] },
      },
    });
    await using _ = server;
    const looked = await directory.look('example.net');
    assert.deepEqual(looked.kind === 'site' && looked.hosts.map(({ name }) => name), [
      'a.example.net',
      'b.example.net',
    ]);
    assert.equal(directory.peek('example.net'), 'a.example.net,b.example.net');
    const plain = await directory.look('plain.example');
    assert.equal(plain.kind === 'site' && plain.site, 'plain.example');
  });

  test('are none for null MX, a domain that does not exist, and one without address', async () => {
    const { server, directory } = await setup({
      zone: { 'null.example': { MX: [[0, '.']] }, 'empty.example': { TXT: ['here'] } },
    });
    await using _ = server;
    const codes = await Promise.all(
      ['null.example', 'nowhere.example', 'empty.example'].map(async (domain) => {
        const looked = await directory.look(domain);
        return looked.kind === 'none' && looked.reason.enhanced;
      }),
    );
    assert.deepEqual(codes, ['5.1.10', '5.1.2', '5.4.4']);
  });

  test('have names of hosts: a record that says something else is left out', async () => {
    const { server, directory } = await setup({
      zone: {
        'odd.example': { MX: [[1, 'urgent:9/a b.example']] },
        'half.example': {
          MX: [
            [1, 'a:b.example'],
            [2, 'mx.half.example'],
          ],
        },
        'urgent:9/a b.example': { A: ['127.0.0.1'] },
        'a:b.example': { A: ['127.0.0.1'] },
        'mx.half.example': { A: ['127.0.0.1'] },
      },
    });
    await using _ = server;
    const odd = await directory.look('odd.example');
    assert.equal(odd.kind === 'none' && odd.reason.enhanced, '5.4.4');
    const half = await directory.look('half.example');
    assert.equal(half.kind === 'site' && half.site, 'mx.half.example');
  });

  test('are unknown, not none, while the DNS fails', async () => {
    const { server, directory } = await setup({
      zone: {
        'a.example': 'SERVFAIL',
        'b.example': 'REFUSED',
        'c.example': { MX: [[1, 'a.example']] },
      },
    });
    await using _ = server;
    assert.equal((await directory.look('a.example')).kind, 'unknown');
    assert.equal((await directory.look('b.example')).kind, 'unknown');
    assert.equal((await directory.look('c.example')).kind, 'site', 'its server may be found later');
  });

  test('at addresses that are not public are none, unless they are allowed', async () => {
    const zone: Zone = {
      'inner.example': { MX: [[1, 'mx.inner.example']] },
      'mx.inner.example': { A: ['127.0.0.1', '10.0.0.1'] },
      'half.example': {
        MX: [
          [1, 'mx.inner.example'],
          [2, 'mx.half.example'],
        ],
      },
      'mx.half.example': { A: ['192.0.2.1', '198.41.0.4'] },
    };
    const { server, directory, options } = await setup({ zone, allow: [] });
    await using _ = server;
    const inner = await directory.look('inner.example');
    assert.equal(inner.kind === 'none' && inner.reason.enhanced, '5.4.4');
    assert.equal((await directory.look('half.example')).kind, 'site');
    const found = await options.hosts.find('mx.half.example');
    assert.deepEqual(found, { kind: 'addresses', addresses: ['198.41.0.4'] });
  });
});

suite('direct delivery', () => {
  test('finds the site of a domain, moves the mail to its lane, and hands it over', async () => {
    await using smtp = await ScriptedSmtp.open(willing('PIPELINING'));
    const { server, routeOf } = await setup({
      zone: {
        'example.net': { MX: [[10, 'mx.example.net']] },
        'example.org': { MX: [[10, 'mx.example.net']] },
        'mx.example.net': { A: ['127.0.0.1'] },
      },
      port: smtp.port,
    });
    await using _ = server;
    await using world = await new MailWorld({ routeOf }).start();
    world.send({ address: 'ada@example.net' }, waitingLane('example.net'));
    world.send({ address: 'bob@example.org' }, waitingLane('example.org'));
    assert.deepEqual(await world.settled(2), ['sent', 'sent']);
    const lanes = new Set(world.store.settled.map(({ job }) => job.lane));
    assert.deepEqual([...lanes], ['mail/direct/mx.example.net:normal/1']);
    assert.equal(world.store.settled[0]?.attempt?.host, 'mx.example.net');
  });

  test('bounces what has no server, and puts off what nobody could say', async () => {
    const { server, routeOf } = await setup({
      zone: { 'null.example': { MX: [[0, '.']] }, 'broken.example': 'SERVFAIL' },
    });
    await using _ = server;
    await using world = await new MailWorld({ routeOf }).start();
    world.send({ address: 'a@null.example' }, waitingLane('null.example'));
    world.send({ address: 'a@nowhere.example' }, waitingLane('nowhere.example'));
    world.send({ address: 'a@broken.example' }, waitingLane('broken.example'));
    const settled = await world.settled(3);
    assert.deepEqual(settled.toSorted(), [
      'bounced domain-unknown',
      'bounced domain-unknown',
      'deferred unreachable, again as 1',
    ]);
    const hard = world.store.settled.filter(({ suppress }) => suppress?.strength === 'hard');
    assert.equal(hard.length, 2);
  });

  test('the next server is tried where the first is away', async () => {
    await using smtp = await ScriptedSmtp.open(willing());
    const { server, routeOf } = await setup({
      zone: {
        'example.net': {
          MX: [
            [10, 'away.example.net'],
            [20, 'mx.example.net'],
          ],
        },
        'away.example.net': { A: ['127.0.0.9'] },
        'mx.example.net': { A: ['127.0.0.1'] },
      },
      port: smtp.port,
    });
    await using _ = server;
    await using world = await new MailWorld({ routeOf }).start();
    world.send({}, waitingLane('example.net'));
    assert.deepEqual(await world.settled(1), ['sent']);
    assert.equal(world.store.settled[0]?.attempt?.host, 'mx.example.net');
  });

  test('an enforced policy wants a proven server that it names, and nothing goes in clear', async () => {
    await using smtp = await ScriptedSmtp.open(willing());
    const zone: Zone = {
      'example.net': { MX: [[10, 'mx.example.net']] },
      'mx.example.net': { A: ['127.0.0.1'] },
    };
    const named = await setup({ zone, port: smtp.port, policy: enforced(['mx.example.net']) });
    await using _ = named.server;
    await using world = await new MailWorld({ routeOf: named.routeOf }).start();
    world.send({}, waitingLane('example.net'));
    await world.until(() => world.lines.some(({ event }) => event === 'mail.unreachable'));
    assert.equal(smtp.peers.flatMap(({ mails }) => mails).length, 0);
    const other = await setup({ zone, port: smtp.port, policy: enforced(['other.example.net']) });
    await using otherServer = other.server;
    assert.ok(otherServer.address);
    await using barred = await new MailWorld({ routeOf: other.routeOf }).start();
    barred.send({}, waitingLane('example.net'));
    assert.deepEqual(await barred.settled(1), ['deferred unreachable, again as 1']);
  });
});

suite('a provider of many domains', () => {
  test('whose one server is away delays the mails of that domain, and no others', async () => {
    await using smtp = await ScriptedSmtp.open(willing());
    const { server, routeOf } = await setup({
      zone: {
        'gone.example': { MX: [[0, 'gone-example.mail.protection.outlook.com']] },
        'here.example': { MX: [[0, 'here-example.mail.protection.outlook.com']] },
        'gone-example.mail.protection.outlook.com': { A: ['127.0.0.9'] },
        'here-example.mail.protection.outlook.com': { A: ['127.0.0.1'] },
      },
      port: smtp.port,
    });
    await using _ = server;
    await using world = await new MailWorld({ routeOf }).start();
    for (let n = 0; n < 5; n += 1) {
      world.send({ address: `a${n}@gone.example` }, waitingLane('gone.example'));
      world.send({ address: `b${n}@here.example` }, waitingLane('here.example'));
    }
    const sent = () => world.store.settled.filter(({ fact }) => fact?.kind === 'sent');
    await world.until(() => sent().length === 5);
    assert.ok(sent().every(({ attempt }) => attempt?.host.startsWith('here-example')));
    assert.ok(sent().every(({ job }) => job.lane === 'mail/direct/office365:normal/1'));
    const waiting = [...world.store.jobs.values()].map(({ load }) => load.address);
    assert.equal(waiting.length, 5);
  });
});
