import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hashApiKey } from '#accounts/api-key.ts';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';
import { secretPlace } from '#webhooks/signature.ts';

type CreatedJson = {
  readonly account: { readonly id: number; readonly balance: string; readonly testBalance: string };
  readonly keys: readonly {
    readonly key: string;
    readonly mode: string;
    readonly bases: readonly string[];
  }[];
  readonly endpoints: { readonly reply: { readonly url: string } | null };
  readonly secrets: { readonly reply?: string; readonly report?: string; readonly email?: string };
};

async function create(cli: CommandLine, ...more: readonly string[]): Promise<CreatedJson> {
  const written = ['account', 'create', '--name', 'Acme', '--email', 'ops@acme.example', ...more];
  return (await cli.read(...written)) as unknown as CreatedJson;
}

test('a new account has a live key for each base and a test key for both', async () => {
  await using cli = await openCommandLine();
  const { account, keys } = await create(cli, '--balance', '12.5');
  assert.deepEqual(
    keys.map(({ mode, bases }) => [mode, ...bases]),
    [
      ['live', 'sms'],
      ['live', 'email'],
      ['test', 'sms', 'email'],
    ],
  );
  assert.equal(account.balance, '12.5');
  assert.equal(account.testBalance, '100');
  await using installation = await cli.open();
  for (const { key } of keys) {
    const found = await installation.storage.accounts.findKeyByHash(hashApiKey(key) ?? '');
    assert.equal(found?.account.name, 'Acme');
  }
});

test('an account takes its country and currency from the settings unless it names its own', async () => {
  await using cli = await openCommandLine();
  cli.environment = { ...cli.environment, PARLEY_HOME_COUNTRY: 'BE', PARLEY_CURRENCY: 'CHF' };
  const { account } = await create(cli);
  assert.partialDeepStrictEqual(account, { homeCountry: 'BE', currency: 'CHF' });
  const { account: other } = await create(cli, '--country', 'gb', '--currency', 'gbp');
  assert.partialDeepStrictEqual(other, { homeCountry: 'GB', currency: 'GBP' });
});

test('keys and secrets are shown when they are made and never again', async () => {
  await using cli = await openCommandLine();
  const { keys, secrets } = await create(cli, '--reply-url', 'https://hooks.example/replies');
  const { out } = await cli.type('account', 'create', '--name', 'B', '--email', 'b@b.example');
  assert.match(out, /shown this once/);
  assert.match(out, /SMS key +live_\w{49}\nEmail key +live_\w{49}\nTest key +test_\w{49}/);
  const later = [
    await cli.type('account', 'show', '1'),
    await cli.type('account', 'show', '1', '--json'),
    await cli.type('account', 'list', '--json'),
    await cli.type('key', 'list', '--account', '1'),
  ];
  for (const secret of [...keys.map(({ key }) => key), secrets.reply ?? 'none was made']) {
    for (const { out: text, err } of later) assert.ok(!`${text}${err}`.includes(secret.slice(12)));
  }
});

test('the signing secret of an endpoint is shown when it is new and kept when its URL changes', async () => {
  await using cli = await openCommandLine();
  const { secrets } = await create(cli, '--dlr-url', 'https://hooks.example/reports');
  assert.match(secrets.report ?? '', /^whsec_/);
  const changed = await cli.read('account', 'set', '1', '--dlr-url', 'https://hooks.example/other');
  assert.deepEqual(changed['secrets'], {});
  await using installation = await cli.open();
  const { storage, sealer } = installation;
  const endpoint = await storage.webhooks.findAccountEndpoint(1, 'report');
  assert.equal(endpoint?.url, 'https://hooks.example/other');
  const place = secretPlace({ accountId: 1, source: 'report' });
  assert.equal(sealer.open(endpoint.secrets[0]?.sealed ?? '', place), secrets.report);
});

test('a URL that the guard refuses makes no account', async () => {
  await using cli = await openCommandLine();
  const written = ['account', 'create', '--name', 'A', '--email', 'a@a.example'];
  const { code, err } = await cli.type(...written, '--reply-url', 'http://127.0.0.1/hook');
  assert.equal(code, 2);
  assert.match(err, /--reply-url leads to 127\.0\.0\.1.*PARLEY_WEBHOOK_ALLOW/);
  assert.deepEqual((await cli.read('account', 'list'))['accounts'], []);
  cli.environment = { ...cli.environment, PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };
  await create(cli, '--reply-url', 'http://127.0.0.1/hook');
});

test('a list tells where the next page begins', async () => {
  await using cli = await openCommandLine();
  for (const _ of [1, 2, 3]) await create(cli);
  const first = await cli.read('account', 'list', '--limit', '2');
  assert.equal(first['next'], 2);
  const { out } = await cli.type('account', 'list', '--limit', '2');
  assert.match(out, /^id +under +name .*\n1 .*\n2 .*\nThere are more: --after 2\n$/);
  const second = await cli.read('account', 'list', '--limit', '2', '--after', '2');
  assert.equal(second['next'], null);
  assert.equal((second['accounts'] as unknown[]).length, 1);
});

test('an account is shown with its ledger, which adds up', async () => {
  await using cli = await openCommandLine();
  await create(cli, '--balance', '10', '--reply-url', 'https://hooks.example/');
  await cli.type('account', 'topup', '1', '2.5');
  await cli.type('account', 'topup', '1', '--', '-0.000001');
  const { out } = await cli.type('account', 'show', '1');
  assert.match(out, /ledger +adds up: 12\.499999 = 12\.499999 moved - 0 spent/);
  assert.match(out, /^balance +12\.499999 EUR$/m);
  assert.match(out, /^report URL +the reply URL$/m);
  const shown = await cli.read('account', 'show', '1');
  assert.partialDeepStrictEqual(shown, { ledger: { live: { adds: true }, test: { adds: true } } });
});

test('test money is topped up apart from live money', async () => {
  await using cli = await openCommandLine();
  await create(cli);
  const { account } = await cli.read('account', 'topup', '1', '5', '--test');
  assert.partialDeepStrictEqual(account, { balance: '0', testBalance: '105' });
});

test('events of emails have a URL of their own, which is shown, changed and removed', async () => {
  await using cli = await openCommandLine();
  const { secrets } = await create(cli, '--event-url', 'https://hooks.example/mails');
  assert.match(secrets.email ?? '', /^whsec_/);
  const { out } = await cli.type('account', 'show', '1');
  assert.match(out, /^event URL +https:\/\/hooks\.example\/mails$/m);
  const refused = await cli.type('account', 'set', '1', '--event-url', 'http://127.0.0.1/hook');
  assert.match(refused.err, /--event-url leads to 127\.0\.0\.1/);
  const changed = await cli.read('account', 'set', '1', '--event-url', '');
  assert.partialDeepStrictEqual(changed, { endpoints: { reply: null, report: null, email: null } });
});

test('an account changes as it is told, and in nothing else', async () => {
  await using cli = await openCommandLine();
  await create(cli, '--reply-url', 'https://hooks.example/');
  const state = await cli.read('account', 'set', '1', '--state', 'blocked');
  assert.partialDeepStrictEqual(state, { account: { state: 'blocked', name: 'Acme' } });
  const rest = ['--name', 'B', '--email', 'b@b.example', '--country', 'DE', '--reply-url', ''];
  const changed = await cli.read('account', 'set', '1', ...rest);
  assert.partialDeepStrictEqual(changed, {
    account: { state: 'blocked', name: 'B', email: 'b@b.example', homeCountry: 'DE' },
    endpoints: { reply: null, report: null },
  });
});

test('a change that others should see raises the version they look at', async () => {
  await using cli = await openCommandLine();
  await create(cli);
  await using installation = await cli.open();
  const before = await installation.storage.settings.settingsVersion();
  await cli.type('account', 'set', '1', '--state', 'disabled');
  assert.ok((await installation.storage.settings.settingsVersion()) > before);
});

suite('what names no account fails', () => {
  for (const argv of [
    ['account', 'show', '7'],
    ['account', 'topup', '7', '1'],
    ['account', 'set', '7', '--name', 'x'],
    ['account', 'set', '7', '--reply-url', 'https://hooks.example/'],
    ['key', 'list', '--account', '7'],
    ['key', 'create', '--account', '7'],
  ]) {
    test(argv.join(' '), async () => {
      await using cli = await openCommandLine();
      const { code, out, err } = await cli.type(...argv);
      assert.deepEqual([code, out, err], [1, '', 'parley: Account 7 does not exist.\n']);
    });
  }
});

suite('what is written wrongly is named with its limit', () => {
  const who = ['--name', 'A', '--email', 'a@a.example'];
  for (const [argv, says] of [
    [['account', 'create', '--name', 'A'], /--email is missing/],
    [
      ['account', 'create', '--email', 'a', '--name', 'x\ny'],
      /--name must be one line.*\n.*--email/,
    ],
    [['account', 'create', ...who, '--currency', 'EURO'], /--currency must be a currency code/],
    [['account', 'create', ...who, '--country', 'FRA'], /--country must be a country code/],
    [['account', 'create', ...who, '--balance=-1'], /--balance must be .* not below 0/],
    [['account', 'create', ...who, '--balance', '0.0000001'], /six decimals/],
    [['account', 'create', ...who, '--balance', '999999999'], /up to 100000000/],
    [['account', 'show'], /ID is missing/],
    [['account', 'show', '0'], /ID must be a whole number/],
    [['account', 'show', '1', '2'], /What is "2"\?/],
    [['account', 'topup', '1', '0'], /AMOUNT must be an amount .* not 0/],
    [['account', 'topup', '1', 'ten'], /AMOUNT must be an amount/],
    [['account', 'set', '1'], /Nothing to change was given/],
    [['account', 'set', '1', '--state', 'gone'], /active, disabled or blocked/],
    [['account', 'list', '--limit', '1001'], /from 1 to 1000/],
  ] as const) {
    test(argv.join(' '), async () => {
      await using cli = await openCommandLine();
      const { code, out, err } = await cli.type(...argv);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.match(err, says);
    });
  }
});

test('the time zone of an account is a name that the calendar knows', async () => {
  await using cli = await openCommandLine();
  await cli.read('account', 'create', '--name', 'Acme', '--email', 'ops@acme.example');
  const set = ['account', 'set', '1', '--time-zone'];
  const { account } = await cli.read(...set, 'america/martinique');
  assert.partialDeepStrictEqual(account, { timeZone: 'America/Martinique' });
  for (const wrong of ['Europe/Paradise', '+02:00', '']) {
    assert.equal((await cli.type(...set, wrong)).code, 2, wrong);
  }
});

test('where keys stand and how XML is written are switches of an account', async () => {
  await using cli = await openCommandLine();
  await cli.read('account', 'create', '--name', 'Acme', '--email', 'ops@acme.example');
  const set = ['account', 'set', '1'];
  const { account } = await cli.read(...set, '--keys-in', 'header', '--xml', 'positional');
  assert.partialDeepStrictEqual(account, { keyPlaces: 'header', xmlForm: 'positional' });
  assert.equal((await cli.type(...set, '--keys-in', 'query')).code, 2);
});
