import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';

async function openWithAccount(): Promise<CommandLine> {
  const cli = await openCommandLine();
  await cli.read('account', 'create', '--name', 'A', '--email', 'a@b.example');
  return cli;
}

type Row = {
  readonly rule: string;
  readonly key: number | null;
  readonly max: string;
  readonly action: string;
  readonly exceptional: boolean;
};

async function limitOf(cli: CommandLine, rule: string, key: number | null = null) {
  const { limits } = (await cli.read('limit', 'list', '1')) as { limits: readonly Row[] };
  return limits.find((row) => row.rule === rule && row.key === key);
}

suite('a limit', () => {
  test('is the default of the account’s trust until somebody makes an exception', async () => {
    await using cli = await openWithAccount();
    const trusted = { rule: 'country-hour', key: null, max: '1000', action: 'alert' };
    assert.partialDeepStrictEqual(await limitOf(cli, 'country-hour'), {
      ...trusted,
      exceptional: false,
    });
    await cli.read('account', 'set', '1', '--trust', 'new');
    assert.partialDeepStrictEqual(await limitOf(cli, 'country-hour'), {
      ...trusted,
      max: '100',
      action: 'block',
      exceptional: false,
    });
    const set = await cli.type('limit', 'set', '1', 'country-hour', '--max', '500');
    assert.equal(set.out, 'The limit country-hour of account 1 is now 500 (block).\n');
    assert.equal((await limitOf(cli, 'country-hour'))?.max, '500');
    await cli.read('limit', 'remove', '1', 'country-hour');
    assert.equal((await limitOf(cli, 'country-hour'))?.max, '100');
    const again = await cli.type('limit', 'remove', '1', 'country-hour');
    assert.match(again.err, /Account .* has no override of/);
  });

  test('can be that of an SMPP user, which is named as it binds', async () => {
    await using cli = await openWithAccount();
    await cli.read('smpp-user', 'create', '--account', '1', '--system-id', 'ESME1');
    const of = ['--smpp-user', 'ESME1'];
    const set = await cli.type('limit', 'set', '1', 'spend-day', ...of, '--max', '1');
    assert.equal(
      set.out,
      'The limit spend-day of SMPP user ESME1 of account 1 is now 1 (block).\n',
    );
    const { limits } = (await cli.read('limit', 'list', '1')) as { limits: readonly object[] };
    const own = { rule: 'spend-day', key: null, smppUser: 'ESME1', max: '1', exceptional: true };
    assert.partialDeepStrictEqual(limits.at(-1), own);
    assert.match((await cli.type('limit', 'list', '1')).out, /spend-day +ESME1 +1 +block/);
    const unknown = await cli.type(
      'limit',
      'set',
      '1',
      'spend-day',
      '--smpp-user',
      'X',
      '--max',
      '1',
    );
    assert.match(unknown.err, /has no SMPP user X/);
    const wrong = await cli.type('limit', 'set', '1', 'run', ...of, '--max', '1');
    assert.match(wrong.err, /applies to whole accounts/);
    await cli.read('limit', 'remove', '1', 'spend-day', ...of);
  });

  test('of money is written as an amount, and can be that of a key', async () => {
    await using cli = await openWithAccount();
    await cli.read('limit', 'set', '1', 'spend-day', '--key', '1', '--max', '2.50');
    assert.partialDeepStrictEqual(await limitOf(cli, 'spend-day', 1), {
      rule: 'spend-day',
      key: 1,
      max: '2.5',
      action: 'block',
      exceptional: true,
    });
    const off = await cli.type('limit', 'set', '1', 'part-price', '--action', 'ignore');
    assert.equal(off.out, 'The limit part-price of account 1 is now off.\n');
    const { out } = await cli.type('limit', 'list', '1');
    assert.match(out, /spend-day +1 +2\.5 +block +exception/);
    assert.match(out, /part-price +all +- +ignore +exception/);
  });

  test('that makes no sense is refused with the reason', async () => {
    await using cli = await openWithAccount();
    const refused = async (...words: readonly string[]) => {
      const { code, err } = await cli.type('limit', 'set', ...words);
      return `${code} ${err}`;
    };
    assert.match(await refused('9', 'run', '--max', '5'), /^1 .*Account 9 does not exist/);
    assert.match(await refused('1', 'spend-day', '--key', '99', '--max', '5'), /^1 .*no key 99/);
    assert.match(await refused('1', 'run', '--key', '1', '--max', '5'), /^2 .*remove --key/);
    assert.match(await refused('1', 'run', '--max', '1.5'), /^2 .*whole number of numbers/);
    assert.match(await refused('1', 'run'), /^2 .*--max is required/);
    assert.match(await refused('1', 'duplicate', '--max', '5', '--action', 'hold'), /^2 /);
    assert.match(await refused('1', 'walk', '--max', '5'), /^2 .*RULE must be/);
    assert.match(await refused('1', 'run', '--max', '-5'), /^2 /);
  });

  test('is reset, and what it held is released, each by one audited command', async () => {
    await using cli = await openWithAccount();
    assert.deepEqual(await cli.read('limit', 'held'), { held: [] });
    assert.match((await cli.type('limit', 'release', '1')).err, /Account 1 has no held messages/);
    assert.deepEqual(await cli.read('limit', 'reset', '1'), { reset: 1 });
    assert.match((await cli.type('limit', 'reset', '9')).err, /Account 9 does not exist/);
    const { audit } = (await cli.read('audit', 'list')) as { audit: { action: string }[] };
    const actions = audit.map(({ action }) => action);
    assert.deepEqual(actions.slice(0, 3), ['limit.reset', 'held.released', 'key.created']);
  });
});

test('an account is opened to countries, and shows what it may', async () => {
  await using cli = await openWithAccount();
  const shown = async () => (await cli.read('account', 'show', '1'))['policy'];
  const closed = { costlyNumbers: false, marketing: false, refundUndelivered: false };
  const usual = { trust: 'trusted', quietHours: 'off', ...closed };
  assert.deepEqual(await shown(), { ...usual, countries: 'home' });
  await cli.read('account', 'set', '1', '--countries', 'fr, be', '--quiet-hours', 'on');
  assert.deepEqual(await shown(), { ...usual, countries: ['BE', 'FR'], quietHours: 'on' });
  const set = await cli.type('account', 'set', '1', '--countries', 'all', '--marketing', 'on');
  assert.match(set.out, /sends to +all\n/);
  assert.match(set.out, /quiet hours +on\n/);
  const refunded = await cli.type('account', 'set', '1', '--refund-undelivered', 'on');
  assert.match(refunded.out, /not delivered +is paid back\n/);
  const { code, err } = await cli.type('account', 'set', '1', '--countries', 'FR,XX');
  assert.equal(code, 2);
  assert.match(err, /--countries must be home, all, or country codes/);
});
