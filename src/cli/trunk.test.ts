import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

const place = ['--host', 'sip.carrier.example', '--sources', '192.0.2.0/24'];

suite('parley trunk', () => {
  test('adds a carrier with its defaults, changes, pauses and removes it', async () => {
    await using cli = await openCommandLine();
    const { trunk } = (await cli.read('trunk', 'add', 'carrier', ...place)) as { trunk: Trunk };
    assert.deepEqual([trunk.enabled, trunk.settings['maxCps']], [true, 50]);
    assert.deepEqual(trunk.settings['sources'], ['192.0.2.0/24']);
    const changes = ['--max-calls', '20', '--media', 'bypass', '--prefixes', '33,44'];
    const set = (await cli.read('trunk', 'set', 'carrier', ...changes)) as { trunk: Trunk };
    assert.deepEqual([set.trunk.settings['maxCalls'], set.trunk.settings['media']], [20, 'bypass']);
    assert.equal((await cli.type('trunk', 'pause', 'carrier')).out, 'Trunk carrier is paused.\n');
    assert.match((await cli.type('trunk', 'list')).out, /carrier +paused +in and out/);
    await cli.type('trunk', 'resume', 'carrier');
    assert.match((await cli.type('trunk', 'show', 'carrier')).out, /max calls +20/);
    await cli.type('trunk', 'remove', 'carrier');
    assert.deepEqual(await cli.read('trunk', 'list'), { trunks: [] });
  });

  test('keeps passwords sealed, and shows none', async () => {
    await using cli = await openCommandLine();
    const file = path.join(cli.folder, 'password');
    await writeFile(file, 'CANARY\n');
    const secret = ['--auth-user', 'parley', '--password-file', file];
    const { out } = await cli.type('trunk', 'add', 'carrier', ...place, ...secret);
    assert.doesNotMatch(out, /CANARY/);
    await using installation = await cli.open();
    const [kept] = await installation.storage.trunks.listTrunks();
    assert.equal(
      installation.sealer.open(kept?.sealedPassword ?? '', 'trunk/carrier/out'),
      'CANARY',
    );
  });

  for (const [what, words, problem] of [
    ['no network', ['--host', 'a.example', '--sources', '192.0.2.1/24'], /--sources/],
    ['no source', ['--host', 'a.example'], /requires --sources/],
    ['no host', ['--sources', '192.0.2.0/24'], /A trunk for outgoing calls requires --host/],
    ['an unknown way', [...place, '--media', 'carrier pigeon'], /--media/],
    ['a header with a blank', [...place, '--number-from', 'header:X Y'], /--number-from/],
  ] as const) {
    test(`refuses ${what} in words`, async () => {
      await using cli = await openCommandLine();
      const { code, err } = await cli.type('trunk', 'add', 'carrier', ...words);
      assert.equal(code, 2);
      assert.match(err, problem);
    });
  }

  test('traces a carrier for some minutes, and shows what was kept', async () => {
    await using cli = await openCommandLine();
    await cli.type('trunk', 'add', 'carrier', ...place);
    const { out } = await cli.type('trunk', 'trace', 'start', 'carrier', '--minutes', '15');
    assert.match(out, /Trunk carrier is traced until /);
    assert.match((await cli.type('trunk', 'trace', 'show', 'carrier')).out, /No message/);
    {
      await using installation = await cli.open();
      const { trunks } = installation.storage;
      const [trunk] = await trunks.listTrunks();
      assert.ok((trunk?.tracedUntilMs ?? 0) > Date.now());
      const peer = 'udp 192.0.2.1:5060';
      const text = 'OPTIONS sip:a SIP/2.0\r\nTo: \u001b[2J\r\n\r\n';
      const message = { trunkId: trunk?.id ?? 0, atMs: 0, direction: 'in' as const, peer, text };
      await trunks.keepMessages([message], 10);
    }
    const shown = (await cli.type('trunk', 'trace', 'show', 'carrier')).out;
    assert.match(shown, /1970-01-01.* from udp 192\.0\.2\.1:5060\n\n {2}OPTIONS sip:a SIP\/2\.0\n/);
    assert.ok(!shown.includes('\u001b'));
    await cli.type('trunk', 'trace', 'stop', 'carrier');
    await using installation = await cli.open();
    assert.equal((await installation.storage.trunks.listTrunks())[0]?.tracedUntilMs, 0);
    const long = await cli.type('trunk', 'trace', 'start', 'carrier', '--minutes', '16');
    assert.deepEqual([long.code, /--minutes/.test(long.err)], [2, true]);
  });

  test('says what is not there', async () => {
    await using cli = await openCommandLine();
    for (const verb of ['show', 'pause', 'resume', 'remove']) {
      assert.match((await cli.type('trunk', verb, 'nobody')).err, /Trunk nobody does not exist/);
    }
    assert.match(
      (await cli.type('trunk', 'set', 'nobody')).err,
      /Give at least one setting, such as .* 20/,
    );
  });
});

type Trunk = { readonly enabled: boolean; readonly settings: Readonly<Record<string, unknown>> };

suite('parley call-price', () => {
  test('sets what a minute costs, for all or for one account, and removes it', async () => {
    await using cli = await openCommandLine();
    await cli.type('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
    await cli.type('call-price', 'set', '--prefix', '33', '--minute', '0.01');
    const own = ['--account', '1', '--first', '60', '--next', '60'];
    await cli.type('call-price', 'set', '--prefix', '33', '--minute', '0.02', ...own);
    assert.deepEqual(await cli.read('call-price', 'list'), {
      prices: [
        { prefix: '33', minute: '0.01', firstS: 1, nextS: 1, account: null },
        { prefix: '33', minute: '0.02', firstS: 60, nextS: 60, account: 1 },
      ],
    });
    await cli.type('call-price', 'remove', '--prefix', '33', '--account', '1');
    const again = await cli.type('call-price', 'remove', '--prefix', '33', '--account', '1');
    assert.match(again.err, /There is no (?:such )?price/);
    const nobody = ['--prefix', '33', '--minute', '1', '--account', '9'];
    assert.match((await cli.type('call-price', 'set', ...nobody)).err, /Account 9 does not exist/);
    assert.deepEqual(await cli.read('call', 'all'), { calls: [], after: null });
  });
});
