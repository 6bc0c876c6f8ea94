import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandLine, openCommandLine } from '#test/harness/command-line.ts';

async function openWithOperator(): Promise<CommandLine> {
  const cli = await openCommandLine();
  const where = ['--host', 'smsc.example', '--port', '2775', '--system-id', 'me'];
  cli.input = 'secret';
  await cli.read('operator', 'add', '--name', 'orange', ...where);
  return cli;
}

test('a route is set with its price, and listed by prefix', async () => {
  await using cli = await openWithOperator();
  await cli.read('route', 'set', '--prefix', '+33', '--operator', 'orange', '--price', '0.038');
  await cli.read('route', 'set', '--prefix', '', '--operator', 'orange', '--price', '0');
  assert.deepEqual(await cli.read('route', 'list'), {
    routes: [
      { prefix: '', operator: 'orange', price: 0 },
      { prefix: '33', operator: 'orange', price: 0.038 },
    ],
  });
  const { out } = await cli.type('route', 'list');
  assert.equal(
    out,
    'prefix       operator  price\nall numbers  orange    0\n+33          orange    0.038\n',
  );
});

test('a route without any price says that it lets nothing through', async () => {
  await using cli = await openWithOperator();
  const bare = await cli.type('route', 'set', '--prefix', '33', '--operator', 'orange');
  assert.equal(bare.code, 0);
  assert.match(bare.err, /^Warning: no price fits \+33/);
  await cli.type('route', 'set', '--prefix', '3', '--operator', 'orange', '--price', '0.05');
  const priced = await cli.type('route', 'set', '--prefix', '33', '--operator', 'orange');
  assert.equal(priced.err, '');
});

test('a removed route leaves its price', async () => {
  await using cli = await openWithOperator();
  await cli.read('route', 'set', '--prefix', '33', '--operator', 'orange', '--price', '0.038');
  assert.deepEqual(await cli.read('route', 'remove', '--prefix', '+33'), { removed: '33' });
  assert.deepEqual(await cli.read('route', 'list'), {
    routes: [{ prefix: '33', operator: null, price: 0.038 }],
  });
  const { code, err } = await cli.type('route', 'remove', '--prefix', '33');
  assert.deepEqual([code, err], [1, 'parley: There is no route of +33.\n']);
});

test('live messages never go to the built-in operator', async () => {
  await using cli = await openCommandLine();
  await cli.addBuiltInOperator();
  const { code, err } = await cli.type('route', 'set', '--prefix', '33', '--operator', 'simulator');
  assert.equal(code, 1);
  assert.match(err, /simulator is built in/);
  assert.deepEqual(await cli.read('route', 'list'), { routes: [] });
});

test('a route to nobody is refused, and sets no price', async () => {
  await using cli = await openCommandLine();
  const set = ['route', 'set', '--prefix', '33', '--operator', 'sfr', '--price', '1'];
  const { code, err } = await cli.type(...set);
  assert.deepEqual([code, err], [1, 'parley: There is no operator sfr.\n']);
  assert.deepEqual(await cli.read('route', 'list'), { routes: [] });
});

test('prefixes and prices are held to their form', async () => {
  await using cli = await openWithOperator();
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
  const { code, err } = await cli.type(...set, '--price=-1');
  assert.equal(code, 2);
  assert.match(err, /--price must be .*not below 0/);
});
