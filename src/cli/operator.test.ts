import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { FieldWords } from '#core/words.ts';
import { type OperatorSettings, operatorDefaults, operatorPasswordPlace } from '#sms/operator.ts';
import { operatorWords } from '#sms/operators/words.ts';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';
import { flagOf } from './option.ts';

const orange = [
  '--name',
  'orange',
  '--host',
  'smsc.example',
  '--port',
  '2775',
  '--system-id',
  'me',
];

/** Far from any word that an output may hold. */
const password = 'Qz7!vK';

/** Of nobody: CN=Fixture of Parley, signed by itself. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBTzCCAQGgAwIBAgIUeVun0DVRMNBG+bzBMv6XqdJCR3kwBQYDK2VwMBwxGjAY
BgNVBAMMEUZpeHR1cmUgb2YgUGFybGV5MCAXDTI2MTEyMTEyNDIwMFoYDzIxMjYx
MDI4MTI0MjAwWjAcMRowGAYDVQQDDBFGaXh0dXJlIG9mIFBhcmxleTAqMAUGAytl
cAMhAC77m3hXr996Qzy9ZNYBK84x8GC5dFGKJl8nQwbYPetko1MwUTAdBgNVHQ4E
FgQULPSWnK6FTZIzc57jzmyWSobF8lswHwYDVR0jBBgwFoAULPSWnK6FTZIzc57j
zmyWSobF8lswDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXADQQBeeitlBhqnIo9ftsXd
Kv+p+efJ5m8Zd6h7lbEQrESAhZZJ5rjj1oLFu8v7Ukf4dC0jYDMJtEALRO9mlMP8
2DEG
-----END CERTIFICATE-----
`;

async function openWithOperator(...more: readonly string[]): Promise<CommandLine> {
  const cli = await openCommandLine();
  cli.input = `${password}\n`;
  await cli.read('operator', 'add', ...orange, ...more);
  return cli;
}

async function sealedPasswordOf(cli: CommandLine): Promise<string> {
  await using installation = await cli.open();
  const [operator] = await installation.storage.operators.listOperators();
  assert.ok(operator);
  return installation.sealer.open(operator.sealedPassword, operatorPasswordPlace(operator.name));
}

test('an operator has the settings it was given, and defaults for the rest', async () => {
  await using cli = await openWithOperator('--bind', 'tx-rx', '--binds', '4', '--rate', '50');
  const { operator } = await cli.read('operator', 'show', 'orange');
  assert.partialDeepStrictEqual(operator, {
    name: 'orange',
    builtIn: false,
    state: 'active',
    settings: {
      ...operatorDefaults,
      host: 'smsc.example',
      port: 2775,
      systemId: 'me',
      bind: 'tx-rx',
      binds: 4,
      ratePerSecond: 50,
    },
  });
});

test('every setting has its option', async () => {
  const link = [
    '--window',
    '100',
    '--tls',
    '--system-type',
    'ESME',
    '--receipt-id',
    'hexInReceipt',
  ];
  const sending = ['--uncertain', 'hold', '--default-sender', 'Acme', '--long-messages', 'udh16'];
  await using cli = await openWithOperator(...link, ...sending);
  const { operator } = await cli.read('operator', 'show', 'orange');
  assert.partialDeepStrictEqual(operator, {
    settings: {
      window: 100,
      tls: true,
      systemType: 'ESME',
      receiptId: 'hexInReceipt',
      uncertain: 'hold',
      defaultSender: 'Acme',
      longMessages: 'udh16',
    },
  });
});

test('the password comes by standard input, without its line end', async () => {
  await using cli = await openWithOperator();
  assert.equal(await sealedPasswordOf(cli), password);
});

test('the password comes from a file, without its line end', async () => {
  await using cli = await openCommandLine();
  const file = path.join(cli.folder, 'password');
  await writeFile(file, `${password}\r\n`);
  await cli.read('operator', 'add', ...orange, '--password-file', file);
  assert.equal(await sealedPasswordOf(cli), password);
});

test('a password on the command line works, with a warning', async () => {
  await using cli = await openCommandLine();
  const { code, err } = await cli.type('operator', 'add', ...orange, `--password=${password}`);
  assert.equal(code, 0);
  assert.match(err, /^Warning: --password is visible to all users/);
  assert.equal(await sealedPasswordOf(cli), password);
});

test('a password is never printed, not even a wrong one', async () => {
  await using cli = await openWithOperator();
  const long = password.repeat(20);
  const outputs = [
    await cli.type('operator', 'show', 'orange'),
    await cli.type('operator', 'show', 'orange', '--json'),
    await cli.type('operator', 'list', '--json'),
    await cli.type('operator', 'add', ...orange, '--password', password),
    await cli.type('operator', 'add', ...orange, '--password', long),
    await cli.type('operator', 'add', ...orange, '--password', password, '--password', password),
  ];
  cli.input = long;
  outputs.push(await cli.type('operator', 'add', ...orange));
  for (const { out, err } of outputs) assert.ok(!`${out}${err}`.includes(password), out + err);
});

suite('without a readable password nothing is added', () => {
  for (const [name, input, more, says] of [
    ['a terminal', undefined, [], /The password is missing/],
    ['an empty input', '', [], /The password is missing/],
    ['65 octets', 'x'.repeat(65), [], /0 to 64 ASCII characters/],
    ['two lines', 'a\nb', [], /0 to 64 ASCII characters/],
    ['an accent', 'é', [], /0 to 64 ASCII characters/],
    ['two places', 'x', ['--password', 'a', '--password-file', 'b'], /exclude each other/],
  ] as const) {
    test(name, async () => {
      await using cli = await openCommandLine();
      cli.input = input;
      const { code, err } = await cli.type('operator', 'add', ...orange, ...more);
      assert.equal(code, 2);
      assert.match(err, says);
      assert.deepEqual((await cli.read('operator', 'list'))['operators'], []);
    });
  }

  test('a file that is not there', async () => {
    await using cli = await openCommandLine();
    const file = path.join(cli.folder, 'nowhere');
    const { code, err } = await cli.type('operator', 'add', ...orange, '--password-file', file);
    assert.deepEqual([code, err], [1, `parley: ${file} does not exist.\n`]);
  });
});

suite('settings out of bounds are named with their limit', () => {
  for (const [flag, text, says] of [
    ['--name', 'a b', /1 to 40 letters/],
    ['--host', 'smsc example', /IP address or a host name/],
    ['--host', '10.0.0.256', /IP address or a host name/],
    ['--port', '0', /from 1 to 65535/],
    ['--port', '65536', /from 1 to 65535/],
    ['--system-id', 'x'.repeat(16), /1 to 15 ASCII/],
    ['--system-type', 'x'.repeat(13), /0 to 12 ASCII/],
    ['--bind', 'both', /trx, tx, rx or tx-rx/],
    ['--binds', '33', /from 1 to 32/],
    ['--window', '2001', /from 1 to 2000/],
    ['--rate', '0', /from 1 to 100000/],
    ['--receipt-id', 'hex', /asIs, hexInResponse or hexInReceipt/],
    ['--uncertain', 'maybe', /resend, hold or fail/],
    ['--default-sender', 'much too long a name', /3 to 11 letters and digits/],
    ['--long-messages', 'udh32', /udh8, udh16, sar or payload/],
    ['--national-tables', 'turkish,greek', /turkish, spanish, portuguese/],
    ['--word-table', 'SENT=perhaps', /WORD=waiting, delivered or not-delivered/],
    ['--word-table', 'SENT', /up to 100 of them/],
    ['--status-table', '0x58=later', /0x4NN=slow-down, later, again/],
    ['--word-sender-ton-npi', '5', /such as 5\/0/],
    ['--word-sender-ton-npi', '5/256', /from 0 to 255/],
  ] as const) {
    test(`${flag} ${text}`, async () => {
      await using cli = await openCommandLine();
      cli.input = password;
      const others = orange.filter(
        (_, at) => orange[at] !== flag && (at === 0 || orange[at - 1] !== flag),
      );
      const { code, err } = await cli.type('operator', 'add', ...others, flag, text);
      assert.equal(code, 2);
      assert.match(err, new RegExp(`${flag} .*${says.source}|${says.source}`));
    });
  }
});

test('the authority of a TLS link is read from its file', async () => {
  await using cli = await openCommandLine();
  cli.input = password;
  const file = path.join(cli.folder, 'ca.pem');
  await writeFile(file, certificate);
  await cli.read('operator', 'add', ...orange, '--tls', '--tls-ca', file);
  const { out } = await cli.type('operator', 'show', 'orange');
  assert.match(out, /^tls ca +a certificate$/m);
  await writeFile(file, certificate.replace('CERTIFICATE', 'LETTER'));
  const { code, err } = await cli.type('operator', 'add', ...orange, '--tls', '--tls-ca', file);
  assert.equal(code, 1);
  assert.match(err, /does not hold a certificate/);
});

test('the authority of a link without TLS is refused', async () => {
  await using cli = await openCommandLine();
  cli.input = password;
  const file = path.join(cli.folder, 'ca.pem');
  await writeFile(file, certificate);
  const { code, err } = await cli.type('operator', 'add', ...orange, '--tls-ca', file);
  assert.equal(code, 2);
  assert.match(err, /--tls-ca requires --tls/);
});

test('a name is taken once', async () => {
  await using cli = await openWithOperator();
  const { code, err } = await cli.type('operator', 'add', ...orange);
  assert.equal(code, 1);
  assert.match(err, /Operator orange already exists/);
});

test('an operator is paused, drained, relieved and resumed', async () => {
  await using cli = await openWithOperator();
  assert.deepEqual(await cli.read('operator', 'pause', 'orange'), {
    operator: 'orange',
    state: 'paused',
  });
  const { out } = await cli.type('operator', 'list');
  assert.match(out, /^1 +orange +paused +smsc\.example:2775/m);
  assert.equal((await cli.read('operator', 'drain', 'orange'))['state'], 'draining');
  assert.equal((await cli.read('operator', 'reroute', 'orange'))['state'], 'rerouting');
  assert.match((await cli.type('operator', 'list')).out, /orange +rerouting/);
  assert.equal((await cli.read('operator', 'resume', 'orange'))['state'], 'active');
});

test('an operator goes with its routes, once nothing waits for it', async () => {
  await using cli = await openWithOperator();
  await cli.type('route', 'set', '--prefix', '33', '--operator', 'orange');
  cli.owePart(1);
  assert.deepEqual(await cli.read('operator', 'remove', 'orange'), { leaving: 'orange' });
  const { out } = await cli.type('operator', 'list');
  assert.match(out, /orange +leaving/);
  cli.settleParts();
  assert.deepEqual(await cli.read('operator', 'remove', 'orange'), { removed: 'orange' });
  assert.deepEqual(await cli.read('operator', 'list'), { operators: [] });
  assert.deepEqual(await cli.read('route', 'list'), { routes: [] });
});

test('the built-in operator stays', async () => {
  await using cli = await openCommandLine();
  await cli.addBuiltInOperator();
  const { code, err } = await cli.type('operator', 'remove', 'simulator');
  assert.equal(code, 1);
  assert.match(err, /PARLEY_SIMULATOR=off/);
  const { out } = await cli.type('operator', 'list');
  assert.match(out, /simulator \(built in\)/);
});

for (const verb of ['show', 'pause', 'drain', 'resume', 'remove']) {
  test(`nothing is there to ${verb} under an unknown name`, async () => {
    await using cli = await openCommandLine();
    const { code, err } = await cli.type('operator', verb, 'sfr');
    assert.deepEqual([code, err], [1, 'parley: Operator sfr does not exist.\n']);
  });
}

suite('operator set', () => {
  test('changes what it names, and nothing else', async () => {
    await using cli = await openWithOperator('--window', '20');
    const changed = await cli.read(
      'operator',
      'set',
      'orange',
      '--rate',
      '50',
      '--tls',
      'on',
      '--national-tables',
      'turkish,spanish',
      '--word-sender-ton-npi',
      '5/1',
    );
    const { settings } = changed['operator'] as { settings: OperatorSettings };
    assert.deepEqual(settings, {
      ...operatorDefaults,
      host: 'smsc.example',
      systemId: 'me',
      window: 20,
      ratePerSecond: 50,
      tls: true,
      nationalTables: ['turkish', 'spanish'],
      wordSenderTonNpi: '5/1',
    });
    assert.deepEqual(await cli.read('operator', 'show', 'orange'), changed);
    const { out } = await cli.type('operator', 'show', 'orange');
    assert.match(out, /^national tables +turkish,spanish$/m);
    assert.match(out, /^tls +on$/m);
  });

  test('keeps tables of the operator’s own words and codes', async () => {
    await using cli = await openWithOperator('--word-table', 'SENT=waiting,LOST=not-delivered');
    await cli.read('operator', 'set', 'orange', '--status-table', '0x451=later,0x452=refused');
    const { out } = await cli.type('operator', 'show', 'orange');
    assert.match(out, /^word table +SENT=waiting,LOST=not delivered$/m);
    assert.match(out, /^status table +0x451=later,0x452=refused$/m);
  });

  test('takes a setting back', async () => {
    await using cli = await openWithOperator('--rate', '50', '--tls', '--strip-zeros');
    const back = [
      '--rate',
      'none',
      '--tls',
      'off',
      '--strip-zeros',
      'off',
      '--national-tables',
      'none',
    ];
    await cli.read('operator', 'set', 'orange', ...back);
    const { out } = await cli.type('operator', 'show', 'orange');
    assert.match(out, /^rate per second +none$/m);
    assert.match(out, /^tls +off$/m);
    assert.match(out, /^strip zeros +off$/m);
    assert.match(out, /^national tables +none$/m);
  });

  test('changes a password, which nobody sees', async () => {
    await using cli = await openWithOperator();
    const file = path.join(cli.folder, 'password');
    await writeFile(file, 'another\n');
    const { out } = await cli.type('operator', 'set', 'orange', '--password-file', file);
    assert.ok(!out.includes('another'));
    assert.equal(await sealedPasswordOf(cli), 'another');
  });

  test('has every setting as an option, with its limits', async () => {
    await using cli = await openCommandLine();
    const { out } = await cli.type('operator', 'set', '--help');
    const fields: Readonly<Record<string, FieldWords>> = operatorWords.fields;
    for (const name of Object.keys(operatorDefaults)) {
      const flag = flagOf(fields[name]?.flag ?? name);
      assert.match(out, new RegExp(`^${flag} [A-Z]`, 'm'));
    }
  });

  for (const [more, says] of [
    [[], /Give at least one setting, such as .* 20/],
    [['--tls-ca', 'ca.pem'], /ca\.pem does not exist/],
    [
      ['--version', '3.3', '--long-messages', 'sar'],
      /.* requires TLVs, which version 3\.3 does not have/,
    ],
    [['--window', '0'], /--window must be a whole number from 1 to 2000/],
    [['--tls', 'yes'], /--tls must be on or off/],
  ] as const) {
    test(`changes nothing with ${more.join(' ')}`, async () => {
      await using cli = await openWithOperator();
      const before = await cli.read('operator', 'show', 'orange');
      const { code, err } = await cli.type('operator', 'set', 'orange', ...more);
      assert.notEqual(code, 0);
      assert.match(err, says);
      assert.deepEqual(await cli.read('operator', 'show', 'orange'), before);
    });
  }

  test('leaves the built-in operator to the server', async () => {
    await using cli = await openCommandLine();
    await cli.addBuiltInOperator();
    const { code, err } = await cli.type('operator', 'set', 'simulator', '--window', '20');
    assert.equal(code, 1);
    assert.match(err, /is built in: the server configures it at each start\./);
  });
});
