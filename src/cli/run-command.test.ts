import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { describeOptions } from '#config.ts';
import { openCommandLine } from '#test/harness/command-line.ts';
import { commands } from './commands.ts';

test('without a command the server runs, with the settings of flags and variables', async () => {
  await using cli = await openCommandLine();
  cli.environment = { ...cli.environment, PARLEY_CURRENCY: 'CHF' };
  assert.deepEqual(await cli.type(), { code: 0, out: '', err: '' });
  assert.equal((await cli.type('--port', '9000', '--simulator=off')).code, 0);
  assert.equal((await cli.type('serve', '--port', '9001')).code, 0);
  assert.deepEqual(
    cli.served.map(({ port, simulator, currency }) => [port, simulator, currency]),
    [
      [8080, true, 'CHF'],
      [9000, false, 'CHF'],
      [9001, true, 'CHF'],
    ],
  );
});

suite('what cannot be understood is misused, and says what is near', () => {
  for (const [argv, says] of [
    [['acount', 'list'], /no command "acount list"; the nearest is "account list"/],
    [['operators'], /no command "operators"; the nearest is "operator"/],
    [['account'], /"account" needs a subcommand; "parley help account"/],
    [['account', '--json'], /"account" needs a subcommand/],
    [['account', 'lst'], /no command "account lst"; the nearest is "account list"/],
    [['account', 'list', '--limt', '3'], /no option --limt; the nearest is --limit/],
    [['account', 'list', '-x'], /no option -x/],
    [['account', 'list', '--limit', '1', '--limit', '2'], /--limit is given twice/],
    [['account', 'list', '--limit'], /--limit needs a value/],
    [['account', 'list', '--limit', '--json'], /--limit needs a value/],
    [['account', 'list', '--json=yes'], /--json takes no value/],
    [['account', 'list', '--__proto__', 'x'], /no option --__proto__/],
    [['serve', 'now'], /What is "now"\?/],
    [['--prot', '9'], /no option --prot; the nearest is --port/],
    [['serve', '--json'], /no option --json/],
    [['account', 'list', '--port', '1'], /no option --port/],
    [['serve', '--port', 'x'], /--port is "x", but must be a whole number/],
    [['help', 'acount'], /no command "acount"/],
    [['constructor', 'toString'], /no command/],
  ] as const) {
    test(`parley ${argv.join(' ')}`, async () => {
      await using cli = await openCommandLine();
      const { code, out, err } = await cli.type(...argv);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.match(err, says);
      assert.deepEqual(cli.served, []);
    });
  }
});

test('a bad variable stops every command', async () => {
  await using cli = await openCommandLine();
  cli.environment = { PARLEY_PROT: '1', PARLEY_LOG: 'loud' };
  for (const argv of [[], ['account', 'list'], ['route', 'list']]) {
    const { code, err } = await cli.type(...argv);
    assert.equal(code, 2);
    assert.match(
      err,
      /no setting PARLEY_PROT. The nearest is PARLEY_PORT.\n.*PARLEY_LOG is "loud"/,
    );
  }
});

test('help works whatever the variables are', async () => {
  await using cli = await openCommandLine();
  cli.environment = { PARLEY_PROT: '1' };
  const asked = [['help'], ['--help'], ['-h'], ['help', 'config'], ['account', 'list', '--help']];
  for (const argv of [...asked, ['account', '--help'], ['help', 'account'], ['serve', '-h']]) {
    const { code, out, err } = await cli.type(...argv);
    assert.deepEqual([code, err], [0, ''], argv.join(' '));
    assert.notEqual(out, '');
  }
});

test('the version is told in words and as JSON', async () => {
  await using cli = await openCommandLine();
  assert.match((await cli.type('--version')).out, /^parley \d+\.\d+\.\d+\n$/);
  assert.match(String((await cli.read('--version'))['version']), /^\d+\.\d+\.\d+$/);
});

test('help lists every command, and of each every option', async () => {
  await using cli = await openCommandLine();
  const { out } = await cli.type('help');
  for (const { name, sentence } of commands) {
    assert.match(out, new RegExp(`^parley ${name} +`, 'm'));
    assert.ok(out.includes(sentence));
    const { out: usage } = await cli.type(...name.split(' '), '--help');
    assert.equal((await cli.type('help', ...name.split(' '))).out, usage);
    assert.match(usage, /^--database VALUE +/m);
  }
  const { out: create } = await cli.type('account', 'create', '--help');
  assert.match(create, /^parley account create --name NAME --email ADDRESS \[OPTIONS\]\n/);
  assert.match(create, /^--reply-url URL +/m);
});

test('help settings lists every setting with its variable, flag, form and default', async () => {
  await using cli = await openCommandLine();
  const { out } = await cli.type('help', 'settings');
  for (const { name, variable, form, fallback, sentence } of describeOptions()) {
    assert.ok(out.includes(`${variable}, --${name}\n`));
    assert.ok(out.includes(form) && out.includes(sentence) && out.includes(fallback));
  }
  const document = await cli.read('help', 'settings');
  assert.deepEqual(document['settings'], describeOptions());
});

test('help answers programs too', async () => {
  await using cli = await openCommandLine();
  const { commands: listed } = await cli.read('help');
  assert.equal((listed as unknown[]).length, commands.length);
  assert.equal((await cli.read('account', 'list', '--help'))['name'], 'account list');
});

test('a flag says where the data is, for every command', async () => {
  await using cli = await openCommandLine();
  await using other = await openCommandLine();
  const create = ['account', 'create', '--name', 'A', '--email', 'a@a.example'];
  await cli.read(...create, '--database', `file:${other.folder}`);
  assert.equal(((await cli.read('account', 'list'))['accounts'] as unknown[]).length, 0);
  assert.equal(((await other.read('account', 'list'))['accounts'] as unknown[]).length, 1);
});

test('an installation that does not open fails the command in one sentence', async () => {
  await using cli = await openCommandLine();
  const { code, out, err } = await cli.type('account', 'list', '--database', 'file:/dev/null/data');
  assert.equal(code, 1);
  assert.equal(out, '');
  assert.match(err, /^parley: [^\n]+\.\n$/);
});
