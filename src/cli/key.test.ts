import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { hashApiKey } from '#accounts/api-key.ts';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';

async function openWithAccount(): Promise<CommandLine> {
  const cli = await openCommandLine();
  await cli.read('account', 'create', '--name', 'Acme', '--email', 'ops@acme.example');
  return cli;
}

type KeyJson = { readonly id: number; readonly key: string };

test('a key is live and opens both bases unless it is told otherwise', async () => {
  await using cli = await openWithAccount();
  const { key } = await cli.read('key', 'create', '--account', '1');
  assert.partialDeepStrictEqual(key, { mode: 'live', bases: ['sms', 'email'], label: '' });
  const wish = ['--mode', 'test', '--bases', 'email', '--label', 'Shop'];
  const { key: other } = await cli.read('key', 'create', '--account', '1', ...wish);
  assert.partialDeepStrictEqual(other, { mode: 'test', bases: ['email'], label: 'Shop' });
});

test('a key in clear stands in the output that made it, and nowhere else', async () => {
  await using cli = await openWithAccount();
  const { out } = await cli.type('key', 'create', '--account', '1');
  const [clear = ''] = /live_\w{49}/.exec(out) ?? [];
  assert.notEqual(clear, '');
  const { out: listed } = await cli.type('key', 'list', '--account', '1');
  assert.ok(listed.includes(clear.slice(0, 11)));
  assert.ok(!listed.includes(clear.slice(0, 12)));
});

test('a revoked key is found no more, and cannot be revoked again', async () => {
  await using cli = await openWithAccount();
  const made = (await cli.read('key', 'create', '--account', '1'))['key'] as KeyJson;
  const revoke = ['key', 'revoke', '--account', '1', '--key', String(made.id)];
  assert.deepEqual(await cli.read(...revoke), { revoked: made.id });
  await using installation = await cli.open();
  const hash = hashApiKey(made.key) ?? '';
  assert.equal(await installation.storage.accounts.findKeyByHash(hash), undefined);
  const { code, err } = await cli.type(...revoke);
  assert.equal(code, 1);
  assert.match(err, /Account .* has no active key 4/);
});

test('a key is revoked through its own account alone', async () => {
  await using cli = await openWithAccount();
  await cli.read('account', 'create', '--name', 'Other', '--email', 'o@o.example');
  const { code } = await cli.type('key', 'revoke', '--account', '2', '--key', '1');
  assert.equal(code, 1);
});

test('bases that do not exist are named', async () => {
  await using cli = await openWithAccount();
  for (const bases of ['fax', 'sms,', 'sms,sms', '']) {
    const { code, err } = await cli.type('key', 'create', '--account', '1', `--bases=${bases}`);
    assert.equal(code, 2, bases);
    assert.match(err, /--bases must be sms, email, or both/);
  }
});

test('a key is made with bounds, and they are changed one by one', async () => {
  await using cli = await openWithAccount();
  const bounds = ['--addresses', '192.0.2.0/24,::1', '--scopes', 'read,send'];
  const wish = ['--account', '1', ...bounds, '--expires', '2030-12-31'];
  const { key } = await cli.read('key', 'create', ...wish);
  const { id } = key as KeyJson;
  const made = {
    addresses: ['192.0.2.0/24', '::1'],
    scopes: ['send', 'read'],
    expiresAt: '2030-12-31T00:00:00Z',
  };
  assert.partialDeepStrictEqual(key, made);
  const one = ['--account', '1', '--key', String(id)];
  const { key: opened } = await cli.read('key', 'set', ...one, '--addresses', 'any');
  assert.partialDeepStrictEqual(opened, { ...made, addresses: [] });
  const all = ['--scopes', 'all', '--expires', 'none', '--label', 'Shop'];
  const { key: unbound } = await cli.read('key', 'set', ...one, ...all);
  assert.partialDeepStrictEqual(unbound, { addresses: [], expiresAt: null, label: 'Shop' });
  assert.equal((unbound as { readonly scopes: readonly string[] }).scopes.length, 5);
  const { out } = await cli.type('audit', 'list');
  assert.match(out, /key\.changed/);
});

test('bounds that cannot be read, and changes of nothing, are misuse', async () => {
  await using cli = await openWithAccount();
  const one = ['key', 'set', '--account', '1', '--key', '1'];
  const wrong = [
    [],
    ['--addresses', '192.0.2.1/24'],
    ['--scopes', 'everything'],
    ['--scopes', 'send,send'],
    ['--expires', 'tomorrow'],
    ['--expires', '2030-12-31T25:00Z'],
  ];
  for (const words of wrong) assert.equal((await cli.type(...one, ...words)).code, 2, words.join());
  const { code, err } = await cli.type(...one.slice(0, -1), '99', '--label', 'x');
  assert.equal(code, 1);
  assert.match(err, /Account .* has no active key 99/);
});

const hexKey = '0123456789abcdef0123456789ab';

async function importedKey(cli: CommandLine, input: string, ...more: readonly string[]) {
  cli.input = input;
  return cli.type('key', 'import', '--account', '1', '--json', ...more);
}

test('a key of another system is taken from standard input or a file, and opens what it says', async () => {
  await using cli = await openWithAccount();
  const wish = ['--mode', 'test', '--bases', 'sms', '--label', 'Old', '--scopes', 'send,read'];
  const { code, out } = await importedKey(cli, `${hexKey}\n`, ...wish);
  assert.equal(code, 0);
  const { key } = JSON.parse(out) as { key: Record<string, unknown> };
  const shown = { mode: 'test', bases: ['sms'], label: 'Old', scopes: ['send', 'read'] };
  assert.partialDeepStrictEqual(key, { ...shown, prefix: '0123…' });
  assert.ok(!out.includes(hexKey.slice(0, 8)));
  const file = path.join(cli.folder, 'key.txt');
  const mixed = 'aB3-xY9_qR5.tU7+wZ1/mK';
  await writeFile(file, mixed);
  assert.equal((await cli.type('key', 'import', '--account', '1', '--key-file', file)).code, 0);
  await using installation = await cli.open();
  const found = await installation.storage.accounts.findKeyByHash(hashApiKey(hexKey) ?? '');
  assert.deepEqual([found?.key.mode, found?.key.scopes], ['test', ['send', 'read']]);
  const other = await installation.storage.accounts.findKeyByHash(hashApiKey(mixed) ?? '');
  assert.equal(other?.key.mode, 'live');
  const [record] = await installation.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
  assert.equal(record?.action, 'key.imported');
  assert.ok(!JSON.stringify(record).includes(mixed.slice(0, 8)));
});

test('a key that could be guessed, was mistyped or is here already is not taken', async () => {
  await using cli = await openWithAccount();
  const ours = ((await cli.read('key', 'create', '--account', '1'))['key'] as KeyJson).key;
  const cases = [
    ['', /is missing/],
    [hexKey.slice(1), /a hexadecimal key must have at least 28 digits/],
    ['a'.repeat(28), /a hexadecimal key must have at least 28 digits/],
    [
      '1234567890'.repeat(4),
      /it must mix letters and digits, with at least 22 characters, 10 of them different/,
    ],
    [
      'aB3-xY9_qR5.tU7+wZ1/m',
      /it must mix letters and digits, with at least 22 characters, 10 of them different/,
    ],
    [
      'xyxyxyxyxyxyxyxyxyxyxyxy1',
      /it must mix letters and digits, with at least 22 characters, 10 of them different/,
    ],
    [
      'only-letters-are-not-mixed-here',
      /it must mix letters and digits, with at least 22 characters, 10 of them different/,
    ],
    ['aB3-xY9 qR5.tU7+wZ1/mKk', /visible characters/],
    ['é3-xY9_qR5.tU7+wZ1/mKkaa', /visible characters/],
    [`${ours.slice(0, -1)}${ours.endsWith('a') ? 'b' : 'a'}`, /checksum is wrong/],
    [ours, /already exists/],
  ] as const;
  for (const [value, problem] of cases) {
    const { code, err } = await importedKey(cli, value);
    assert.equal(code, value === ours ? 1 : 2, value);
    assert.match(err, problem, value);
    assert.ok(value === '' || !err.includes(value));
  }
  assert.match((await importedKey(cli, ours, '--mode', 'test')).err, /the other mode/);
  assert.equal((await cli.type('key', 'import', hexKey, '--account', '1')).code, 2);
});
