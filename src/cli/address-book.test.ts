import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { zero } from '#core/money.ts';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';

const place = ['--account', '1', '--group', '1'];

function of(account: string, group: string): readonly string[] {
  return ['--account', account, '--group', group];
}

async function openBook(): Promise<CommandLine> {
  const cli = await openCommandLine();
  await cli.type('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  await cli.type('group', 'add', 'Friends', '--account', '1');
  return cli;
}

async function importTable(cli: CommandLine, text: string) {
  const file = path.join(cli.folder, 'contacts.csv');
  await writeFile(file, text);
  return cli.type('contact', 'import', file, ...place);
}

suite('parley group and parley contact', () => {
  test('a table of contacts is added to a group, and shown', async () => {
    await using cli = await openBook();
    const table = [
      'firstname;phoneNumber;date;custom1',
      '"Zoé; ""the first""";06 12 34 56 78;1990-12-31;blue',
      'Ada;+33612345679;;',
    ].join('\r\n');
    assert.equal((await importTable(cli, table)).out, '2 contacts are added to Friends.\n');
    const again = await importTable(cli, `${table}\r\n;+33612345670;;`);
    assert.equal(again.out, '1 contacts are added to Friends; 2 were in it already.\n');
    const listed = await cli.read('contact', 'list', ...place, '--limit', '2');
    assert.equal(listed['all'], 3);
    const [zoe, ada] = listed['contacts'] as readonly Record<string, unknown>[];
    assert.partialDeepStrictEqual(zoe, {
      phone: '+33612345678',
      firstname: 'Zoé; "the first"',
      date: '1990-12-31',
      custom1: 'blue',
      groupId: 1,
    });
    assert.partialDeepStrictEqual(ada, { phone: '+33612345679', date: '' });
    const second = await cli.read('contact', 'list', ...place, '--limit', '2', '--page', '2');
    assert.equal((second['contacts'] as readonly unknown[]).length, 1);
    const groups = await cli.read('group', 'list', '--account', '1');
    assert.partialDeepStrictEqual(groups, { groups: [{ id: 1, name: 'Friends', contacts: 3 }] });
  });

  test('of a table with faults nothing is taken, and each line is named', async () => {
    await using cli = await openBook();
    const { code, err } = await importTable(
      cli,
      [
        'phoneNumber,firstname,date,url',
        '+33612345678,Ada,,',
        '12,Ada,,',
        `+33612345679,${'x'.repeat(33)},2023-02-29,ftp://a.example`,
      ].join('\n'),
    );
    assert.notEqual(code, 0);
    assert.match(err, /line 3: phoneNumber must be a possible phone number/);
    assert.match(err, /line 4: firstname must be one line of at most 32 characters; date must be/);
    assert.match(err, /date must be a date such as 1990-12-31; url must be/);
    assert.match(err, /url must be an address/);
    assert.equal((await cli.read('contact', 'list', ...place))['all'], 0);
    const unknown = await importTable(cli, 'phoneNumbr\n+33612345678');
    assert.match(unknown.err, /no column "phoneNumbr"; the nearest is "phoneNumber"/);
  });

  test('lines that do not read are named before an import, and left out where that is wanted', async () => {
    await using cli = await openBook();
    const lines = ['phoneNumber,date', '+33612345678,', '12,', '0612345678,', '+33612345679,soon'];
    const file = path.join(cli.folder, 'plan.csv');
    await writeFile(file, lines.join('\n'));
    assert.partialDeepStrictEqual(await cli.read('contact', 'plan', file, ...place), {
      lines: 4,
      added: 1,
      standing: 0,
      twice: 1,
      wrong: 2,
      problems: [
        { line: 3, says: { en: 'phoneNumber must be a possible phone number' } },
        { line: 5, says: { fr: 'date : il faut une date comme 1990-12-31' } },
      ],
      contacts: [{ phone: '+33612345678', firstname: '', lastname: '' }],
    });
    assert.equal((await cli.read('contact', 'list', ...place))['all'], 0);
    const { out } = await cli.type('contact', 'import', file, ...place, '--skip-wrong');
    const told = '1 contacts are added to Friends; 1 stand there twice; 2 do not read.\n';
    assert.equal(out, told);
  });

  test('contacts are changed, found by their first digits, and deleted with their group', async () => {
    await using cli = await openBook();
    const add = (phone: string) =>
      cli.type('contact', 'add', phone, ...place, '--firstname', 'Zoé');
    assert.equal((await add('0612345678')).code, 0);
    assert.match((await add('+33612345678')).err, /already in the group/);
    assert.match((await add('12')).err, /not a possible phone number/);
    await cli.type(
      'contact',
      'set',
      '1',
      '--account',
      '1',
      '--lastname',
      'L',
      '--phone',
      '0612345670',
    );
    const found = await cli.read('contact', 'list', ...place, '--begins', '06 12 34');
    assert.partialDeepStrictEqual(found, {
      contacts: [{ phone: '+33612345670', firstname: 'Zoé', lastname: 'L' }],
      all: 1,
    });
    assert.equal((await cli.read('contact', 'list', ...place, '--begins', '07'))['all'], 0);
    await cli.type('group', 'rename', '1', 'Kin', '--account', '1');
    assert.match((await cli.type('group', 'list', '--account', '1')).out, /Kin +1/);
    assert.equal((await cli.type('group', 'remove', '1', '--account', '1')).code, 0);
    assert.match((await cli.type('contact', 'remove', '1', '--account', '1')).err, /no contact 1/);
  });

  test('a group or an account that is not there is said', async () => {
    await using cli = await openBook();
    const problem = async (...argv: string[]) => (await cli.type(...argv)).err;
    assert.match(await problem('contact', 'list', ...of('1', '9')), /Account 1 has no group 9/);
    assert.match(await problem('contact', 'list', ...of('9', '1')), /Account 9 does not exist/);
    const file = path.join(cli.folder, 'contacts.csv');
    await writeFile(file, 'phoneNumber\n');
    assert.match(await problem('contact', 'import', file, ...of('1', '9')), /has no group 9/);
    assert.match(
      await problem('contact', 'import', file, ...of('9', '1')),
      /Account 9 does not exist/,
    );
    assert.match(await problem('contact', 'import', '/nowhere/x.csv', ...place), /x\.csv/);
    assert.match(
      await problem('group', 'add', 'Kin', '--account', '9'),
      /Account 9 does not exist/,
    );
  });
});

test('parley account list --parent shows the sub-accounts of an account alone', async () => {
  await using cli = await openCommandLine();
  for (const name of ['Acme', 'Other']) {
    await cli.type('account', 'create', '--name', name, '--email', 'a@acme.example');
  }
  await using installation = await cli.open();
  const { accounts } = installation.storage;
  const parent = must(await accounts.findAccount(1), 'account');
  const key = { bases: ['sms'], mode: 'live', prefix: 'live_a', label: '', hash: 'h' } as const;
  await accounts.createSubAccount({
    parent,
    name: 'Branch',
    email: '',
    firstname: '',
    lastname: '',
    credit: zero,
    purse: 'live',
    key,
    createdAtMs: 0,
    actor: 'test',
  });
  const listed = await cli.read('account', 'list', '--parent', '1');
  assert.partialDeepStrictEqual(listed, { accounts: [{ name: 'Branch', parentId: 1 }], all: 1 });
  assert.deepEqual(await cli.read('account', 'list', '--parent', '2'), {
    accounts: [],
    next: null,
    all: 0,
  });
  assert.match(
    (await cli.type('account', 'list', '--parent', '9')).err,
    /Account 9 does not exist/,
  );
  const both = await cli.type('account', 'list', '--parent', '1', '--after', '1');
  assert.match(both.err, /--after and --parent exclude each other/);
});
