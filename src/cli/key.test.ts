import assert from 'node:assert/strict';
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
  assert.match(err, /no key 4 in force/);
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
  assert.match(err, /no key 99 in force/);
});
