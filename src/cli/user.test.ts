import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

test('people are invited, listed, disabled and let in again', async () => {
  await using line = await openCommandLine();
  await line.read('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  const invited = await line.read('user', 'invite', 'Ada@acme.example', '--account', '1');
  const { link } = invited as { readonly link: string };
  assert.match(link, /^http:\/\/localhost:\d+\/join#[\w-]{43}$/);
  assert.deepEqual(await line.read('user', 'list'), { users: [] });
  const installation = await line.open();
  const audit = await installation.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
  await installation[Symbol.asyncDispose]();
  assert.deepEqual(
    audit.map(({ action, target }) => [action, target]),
    [['member.invited', 'ada@acme.example']],
  );
});
