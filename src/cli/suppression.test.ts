import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

async function withAccount() {
  const cli = await openCommandLine();
  const created = ['--name', 'Acme', '--email', 'a@acme.example'];
  const { account } = await cli.read('account', 'create', ...created);
  const id = String((account as { readonly id: number }).id);
  const say = (verb: string, ...words: readonly string[]) =>
    cli.read('suppression', verb, ...words, '--account', id);
  return { cli, id, say, [Symbol.asyncDispose]: () => cli[Symbol.asyncDispose]() };
}

suite('parley suppression', () => {
  test('adds, lists and releases, and says who did it', async () => {
    await using world = await withAccount();
    await world.say('add', 'Zoe@client.example');
    await world.say('add', 'zoe@client.example', '--reason', 'unsubscribe', '--stream', 'news');
    const { suppressions, all } = await world.say('list');
    assert.equal(all, 2);
    const [first] = suppressions as readonly Record<string, unknown>[];
    assert.equal(first?.['address'], 'zoe@client.example');
    assert.equal(first['expiresAt'], null);
    assert.equal((await world.say('list', '--reason', 'manual'))['all'], 1);
    const bare = await world.cli.type('suppression', 'release', '--account', world.id);
    assert.match(bare.err, /Give the addresses, or --all/);
    assert.equal((await world.say('release', '--stream', 'news'))['released'], 1);
    assert.equal((await world.say('release', '--all'))['released'], 1);
    const { audit } = await world.cli.read('audit', 'list');
    const actions = (audit as readonly { readonly action: string }[]).map(({ action }) => action);
    const [released, added] = ['suppression.release', 'suppression.add'];
    assert.deepEqual(actions.slice(0, 4), [released, released, added, added]);
  });

  test('reads what it has written, and nothing of a file that has a fault', async () => {
    await using world = await withAccount();
    await world.say('add', 'zoe@client.example', '--stream', 'news, weekly');
    await world.say('add', 'bob@client.example', '--reason', 'hard');
    await world.say('add', '+ann@client.example', '--stream', '=1+1');
    const { out } = await world.cli.type('suppression', 'export', '--account', world.id);
    // What a spreadsheet would compute is a text there, and itself again when it comes back.
    assert.match(out, /^'\+ann@client\.example,'=1\+1,manual,/m);
    const file = path.join(world.cli.folder, 'list.csv');
    await writeFile(file, out);
    await world.say('release', '--all');
    assert.deepEqual(await world.say('import', file), { added: 3, standing: 0 });
    assert.deepEqual(await world.say('import', file), { added: 0, standing: 3 });
    assert.equal((await world.say('list', '--stream', 'news, weekly'))['all'], 1);
    assert.equal((await world.say('list', '--stream', '=1+1'))['all'], 1);
    await writeFile(file, 'address\neve@client.example\nnobody\n');
    const { err } = await world.cli.type('suppression', 'import', file, '--account', world.id);
    assert.match(err, /line 3: address must be/);
    assert.equal((await world.say('list'))['all'], 3);
  });

  test('an account that is not there has no list', async () => {
    await using cli = await openCommandLine();
    const { err } = await cli.type('suppression', 'add', 'a@b.example', '--account', '9');
    assert.match(err, /Account 9/);
  });
});
