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
