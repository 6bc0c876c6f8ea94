import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';

async function openWithOperators(...names: readonly string[]): Promise<CommandLine> {
  const cli = await openCommandLine();
  const where = ['--host', 'smsc.example', '--port', '2775', '--system-id', 'me'];
  cli.input = 'secret';
  for (const name of ['orange', ...names]) {
    await cli.read('operator', 'add', '--name', name, ...where);
  }
  return cli;
}

const usual = {
  network: null,
  grade: null,
  senders: [],
  priority: 1,
  weight: 1,
  buyPrice: null,
  enabled: true,
};

suite('a route', () => {
  test('is set with its price, and listed', async () => {
    await using cli = await openWithOperators();
    await cli.read('route', 'set', '--prefix', '+33', '--operator', 'orange', '--price', '0.038');
    await cli.read('route', 'set', '--prefix', '', '--operator', 'orange', '--price', '0');
    assert.deepEqual(await cli.read('route', 'list'), {
      routes: [
        { prefix: '', operator: 'orange', ...usual },
        { prefix: '33', operator: 'orange', ...usual },
      ],
    });
    const { out } = await cli.type('route', 'list');
    const [, first = '', second = ''] = out.split('\n');
    assert.match(first, /^all numbers +orange/);
    assert.match(second, /^\+33 +orange +any +any +any +1 +1 +- +on$/);
    const { prices } = await cli.read('price', 'list');
    assert.deepEqual(prices, [
      { prefix: '', price: '0', account: null, from: null },
      { prefix: '33', price: '0.038', account: null, from: null },
    ]);
  });

  test('keeps what is not said again', async () => {
    await using cli = await openWithOperators();
    const set = ['route', 'set', '--prefix', '33', '--operator', 'orange'];
    await cli.read(...set, '--priority', '5', '--weight', '3', '--buy-price', '0.02');
    const told = await cli.read(...set, '--state', 'off');
    const off = { ...usual, priority: 5, weight: 3, buyPrice: '0.02', enabled: false };
    assert.partialDeepStrictEqual(told, { prefix: '33', operator: 'orange', ...off });
    const words = ['--senders', 'word,short', '--grade', '2', '--network', '20801'];
    assert.partialDeepStrictEqual(await cli.read(...set, ...words), {
      prefix: '33',
      operator: 'orange',
      ...usual,
      senders: ['short', 'word'],
      grade: 2,
      network: '20801',
    });
    assert.equal(((await cli.read('route', 'list'))['routes'] as unknown[]).length, 2);
  });

  test('without any price says that it lets nothing through', async () => {
    await using cli = await openWithOperators();
    const bare = await cli.type('route', 'set', '--prefix', '33', '--operator', 'orange');
    assert.equal(bare.code, 0);
    assert.match(bare.out, /^Warning: no price fits \+33/m);
    await cli.type('route', 'set', '--prefix', '3', '--operator', 'orange', '--price', '0.05');
    const priced = await cli.type('route', 'set', '--prefix', '33', '--operator', 'orange');
    assert.doesNotMatch(priced.out, /Warning/);
  });

  test('that is removed leaves its price', async () => {
    await using cli = await openWithOperators('sfr');
    await cli.read('route', 'set', '--prefix', '33', '--operator', 'orange', '--price', '0.038');
    await cli.read('route', 'set', '--prefix', '33', '--operator', 'sfr');
    const one = await cli.read('route', 'remove', '--prefix', '33', '--operator', 'sfr');
    assert.partialDeepStrictEqual(one, { removed: '33', routes: 1 });
    assert.partialDeepStrictEqual(await cli.read('route', 'remove', '--prefix', '+33'), {
      removed: '33',
      routes: 1,
    });
    assert.deepEqual(await cli.read('route', 'list'), { routes: [] });
    assert.equal(((await cli.read('price', 'list'))['prices'] as unknown[]).length, 1);
    const { code, err } = await cli.type('route', 'remove', '--prefix', '33');
    assert.deepEqual([code, err], [1, 'parley: There is no such route for "33".\n']);
  });

  test('never leads to the built-in operator', async () => {
    await using cli = await openCommandLine();
    await cli.addBuiltInOperator();
    const { code, err } = await cli.type(
      'route',
      'set',
      '--prefix',
      '33',
      '--operator',
      'simulator',
    );
    assert.equal(code, 1);
    assert.match(err, /simulator is built in/);
    assert.deepEqual(await cli.read('route', 'list'), { routes: [] });
  });

  test('to nobody is refused, and sets no price', async () => {
    await using cli = await openCommandLine();
    const set = ['route', 'set', '--prefix', '33', '--operator', 'sfr', '--price', '1'];
    const { code, err } = await cli.type(...set);
    assert.deepEqual([code, err], [1, 'parley: Operator sfr does not exist.\n']);
    assert.deepEqual((await cli.read('price', 'list'))['prices'], []);
  });

  test('is held to the form of its values', async () => {
    await using cli = await openWithOperators();
    for (const prefix of ['0', '33a', '1'.repeat(16), '+', '++33']) {
      const { code, err } = await cli.type(
        'route',
        'set',
        '--prefix',
        prefix,
        '--operator',
        'orange',
      );
      assert.equal(code, 2, prefix);
      assert.match(err, /--prefix must be up to 15 digits/);
    }
    const set = ['route', 'set', '--prefix', '33', '--operator', 'orange'];
    for (const [flag, value] of [
      ['--price', '-1'],
      ['--grade', '3'],
      ['--senders', 'word,letters'],
      ['--network', '208'],
      ['--weight', '0'],
      ['--priority', '0'],
    ] as const) {
      const { code, err } = await cli.type(...set, `${flag}=${value}`);
      assert.equal(code, 2, flag);
      assert.match(err, new RegExp(`${flag} must be`));
    }
  });
});

async function importing(cli: CommandLine, noun: string, text: string) {
  const file = path.join(cli.folder, 'table.csv');
  await writeFile(file, text);
  return cli.type(noun, 'import', file);
}

suite('many at once', () => {
  test('routes come from a table, or none of them', async () => {
    await using cli = await openWithOperators('sfr');
    const heading = 'prefix,operator,priority,buy_price,senders\n';
    const good = `${heading}33,orange,1,0.02,any\n33,sfr,2,,"word,short"\n`;
    assert.deepEqual(await importing(cli, 'route', good), {
      code: 0,
      out: '2 routes are set.\n',
      err: '',
    });
    const bad = await importing(cli, 'route', `${heading}33,,1,,\n,orange,0,,\n49,sfr,1,,\n`);
    assert.equal(bad.code, 1);
    assert.match(bad.err, /line 2: operator must be 1 to 40 letters/);
    assert.match(bad.err, /line 3: priority must be a whole number from 1/);
    const nobody = await importing(cli, 'route', `${heading}49,sfr,1,,\n33,free,1,,\n`);
    assert.match(nobody.err, /Operator free does not exist, or cannot have routes/);
    const twice = await importing(cli, 'route', `${heading}33,sfr,1,,\n33,sfr,2,,\n`);
    assert.match(twice.err, /"33" occurs twice/);
    const { routes } = (await cli.read('route', 'list')) as { routes: { priority: number }[] };
    assert.deepEqual(
      routes.map(({ priority }) => priority),
      [1, 2],
    );
  });

  test('prices come from a table, with accounts and days', async () => {
    await using cli = await openCommandLine();
    const owner = ['--name', 'A', '--email', 'a@b.example'];
    await cli.read('account', 'create', ...owner);
    const table = 'prefix;price;account;from\n33;0.038;;\n33;0.03;1;\n33;0.04;;2031-01-01\n';
    assert.equal((await importing(cli, 'price', table)).out, '3 prices are set.\n');
    assert.deepEqual((await cli.read('price', 'list'))['prices'], [
      { prefix: '33', price: '0.038', account: null, from: null },
      { prefix: '33', price: '0.04', account: null, from: '2031-01-01T00:00:00Z' },
      { prefix: '33', price: '0.03', account: 1, from: null },
    ]);
    const nobody = await importing(cli, 'price', 'prefix,price,account\n33,1,9\n');
    assert.equal(nobody.err, 'parley: Account 9 does not exist.\n');
    await cli.read('price', 'remove', '--prefix', '33', '--account', '1');
    assert.deepEqual((await cli.read('price', 'list', '--account', '1'))['prices'], []);
  });

  test('networks come from a table, and serve the routes that ask for them', async () => {
    await using cli = await openWithOperators('sfr');
    await cli.read('route', 'set', '--prefix', '33', '--operator', 'orange', '--price', '1');
    await cli.read('route', 'set', '--prefix', '33', '--operator', 'sfr', '--network', '20810');
    const table = 'prefix,network\n336,20801\n33612,20810\n';
    assert.equal((await importing(cli, 'network', table)).code, 0);
    const explained = await cli.read('route', 'explain', '--to', '+33612345678');
    assert.deepEqual(
      [explained['network'], explained['operator'], explained['reason']],
      ['20810', 'sfr', 'network'],
    );
    const twice = await importing(cli, 'network', 'prefix,network\n33,20801\n33,20810\n');
    assert.equal(twice.err, 'parley: The prefix 33 occurs twice.\n');
  });
});

suite('an explanation', () => {
  test('names the route that is taken, and why every other is not', async () => {
    await using cli = await openWithOperators('sfr', 'free', 'away');
    const set = async (operator: string, ...values: readonly string[]) => {
      await cli.read('route', 'set', '--prefix', '33', '--operator', operator, ...values);
    };
    await set('orange', '--buy-price', '0.02', '--price', '0.04');
    await set('sfr', '--buy-price', '0.03');
    await set('free', '--senders', 'word', '--priority', '2');
    await set('away', '--state', 'off');
    const { out } = await cli.type('route', 'explain', '--to', '33612345678');
    assert.equal(
      out,
      `number   +33612345678
network  not known
goes to  orange (price)

prefix  operator  verdict
+33     orange    is chosen: price
+33     sfr       is dearer
+33     away      is switched off
+33     free      does not take this kind of sender
`,
    );
    const nowhere = await cli.type('route', 'explain', '--to', '+49171123456');
    assert.match(nowhere.out, /goes to {2}nowhere: no route takes it\n$/);
    const bad = await cli.type('route', 'explain', '--to', '0612345678');
    assert.match(bad.err, /--to must be a phone number with its calling code/);
  });

  test('knows from the server which operators are down', async () => {
    await using cli = await openWithOperators('sfr');
    await cli.read('route', 'set', '--prefix', '33', '--operator', 'orange', '--price', '1');
    await cli.read('route', 'set', '--prefix', '33', '--operator', 'sfr', '--priority', '2');
    const explain = async () => {
      const told = await cli.read('route', 'explain', '--to', '+33612345678');
      const [first] = told['routes'] as { verdict: object }[];
      return [told['operator'], first?.verdict];
    };
    {
      await using installation = await cli.open();
      const nowMs = cli.clock.nowMs();
      const bind = { operatorId: 1, bind: 0, silentSinceMs: null, notedAtMs: nowMs };
      await installation.storage.operators.noteHealth([{ ...bind, downSinceMs: nowMs - 30_000 }]);
    }
    assert.deepEqual(await explain(), ['sfr', { code: 'passing', reason: 'its operator is down' }]);
    cli.clock.advance(30_000);
    assert.deepEqual(await explain(), ['orange', { code: 'chosen', reason: 'priority' }]);
  });
});

test('every change is in the audit, the newest first', async () => {
  await using cli = await openWithOperators();
  await cli.read('route', 'set', '--prefix', '33', '--operator', 'orange', '--price', '0.038');
  await cli.read('operator', 'pause', 'orange');
  const { audit } = (await cli.read('audit', 'list')) as { audit: Record<string, unknown>[] };
  assert.deepEqual(
    audit.slice(0, 4).map(({ action, actor }) => [action, actor]),
    [
      ['operator.state', 'command line'],
      ['route.set', 'command line'],
      ['price.set', 'command line'],
      ['operator.added', 'command line'],
    ],
  );
  const { out } = await cli.type('audit', 'list', '--limit', '1');
  assert.match(out, /operator\.state +orange +\{"state":"paused"\}\n$/);
});
