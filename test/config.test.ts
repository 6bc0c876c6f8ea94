import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { type Config, describeOptions, type Environment, type Flags, readConfig } from '#config.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

function configOf(environment: Environment, flags: Flags = {}): Config {
  const reading = readConfig(environment, flags);
  assert.ok(reading.ok, reading.ok ? '' : reading.problems.join('\n'));
  return reading.config;
}

function problemsOf(environment: Environment, flags: Flags = {}): readonly string[] {
  const reading = readConfig(environment, flags);
  return reading.ok ? [] : reading.problems;
}

test('without any setting everything has its default', () => {
  const { written: settings, ...config } = configOf({ HOME: '/root' });
  assert.deepEqual([...new Set(settings.map(({ source }) => source))], ['default']);
  assert.deepEqual(config, {
    port: 8080,
    hosts: ['127.0.0.1', '::1'],
    database: { kind: 'folder' },
    dataFolder: './data',
    masterKeyFile: './data/master.key',
    metrics: undefined,
    otlpEndpoint: undefined,
    simulator: true,
    simulatorPort: 0,
    adapters: [],
    mailHost: undefined,
    tls: undefined,
    scheme: 'http',
    publicUrl: undefined,
    smtpIn: undefined,
    mailCatcher: { host: '127.0.0.1', port: 2525 },
    mail: {
      mode: 'catcher',
      relays: [],
      helloName: '',
      sourceAddress: undefined,
      ip: '4',
      directPort: 25,
      allow: [],
    },
    smpp: {
      hosts: ['127.0.0.1', '::1'],
      port: undefined,
      tlsPort: undefined,
      tlsCert: '',
      tlsKey: '',
    },
    calls: {
      listen: { how: 'auto' },
      publicAddress: undefined,
      tlsCert: '',
      tlsKey: '',
      rtpPorts: { first: 10_000, last: 19_999 },
      perMinuteMax: 1_000_000,
      spendPerDay: 50_000_000,
      maxMs: 7_200_000,
      perAccount: 30,
      perAccountASecond: 5,
      perNumber: 10,
      perPairAMinute: 30,
    },
    voicemail: { spool: 'data/spool', longestMs: 180_000, days: 30 },
    homeCountry: 'FR',
    currency: 'EUR',
    webhookAllow: [],
    nameServers: [],
    webhookProxy: undefined,
    webhookSourceAddress: undefined,
    logLevel: 'info',
    roles: ['api', 'sms', 'mail', 'webhooks', 'calls'],
    threads: 'auto',
    leaseMs: 15_000,
    queueMax: 1_000_000,
    mfa: 'auto',
    trustedProxies: [],
    stopMatch: 'whole',
    stopMention: 'STOP au {number}',
    retentionDays: 90,
    eventRetentionDays: 30,
    requestLogDays: 30,
  });
});

test('a flag goes before a variable, a variable before the default', () => {
  assert.equal(configOf({ PARLEY_PORT: '9000' }).port, 9000);
  assert.equal(configOf({ PARLEY_PORT: '9000' }, { port: '9001' }).port, 9001);
});

test('a variable without text counts as not set', () => {
  assert.equal(configOf({ PARLEY_PORT: '', PARLEY_WEBHOOK_ALLOW: '' }).port, 8080);
});

test('a config does not change', () => {
  const config = configOf({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  assert.ok(Object.isFrozen(config));
  assert.ok(Object.isFrozen(config.webhookAllow));
  assert.ok(Object.isFrozen(config.hosts));
});

suite('good values', () => {
  const rows: readonly (readonly [Environment, Partial<Config>])[] = [
    [{ PARLEY_HOST: '0.0.0.0' }, { hosts: ['0.0.0.0'] }],
    [{ PARLEY_HOST: 'localhost, 10.0.0.7' }, { hosts: ['127.0.0.1', '::1', '10.0.0.7'] }],
    [{ PARLEY_HOST: '::,api.example' }, { hosts: ['::', 'api.example'] }],
    [{ PARLEY_DATABASE: 'file:///srv/parley/' }, { masterKeyFile: '/srv/parley/master.key' }],
    [{ PARLEY_DATABASE: 'file:/srv/a b' }, { dataFolder: '/srv/a b' }],
    [
      { PARLEY_DATABASE: 'postgres://me:s@db.example/parley' },
      {
        database: { kind: 'server', address: 'postgres://me:s@db.example/parley' },
        dataFolder: './data',
        masterKeyFile: './data/master.key',
      },
    ],
    [{ PARLEY_MASTER_KEY_FILE: '/run/key' }, { masterKeyFile: '/run/key' }],
    [{ PARLEY_DNS: '10.0.0.2, 10.0.0.3:5353' }, { nameServers: ['10.0.0.2', '10.0.0.3:5353'] }],
    [{ PARLEY_DNS: '[2001:db8::1]:53,::1' }, { nameServers: ['[2001:db8::1]:53', '::1'] }],
    [{ PARLEY_SIMULATOR: 'off' }, { simulator: false }],
    [{ PARLEY_SIMULATOR_PORT: '2775' }, { simulatorPort: 2775 }],
    [
      { PARLEY_HOME_COUNTRY: 'be', PARLEY_CURRENCY: 'usd' },
      { homeCountry: 'BE', currency: 'USD' },
    ],
    [
      { PARLEY_WEBHOOK_ALLOW: '10.20.0.0/16,hooks.intra.example, ::1' },
      { webhookAllow: ['10.20.0.0/16', 'hooks.intra.example', '::1'] },
    ],
    [{ PARLEY_LOG: 'silent' }, { logLevel: 'silent' }],
    [{ PARLEY_QUEUE_MAX: '5' }, { queueMax: 5 }],
    [{ PARLEY_STOP_MATCH: 'first-word' }, { stopMatch: 'first-word' }],
    [{ PARLEY_STOP_MENTION: 'STOP {number}' }, { stopMention: 'STOP {number}' }],
    [{ PARLEY_RETENTION_DAYS: '0' }, { retentionDays: 0 }],
    [{ PARLEY_EVENT_RETENTION_DAYS: '3650' }, { eventRetentionDays: 3_650 }],
  ];
  for (const [environment, expected] of rows) {
    test(JSON.stringify(environment), () => {
      assert.deepEqual(configOf(environment), { ...configOf(environment), ...expected });
    });
  }
});

suite('bad values stop the start, naming the setting and what it must be', () => {
  const rows: readonly (readonly [variable: string, text: string, says: RegExp])[] = [
    ['PARLEY_PORT', '65536', /whole number from 0 to 65535/],
    ['PARLEY_PORT', '80a', /whole number/],
    ['PARLEY_HOST', 'a,,b', /IP addresses or host names/],
    ['PARLEY_HOST', '127.0.0.256', /IP addresses or host names/],
    ['PARLEY_DATABASE', 'mysql://localhost/parley', /or postgres:\/\/user/],
    ['PARLEY_DATABASE', './data', /"file:" and a folder/],
    ['PARLEY_DATABASE', 'file:', /"file:" and a folder/],
    ['PARLEY_DATABASE', 'file://server/share', /"file:" and a folder/],
    ['PARLEY_MASTER_KEY_FILE', 'a\0b', /path of a file/],
    ['PARLEY_SIMULATOR', 'yes', /on or off/],
    ['PARLEY_SIMULATOR_PORT', '-1', /whole number/],
    ['PARLEY_HOME_COUNTRY', 'FRA', /country code/],
    ['PARLEY_CURRENCY', 'EURO', /currency code/],
    ['PARLEY_DNS', 'ns1.example.com', /IP addresses with commas/],
    ['PARLEY_DNS', '10.0.0.2:0', /IP addresses with commas/],
    ['PARLEY_DNS', '2001:db8::1:x', /IP addresses with commas/],
    ['PARLEY_WEBHOOK_ALLOW', '10.0.0.0/33', /address ranges or host names/],
    ['PARLEY_WEBHOOK_ALLOW', '10.0.0.1/8', /address ranges or host names/],
    ['PARLEY_LOG', 'verbose', /debug, info, warn, error or silent/],
    ['PARLEY_QUEUE_MAX', '0', /whole number from 1/],
  ];
  for (const [variable, text, says] of rows) {
    test(`${variable}=${JSON.stringify(text)}`, () => {
      const [problem = '', ...others] = problemsOf({ [variable]: text });
      assert.deepEqual(others, []);
      assert.ok(problem.startsWith(`${variable} is "`), problem);
      assert.match(problem, says);
    });
  }
});

test('all problems are named at once', () => {
  const problems = problemsOf({ PARLEY_PORT: 'x', PARLEY_LOG: 'y' }, { currency: 'z' });
  assert.deepEqual(
    problems.map((problem) => problem.split(' ')[0]),
    ['PARLEY_PORT', '--currency', 'PARLEY_LOG'],
  );
});

test('an unknown variable or flag stops the start and names the nearest one', () => {
  assert.deepEqual(problemsOf({ PARLEY_WEBHOOKS_ALLOW: 'x' }), [
    'There is no setting PARLEY_WEBHOOKS_ALLOW. The nearest is PARLEY_WEBHOOK_ALLOW.',
  ]);
  assert.deepEqual(problemsOf({}, { prot: '80' }), [
    'There is no option --prot. The nearest is --port.',
  ]);
});

test('the password of a database address is not repeated', () => {
  const [problem = ''] = problemsOf({
    PARLEY_DATABASE: 'postgre://me:s3cr@t/x@db.example/parley',
  });
  assert.doesNotMatch(problem, /s3cr|me:/);
  assert.match(problem, /postgre:\/\/…@db\.example/);
});

test('every option describes itself, and its default reads', () => {
  const described = describeOptions();
  assert.deepEqual(
    described.map(({ variable }) => variable),
    described.map(({ name }) => `PARLEY_${name.replaceAll('-', '_').toUpperCase()}`),
  );
  for (const { name, fallback, sentence, form } of described) {
    assert.deepEqual(problemsOf({}, { [name]: fallback }), []);
    assert.match(sentence, /^[A-Z].*\.$/);
    assert.notEqual(form, '');
  }
});

test('what carries a password may stand in a file', async () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, 'address');
  await writeFile(file, 'postgres://parley:secret@db/parley\n');
  const { database } = configOf({ PARLEY_DATABASE_FILE: file });
  assert.deepEqual(database, { kind: 'server', address: 'postgres://parley:secret@db/parley' });
  const twice = { PARLEY_DATABASE_FILE: file, PARLEY_DATABASE: 'file:./data' };
  assert.deepEqual(problemsOf(twice), [
    'PARLEY_DATABASE and PARLEY_DATABASE_FILE say the same thing twice.',
  ]);
  assert.match(problemsOf({ PARLEY_DATABASE_FILE: '/no/such' })[0] ?? '', /cannot be read/);
  assert.match(problemsOf({ PARLEY_PORT_FILE: file })[0] ?? '', /There is no setting/);
});

function shownOf(environment: Environment, flags: Flags = {}): Record<string, string> {
  const { written: settings } = configOf(environment, flags);
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
}

suite('the settings as people see them', () => {
  const secrets = {
    PARLEY_DATABASE: 'postgres://parley:hunter2@db.example/parley?password=hunter2',
    PARLEY_MAIL_RELAY: 'smtp://us:hunter2@a.example,smtps://b.example,smtp://us:hunter2@c.example',
    PARLEY_WEBHOOK_PROXY: 'http://us:hunter2@proxy.example:3128',
  };

  test('are without what lets somebody in', () => {
    const shown = shownOf(secrets);
    assert.doesNotMatch(JSON.stringify(shown), /hunter2|us:/);
    assert.deepEqual(
      [shown['database'], shown['mail-relay'], shown['webhook-proxy']],
      [
        'postgres://…@db.example/parley?…',
        'smtp://…@a.example,smtps://b.example,smtp://…@c.example',
        'http://…@proxy.example:3128',
      ],
    );
    assert.deepEqual(
      Object.keys(secrets),
      describeOptions().flatMap(({ secret, variable }) => (secret ? [variable] : [])),
      'each that is a secret is tried here',
    );
  });

  test('have no option whose value may be a password and that is no secret', () => {
    const suspects = describeOptions().filter(({ form, sentence, fallback }) =>
      /password|credential|token/i.test(`${form} ${sentence} ${fallback}`),
    );
    assert.deepEqual(
      suspects.filter(({ secret }) => !secret).map(({ name }) => name),
      [],
    );
  });

  test('say where each was written', async () => {
    using folder = await written('queue-max = 2\nport = 2\n');
    const environment = { PARLEY_CONFIG: folder.file, PARLEY_PORT: '3', PARLEY_LOG: 'warn' };
    const { written: settings } = configOf(environment, { log: 'error' });
    const told = (wanted: string) =>
      settings.flatMap(({ name, value, source }) =>
        name === wanted ? [`${value} ${source}`] : [],
      );
    assert.deepEqual(['queue-max', 'port', 'log', 'currency'].flatMap(told), [
      '2 file',
      '3 variable',
      'error flag',
      'EUR default',
    ]);
  });
});

async function written(text: string) {
  const folder = temporaryFolder();
  const file = path.join(folder.path, 'parley.conf');
  await writeFile(file, text);
  return { ...folder, file };
}

suite('a file of settings', () => {
  test('goes before the default, and behind variables and flags', async () => {
    using folder = await written(
      '# of this machine\n\nport = 1\r\nqueue-max=2\n  home-country =  DE \n',
    );
    const { file } = folder;
    const read = configOf({ PARLEY_CONFIG: file });
    assert.deepEqual([read.port, read.queueMax, read.homeCountry], [1, 2, 'DE']);
    assert.equal(configOf({ PARLEY_CONFIG: file, PARLEY_PORT: '3' }).port, 3);
    assert.equal(configOf({ PARLEY_PORT: '3' }, { config: file, port: '4' }).port, 4);
    assert.equal(configOf({}, { config: file }).queueMax, 2);
  });

  test('with what is unknown, twice or no line stops the start, and no value is repeated', async () => {
    using folder = await written(
      'prot = 1\nport = x\nlog = warn\nlog = info\npa55word\nconfig = a\n',
    );
    const { file } = folder;
    const problems = problemsOf({ PARLEY_CONFIG: file });
    assert.deepEqual(problems, [
      `${file} says log twice.`,
      `${file}, line 5, is no "name = value".`,
      `There is no setting prot, which ${file} has. The nearest is port.`,
      `${file} cannot name another file of settings.`,
      `port in ${file} is "x", but must be a whole number from 0 to 65535.`,
    ]);
  });

  test('that is named must be there', () => {
    assert.deepEqual(problemsOf({ PARLEY_CONFIG: '/nowhere/parley.conf' }), [
      '/nowhere/parley.conf cannot be read as a file of settings.',
    ]);
  });
});
