import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

test('parley stop adds a phone to the list of an account, shows it, and takes it off', async () => {
  await using cli = await openCommandLine();
  await cli.type('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  const added = await cli.read('stop', 'add', '06 12 34 56 78', '--account', '1');
  assert.deepEqual(added, { added: 1, standing: 0, wrong: [] });
  const again = await cli.type('stop', 'add', '+33612345678', '--account', '1');
  assert.match(again.out, /1 on the list already/);
  const listed = await cli.read('stop', 'list', '--account', '1');
  const stop = { id: 1, accountId: 1, phone: '+33612345678', source: 'administrator', proof: null };
  assert.partialDeepStrictEqual(listed, { stops: [stop], all: 1 });
  const removed = await cli.read('stop', 'remove', '+33612345678', '--account', '1');
  assert.deepEqual(removed, { removed: '+33612345678' });
  const problem = async (...argv: string[]) => (await cli.type('stop', ...argv)).err;
  assert.match(
    await problem('remove', '+33612345678', '--account', '1'),
    /is not on the opt-out list/,
  );
  assert.match(await problem('add', '+33612345678', '--account', '9'), /Account 9 does not exist/);
  assert.match(
    await problem('remove', '+33612345678', '--account', '9'),
    /Account 9 does not exist/,
  );
  for (const verb of ['add', 'remove']) {
    assert.match(await problem(verb, '123', '--account', '1'), /not a possible phone number/);
  }
});
