import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';

async function withAccount() {
  const cli = await openCommandLine();
  await cli.type('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  return cli;
}

suite('parley number', () => {
  test('adds a number of an account, changes it, releases it, removes it', async () => {
    await using cli = await withAccount();
    const added = await cli.read('number', 'add', '+33 7 55 00 00 01', '--account', '1');
    const number = {
      number: '33755000001',
      kind: 'long',
      state: 'active',
      sms: true,
      calls: false,
      operator: null,
      accounts: [1],
      createdAt: (added['number'] as { createdAt: string }).createdAt,
    };
    assert.partialDeepStrictEqual(added, { number });
    const changes = ['--calls', 'on', '--state', 'deactivated'];
    const changed = await cli.read('number', 'set', '0033755000001', ...changes);
    const paused = { ...number, calls: true, state: 'deactivated' };
    assert.partialDeepStrictEqual(changed, { number: paused });
    const released = await cli.read('number', 'release', '33755000001');
    assert.deepEqual((released['number'] as typeof number).accounts, []);
    await cli.type('number', 'release', '33755000001', '--remove');
    assert.deepEqual((await cli.read('number', 'list'))['numbers'], []);
  });

  test('is served by the operator it names', async () => {
    await using cli = await withAccount();
    await cli.addBuiltInOperator();
    const added = await cli.read('number', 'add', '36180', '--operator', 'simulator');
    const { operator, kind } = added['number'] as { operator: string; kind: string };
    assert.deepEqual([operator, kind], ['simulator', 'short']);
  });

  test('says what cannot be', async () => {
    await using cli = await withAccount();
    await cli.type('number', 'add', '36180');
    const problems = async (...argv: string[]) => (await cli.type(...argv)).err;
    assert.match(await problems('number', 'add', '36180'), /Number 36180 already exists/);
    assert.match(
      await problems('number', 'add', '36181', '--account', '9'),
      /Account 9 does not exist/,
    );
    assert.match(await problems('number', 'add', '36181', '--operator', 'x'), /Operator x/);
    assert.match(await problems('number', 'add', 'x'), /must be a number of 3 to 15 digits/);
    assert.match(await problems('number', 'set', '36180'), /Nothing to change was given/);
    for (const argv of [
      ['set', '36181', '--sms', 'off'],
      ['release', '36181'],
      ['release', '36181', '--remove'],
    ]) {
      assert.match(await problems('number', ...argv), /Number 36181 does not exist/);
    }
  });
});

suite('the short number of an account', () => {
  test('is set with a word, shown, and taken away', async () => {
    await using cli = await withAccount();
    await cli.type('number', 'add', '36180');
    await cli.type('account', 'set', '1', '--short-number', '36180', '--keyword', 'pizza');
    const listed = await cli.read('number', 'list', '--account', '1');
    assert.deepEqual((listed['numbers'] as { accounts: number[] }[])[0]?.accounts, [1]);
    await cli.type('account', 'set', '1', '--short-number', '');
    assert.deepEqual((await cli.read('number', 'list', '--account', '1'))['numbers'], []);
  });

  test('is refused where it cannot be', async () => {
    await using cli = await withAccount();
    await cli.type('account', 'create', '--name', 'Other', '--email', 'o@acme.example');
    await cli.type('number', 'add', '36180');
    await cli.type('number', 'add', '36181', '--account', '2');
    await cli.type('number', 'add', '33755000001');
    const word = ['--keyword', 'PIZZA'];
    await cli.type('account', 'set', '2', '--short-number', '36180', ...word);
    const problem = async (...argv: string[]) => (await cli.type('account', 'set', ...argv)).err;
    const setting = (number: string) => problem('1', '--short-number', number, ...word);
    assert.match(await setting('36180'), /Another account already uses the word PIZZA on/);
    assert.match(await setting('36181'), /belongs to account 2 and is not shared/);
    assert.match(await setting('33755000001'), /is a long number/);
    assert.match(await setting('36182'), /Number 36182 does not exist/);
    assert.match(await problem('1', ...word), /--keyword requires --short-number/);
    assert.match(await problem('9', '--short-number', '36180'), /Account 9 does not exist/);
  });
});
