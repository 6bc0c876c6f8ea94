import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

const link = /^http:\/\/localhost:\d+\/join#[\w-]{43}$/;

test('administrators are invited by a link, and members into an account', async () => {
  await using line = await openCommandLine();
  await line.read('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  const member = ['member', 'invite', 'Bob@acme.example', '--account', '1', '--role', 'viewer'];
  for (const words of [['user', 'invite', 'Ada@acme.example'], member]) {
    assert.match(String((await line.read(...words))['link']), link);
  }
  assert.deepEqual(await line.read('user', 'list'), { users: [] });
  const { invitations } = await line.read('member', 'list', '--account', '1');
  assert.partialDeepStrictEqual(invitations, [{ email: 'bob@acme.example', role: 'viewer' }]);
  const installation = await line.open();
  const audit = await installation.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 2);
  await installation[Symbol.asyncDispose]();
  assert.deepEqual(
    audit.map(({ action, target }) => [action, target]),
    [
      ['member.invited', 'bob@acme.example'],
      ['member.invited', 'ada@acme.example'],
    ],
  );
});
