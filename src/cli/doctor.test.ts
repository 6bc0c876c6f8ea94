/** What the doctor finds in the network around a machine, with and without speaking to it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { systemClock } from '#core/clock.ts';
import { openCommandLine } from '#test/harness/command-line.ts';
import { freeTcpPort, freeUdpPort } from '#test/harness/free-port.ts';
import { NameServer } from '#test/harness/name-server.ts';
import { ScriptedSmtp, willing } from '#test/harness/scripted-smtp.ts';
import { openServer } from '#test/harness/smpp-link.ts';

/** As `--json` tells it. */
type Finding = {
  readonly of: string;
  readonly verdict: string;
  readonly says: string;
  readonly fix?: string;
};

type KeyView = { readonly record: { readonly name: string; readonly text: string } };

/** An installation with one account, on a machine whose only name server is here. */
async function setup(environment: Readonly<Record<string, string>> = {}) {
  await using stack = new AsyncDisposableStack();
  const names = stack.use(await NameServer.open());
  const line = stack.use(await openCommandLine());
  const own = { PARLEY_DNS: names.address, PARLEY_PORT: `${await freeTcpPort()}` };
  line.environment = { ...line.environment, ...own, PARLEY_SIP_LISTEN: 'off', ...environment };
  await line.type('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  const examine = async (...flags: readonly string[]) => {
    const { out, err } = await line.type('doctor', ...flags, '--json');
    assert.equal(err, '');
    const { findings } = JSON.parse(out) as { readonly findings: readonly Finding[] };
    return (of: string) => findings.find((finding) => finding.of === of);
  };
  const addDomain = async (name: string, isProved: boolean) => {
    const added = await line.read('domain', 'add', name, '--account', '1');
    const { keys } = added['domain'] as { readonly keys: readonly KeyView[] };
    if (!isProved) return;
    for (const { record } of keys) names.zone[record.name] = { TXT: [record.text] };
    names.zone[`_dmarc.${name}`] = { TXT: ['v=DMARC1; p=none'] };
    await line.read('domain', 'check', name);
  };
  const opened = stack.move();
  return { line, names, examine, addDomain, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function takePort() {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

test('the text is a table with a heading over each column', async () => {
  await using world = await setup();
  const { out } = await world.line.type('doctor');
  assert.match(out, /^verdict {2}check +finding\n(?:ok|warn|fail) +data folder +/);
});

suite('the ports of the settings', () => {
  test('are free, or another program’s, which is named with the flag for another one', async () => {
    await using taken = await takePort();
    await using world = await setup({
      PARLEY_SMPP_PORT: `${taken.port}`,
      PARLEY_METRICS_PORT: `${await freeTcpPort()}`,
      PARLEY_SIP_LISTEN: `udp:127.0.0.1:${await freeUdpPort()}`,
    });
    const found = await world.examine();
    assert.equal(found('smpp port')?.verdict, 'fail');
    assert.match(found('smpp port')?.fix ?? '', /another port for Parley: --smpp-port\./);
    assert.equal(found('metrics port')?.verdict, 'ok');
    assert.equal(found('sip port')?.verdict, 'ok');
    assert.equal(found('smtp port'), undefined, 'it is off');
  });

  test('are not those of an address that is another machine’s', async () => {
    await using world = await setup({ PARLEY_SMTP_IN: '2526', PARLEY_SMTP_IN_HOST: '192.0.2.1' });
    const found = (await world.examine())('smtp port');
    assert.match(found?.says ?? '', /192\.0\.2\.1 is not an address of this machine/);
  });

  test('are another program’s although that speaks no HTTP', async () => {
    await using taken = await takePort();
    await using world = await setup({ PARLEY_PORT: `${taken.port}`, PARLEY_HOST: '127.0.0.1' });
    const found = (await world.examine())('http port');
    assert.deepEqual(
      [found?.verdict, found?.fix],
      ['fail', 'Set another port for Parley: --port.'],
    );
  });
});

suite('names', () => {
  test('are looked up, and where the public URL leads is told', async () => {
    await using world = await setup({ PARLEY_PUBLIC_URL: 'https://sms.parley.example' });
    const lost = await world.examine();
    assert.equal(lost('name server')?.verdict, 'ok');
    assert.equal(lost('public name')?.verdict, 'fail');
    assert.match(lost('public name')?.fix ?? '', /A or AAAA record for sms\.parley\.example/);
    world.names.zone['sms.parley.example'] = { A: ['192.0.2.7'], AAAA: ['2001:db8::7'] };
    const found = (await world.examine())('public name');
    assert.deepEqual(
      [found?.verdict, found?.says],
      ['ok', 'sms.parley.example resolves to 192.0.2.7, 2001:db8::7.'],
    );
  });

  test('that no server looks up are told once, and keep nobody waiting', async () => {
    await using world = await setup();
    await world.addDomain('shop.example', true);
    world.names.zone['example.com'] = 'REFUSED';
    const quiet = await world.examine();
    assert.equal(quiet('name server')?.verdict, 'warn');
    assert.match(quiet('name server')?.fix ?? '', /--dns/);
    assert.equal(quiet('domain shop.example'), undefined);
    world.names.zone['sms.parley.example'] = 'SERVFAIL';
    const needed = await world.examine('--public-url', 'https://sms.parley.example');
    assert.equal(needed('name server')?.verdict, 'fail');
  });

  test('of sending domains need their records, and what lacks is named', async () => {
    await using world = await setup();
    await world.addDomain('tried.example', false);
    await world.addDomain('shop.example', true);
    const caught = await world.examine();
    assert.equal(caught('domain shop.example')?.verdict, 'ok');
    assert.equal(caught('domain tried.example'), undefined, 'its mail stays in the catcher');
    world.names.zone['_dmarc.shop.example'] = 'NXDOMAIN';
    const found = await world.examine('--mail-mode', 'direct');
    assert.equal(found('domain shop.example')?.verdict, 'fail');
    assert.match(found('domain shop.example')?.says ?? '', /DMARC _dmarc\.shop\.example/);
    assert.match(found('domain shop.example')?.fix ?? '', /parley domain check shop\.example/);
    assert.equal(found('domain tried.example')?.verdict, 'warn');
    assert.match(found('mail name')?.fix ?? '', /--mail-hello/);
  });
});

suite('what leaves the machine, tried where it is asked for', () => {
  test('is port 25 to the servers of a proved domain, of which a dead one is told', async () => {
    await using mx = await ScriptedSmtp.open(willing());
    await using world = await setup({
      PARLEY_MAIL_MODE: 'direct',
      PARLEY_MAIL_ALLOW: '127.0.0.0/8',
      PARLEY_MAIL_DIRECT_PORT: `${mx.port}`,
    });
    const of = `port ${mx.port}`;
    assert.equal((await world.examine())(of), undefined, 'not asked for');
    assert.match((await world.examine('--live'))(of)?.fix ?? '', /Verify a domain/);
    await world.addDomain('shop.example', true);
    world.names.zone['shop.example'] = { MX: [[10, 'mx.shop.example']] };
    world.names.zone['mx.shop.example'] = { A: ['127.0.0.1'] };
    const found = (await world.examine('--live'))(of);
    assert.deepEqual([found?.verdict, found?.says], ['ok', 'mx.shop.example responds (in clear).']);
    assert.deepEqual(mx.peers[0]?.mails, []);
    const deadPort = `${await freeTcpPort()}`;
    const dead = await world.examine('--live', '--mail-direct-port', deadPort);
    assert.equal(dead(`port ${deadPort}`)?.verdict, 'fail');
    assert.match(dead(`port ${deadPort}`)?.says ?? '', /mx\.shop\.example: .*ECONNREFUSED/);
    assert.match(dead(`port ${deadPort}`)?.fix ?? '', /--mail-mode relay/);
  });

  test('is the relay, with its password', async () => {
    await using relay = await ScriptedSmtp.open(willing());
    await using world = await setup({
      PARLEY_MAIL_MODE: 'relay',
      PARLEY_MAIL_RELAY: `smtp://127.0.0.1:${relay.port}?tls=never`,
    });
    assert.equal((await world.examine('--live'))('relay 127.0.0.1')?.verdict, 'ok');
    relay.script = async (peer) => peer.say('554 5.7.1 not you');
    const found = (await world.examine('--live'))('relay 127.0.0.1');
    assert.equal(found?.verdict, 'fail');
    assert.match(found.says, /554|not you/);
  });

  test('is a bind to each operator that has none, as the console tries one', async () => {
    await using operator = await openServer(systemClock);
    await using world = await setup();
    const { line } = world;
    const words = ['operator', 'add', '--host', '127.0.0.1', '--system-id', 'us'];
    const add = (name: string, port: number) => {
      line.input = 'secret\n';
      return line.read(...words, '--name', name, '--port', `${port}`);
    };
    await add('acme', operator.server.port);
    await add('dead', await freeTcpPort());
    const found = await world.examine('--live');
    assert.match(
      found('bind to acme')?.says ?? '',
      /A test bind succeeded in .* The system ID of the operator is OPERATOR\./,
    );
    assert.equal(found('bind to dead')?.verdict, 'fail');
    assert.match(found('bind to dead')?.fix ?? '', /parley operator show dead/);
    assert.equal((await world.examine())('bind to acme'), undefined);
    {
      await using installation = await line.open();
      const up = { bind: 0, downSinceMs: null, silentSinceMs: null, notedAtMs: line.clock.nowMs() };
      await installation.storage.operators.noteHealth([{ operatorId: 2, ...up }]);
    }
    const bound = (await world.examine('--live'))('bind to dead');
    assert.deepEqual([bound?.verdict, bound?.says.includes('bound now')], ['ok', true]);
  });

  test('is the public URL, of which the certificate must be in force for that name', async () => {
    const folder = path.join(import.meta.dirname, '..', '..', 'fixtures', 'tls');
    const read = (name: string) => readFile(path.join(folder, name), 'utf8');
    const pair = { cert: await read('receiver.cert.pem'), key: await read('receiver.key.pem') };
    let body = '{"status":"alive"}';
    const proxy = createHttpsServer(pair, (_request, reply) => void reply.end(body));
    await using stack = new AsyncDisposableStack();
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    stack.defer(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    const { port } = proxy.address() as AddressInfo;
    const url = `https://receiver.example:${port}`;
    const world = stack.use(await setup());
    world.names.zone['receiver.example'] = { A: ['127.0.0.1'] };
    world.names.zone['other.example'] = { A: ['127.0.0.1'] };
    const meet = async (at: string) =>
      (await world.examine('--live', '--public-url', at))('public URL, from here');
    assert.match((await meet(url))?.says ?? '', /is not valid: /);
    setDefaultCACertificates([...getCACertificates('default'), pair.cert]);
    assert.match((await meet(url))?.says ?? '', /responds; its certificate expires on 2126-/);
    const other = await meet(`https://other.example:${port}`);
    assert.match(other?.says ?? '', /is not valid: ERR_TLS_CERT_ALTNAME_INVALID/);
    body = 'Welcome to nginx!';
    assert.match((await meet(url))?.fix ?? '', /forward every path to the HTTP port/);
    const gone = await meet(`https://receiver.example:${await freeTcpPort()}`);
    assert.equal(gone?.verdict, 'fail');
    assert.match(gone.says, /does not respond: .*ECONNREFUSED/);
  });
});
