import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { verifyPassword } from '#accounts/password.ts';
import { must } from '#core/assert.ts';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';

type UserJson = {
  readonly id: number;
  readonly state: string;
  readonly mode: string;
  readonly settings: Record<string, unknown>;
  readonly password?: string;
};

async function withAccount(line: CommandLine): Promise<void> {
  await line.read('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
}

async function create(line: CommandLine, ...more: readonly string[]): Promise<UserJson> {
  const words = ['smpp-user', 'create', '--system-id', 'ACME', '--account', '1', ...more];
  return (await line.read(...words))['smppUser'] as UserJson;
}

async function kept(line: CommandLine) {
  await using installation = await line.open();
  const [customer] = await installation.storage.customers.listCustomers();
  return must(customer, 'SMPP user').user;
}

suite('parley smpp-user', () => {
  test('create makes a user with the defaults, and a password of which the hash remains', async () => {
    await using line = await openCommandLine();
    await withAccount(line);
    const { password = '', settings, ...user } = await create(line);
    assert.match(password, /^[A-Za-z0-9]{8}$/);
    assert.deepEqual([user.state, user.mode], ['active', 'live']);
    assert.deepEqual(settings, {
      modes: ['tx', 'rx', 'trx'],
      addresses: [],
      bindsMax: 4,
      window: 50,
      ratePerSecond: null,
      tlsRequired: false,
      reports: 'smpp',
      replies: true,
      defaultAlphabet: 'gsm7',
    });
    const { passwordHash } = await kept(line);
    assert.ok(await verifyPassword(password, passwordHash));
    const listed = await line.type('smpp-user', 'list', '--json');
    assert.ok(!listed.out.includes(password));
  });

  test('create takes every setting, and the password from a file', async () => {
    await using line = await openCommandLine();
    await withAccount(line);
    const file = path.join(line.folder, 'password');
    await writeFile(file, 'secret08\n');
    const binds = ['--modes', 'rx,tx', '--addresses', '192.0.2.0/24,2001:db8::1', '--binds', '2'];
    const pace = ['--window', '100', '--rate', '50', '--tls-required', '--mode', 'test'];
    const rest = ['--reports', 'both', '--replies', 'off', '--alphabet', 'latin1'];
    const made = await create(line, ...binds, ...pace, ...rest, '--password-file', file);
    assert.equal(made.password, undefined);
    assert.deepEqual(made.settings, {
      modes: ['tx', 'rx'],
      addresses: ['192.0.2.0/24', '2001:db8::1'],
      bindsMax: 2,
      window: 100,
      ratePerSecond: 50,
      tlsRequired: true,
      reports: 'both',
      replies: false,
      defaultAlphabet: 'latin1',
    });
    assert.ok(await verifyPassword('secret08', (await kept(line)).passwordHash));
  });

  test('set changes what it names and nothing else', async () => {
    await using line = await openCommandLine();
    await withAccount(line);
    const before = await create(line, '--rate', '50', '--window', '7');
    const set = await line.read(
      'smpp-user',
      'set',
      'ACME',
      '--rate',
      'none',
      '--state',
      'suspended',
    );
    const { settings, state, password } = set['smppUser'] as UserJson;
    assert.deepEqual(settings, { ...before.settings, ratePerSecond: null });
    assert.deepEqual([state, password], ['suspended', undefined]);
    assert.ok(await verifyPassword(before.password ?? '', (await kept(line)).passwordHash));
    const again = await line.read('smpp-user', 'set', 'ACME', '--new-password');
    const renewed = (again['smppUser'] as UserJson).password ?? '';
    assert.ok(await verifyPassword(renewed, (await kept(line)).passwordHash));
    assert.notEqual(renewed, before.password);
  });

  test('set needs something to change', async () => {
    await using line = await openCommandLine();
    await withAccount(line);
    await create(line);
    const { code, err } = await line.type('smpp-user', 'set', 'ACME');
    assert.equal(code, 2);
    assert.match(err, /Nothing to change was given/);
  });

  test('list tells how many are bound', async () => {
    await using line = await openCommandLine();
    await withAccount(line);
    const { id } = await create(line);
    {
      await using installation = await line.open();
      const nowMs = line.clock.nowMs();
      const bind = { userId: id, process: 'p', mode: 'trx', address: '192.0.2.1' } as const;
      const times = { boundAtMs: nowMs, seenAtMs: nowMs };
      await installation.storage.customers.openBind(
        { ...bind, ...times },
        { max: 4, seenSinceMs: 0 },
      );
    }
    const { out } = await line.type('smpp-user', 'list');
    assert.match(out, /ACME +1 +live +active +1 of 4 +50 +any +smpp/);
    const { smppUsers } = await line.read('smpp-user', 'list', '--account', '1');
    const [listed] = smppUsers as readonly { readonly binds: readonly object[] }[];
    assert.equal(listed?.binds.length, 1);
    assert.deepEqual((await line.read('smpp-user', 'list', '--account', '2'))['smppUsers'], []);
  });

  test('remove ends a user for good', async () => {
    await using line = await openCommandLine();
    await withAccount(line);
    await create(line);
    assert.deepEqual(await line.read('smpp-user', 'remove', 'ACME'), { removed: 'ACME' });
    const again = await line.type('smpp-user', 'remove', 'ACME');
    assert.match(again.err, /SMPP user ACME does not exist/);
  });

  const refused: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['a name too long', ['--system-id', 'a'.repeat(16), '--account', '1'], /1 to 15 ASCII/],
    ['nobody’s account', ['--system-id', 'B', '--account', '9'], /Account 9 does not exist/],
    [
      'a range that is none',
      ['--system-id', 'B', '--account', '1', '--addresses', 'here'],
      /range/,
    ],
    [
      'a name that is taken',
      ['--system-id', 'ACME', '--account', '1'],
      /SMPP user ACME already exists/,
    ],
  ];
  for (const [name, words, problem] of refused) {
    test(`create refuses ${name}`, async () => {
      await using line = await openCommandLine();
      await withAccount(line);
      await create(line);
      const { code, err } = await line.type('smpp-user', 'create', ...words);
      assert.notEqual(code, 0);
      assert.match(err, problem);
    });
  }

  test('refuses a short password from a file', async () => {
    await using line = await openCommandLine();
    await withAccount(line);
    const file = path.join(line.folder, 'password');
    await writeFile(file, 'short');
    const words = ['smpp-user', 'create', '--system-id', 'B', '--account', '1'];
    const { err } = await line.type(...words, '--password-file', file);
    assert.match(err, /8 to 64 ASCII characters/);
  });
});
