import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

async function openFamily() {
  const cli = await openCommandLine();
  const who = ['--name', 'Acme', '--email', 'a@acme.example', '--balance', '10'];
  await cli.type('account', 'create', ...who);
  const create = ['subaccount', 'create', '--parent', '1', '--name', 'Branch'];
  const made = await cli.read(...create, '--credit', '4');
  const { id } = made['account'] as { id: number };
  return { cli, id: String(id), key: String(made['key']), create };
}

suite('parley subaccount', () => {
  test('makes one with credit of its parent, lists it, and moves money both ways', async () => {
    const { cli, id, key, create } = await openFamily();
    await using _ = cli;
    assert.match(key, /^live_/);
    const listed = await cli.read('subaccount', 'list', '--parent', '1');
    assert.partialDeepStrictEqual(listed, { accounts: [{ name: 'Branch', parentId: 1 }], all: 1 });
    await cli.type('subaccount', 'credit', id, '6');
    assert.match(
      (await cli.type('subaccount', 'credit', id, '1')).err,
      /The balance is too low: it is 0 EUR, and the transfer needs/,
    );
    const back = await cli.type('subaccount', 'credit', id, '2.50', '--back');
    assert.match(back.out, /Account 1 \(Acme\) has 2\.5 EUR/);
    assert.match(
      (await cli.type(...create, '--credit', '3')).err,
      /The balance is too low: it is 2\.5 EUR, and the transfer needs/,
    );
  });

  test('removes one, and is told of none that is gone or never was', async () => {
    const { cli, id } = await openFamily();
    await using _ = cli;
    assert.match((await cli.type('subaccount', 'remove', '1')).err, /Sub-account 1 does not exist/);
    assert.match((await cli.type('subaccount', 'remove', id)).out, /is removed/);
    assert.match((await cli.type('subaccount', 'remove', id)).err, /Sub-account .* does not exist/);
    assert.match(
      (await cli.type('subaccount', 'credit', id, '1')).err,
      /Sub-account .* does not exist/,
    );
    assert.match(
      (await cli.type('subaccount', 'credit', id, '0')).err,
      /must be an amount .* above 0/,
    );
    assert.match(
      (await cli.type('subaccount', 'list', '--parent', '9')).err,
      /Account 9 does not exist/,
    );
  });

  test('has none below a sub-account', async () => {
    const { cli, id } = await openFamily();
    await using _ = cli;
    const nested = await cli.type('subaccount', 'create', '--parent', id, '--name', 'Leaf');
    assert.match(nested.err, /A sub-account cannot have sub-accounts/);
  });
});

test('what people change of accounts, keys and operators is in the audit, without secrets', async () => {
  const { cli, id, key } = await openFamily();
  await using _ = cli;
  await cli.type('account', 'set', '1', '--name', 'Other');
  await cli.type('account', 'topup', '1', '5');
  const made = await cli.read('key', 'create', '--account', '1');
  const created = made['key'] as { id: number; key: string };
  await cli.type('key', 'revoke', '--account', '1', '--key', String(created.id));
  const add = ['operator', 'add', '--name', 'one', '--host', '127.0.0.1', '--port', '2775'];
  await cli.type(...add, '--system-id', 'PARLEY', '--password', 'top-secret');
  await cli.type('subaccount', 'remove', id);
  const { audit } = (await cli.read('audit', 'list')) as { audit: readonly { action: string }[] };
  const actions = new Set(audit.map(({ action }) => action));
  for (const action of [
    'account.created',
    'account.set',
    'account.top-up',
    'key.created',
    'key.revoked',
    'operator.added',
    'sub-account.created',
    'sub-account.removed',
  ]) {
    assert.ok(actions.has(action), action);
  }
  const written = JSON.stringify(audit);
  for (const secret of [key, created.key, 'top-secret']) assert.ok(!written.includes(secret));
});
