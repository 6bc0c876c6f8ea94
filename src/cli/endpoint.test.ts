import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { openCommandLine } from '#test/harness/command-line.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

type Json = Readonly<Record<string, unknown>>;

async function openLine() {
  await using stack = new AsyncDisposableStack();
  const line = stack.use(await openCommandLine());
  const sink = stack.use(await openWebhookSink());
  line.environment = { ...line.environment, PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };
  await line.read('account', 'create', '--name', 'Acme', '--email', 'a@acme.example');
  const opened = stack.move();
  return { line, sink, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

suite('parley endpoint', () => {
  test('adds, shows, changes, holds, tests and removes', async () => {
    await using world = await openLine();
    const { line, sink } = world;
    const headers = path.join(line.folder, 'headers');
    await writeFile(headers, 'X-Team: a\nAuthorization: Bearer hidden\n');
    const url = ['--account', '1', '--url', sink.url];
    const options = ['--events', 'dlr,stop', '--order', 'strict', '--headers-file', headers];
    const added = await line.read('endpoint', 'add', ...url, ...options);
    assert.match(String(added['secret']), /^whsec_/);
    const shown = (await line.read('endpoint', 'show', '1'))['endpoint'] as Json;
    assert.partialDeepStrictEqual(shown, {
      ordering: 'strict',
      events: ['dlr', 'stop'],
      headers: true,
    });
    await line.read('endpoint', 'set', '1', '--order', 'key', '--rate', '5');
    const { out } = await line.type('endpoint', 'show', '1');
    assert.match(out, /a second\s+5\n/);
    assert.ok(!out.includes('hidden') && !out.includes('whsec_'));
    const told = await line.read('endpoint', 'test', '1');
    assert.equal(told['received'], true);
    assert.equal(sink.received[0]?.headers['authorization'], 'Bearer hidden');
    assert.ok(!JSON.stringify(told).includes('hidden'));
    await line.read('endpoint', 'pause', '1');
    assert.equal((await line.type('endpoint', 'pause', '1')).code, 1);
    await line.read('endpoint', 'resume', '1', '--newer-than', '1h');
    assert.match(String((await line.read('endpoint', 'rotate', '1'))['secret']), /^whsec_/);
    await line.read('endpoint', 'revoke', '1');
    await line.read('endpoint', 'replay', '1', '--since', '24h');
    assert.match((await line.type('endpoint', 'replay', '1', '--since', '24h')).err, /under way/);
    assert.deepEqual((await line.read('endpoint', 'attempts', '1'))['attempts'], []);
    await line.read('endpoint', 'remove', '1');
    assert.equal((await line.type('endpoint', 'show', '1')).code, 1);
  });

  test('says what is wrong, by which rule', async () => {
    await using world = await openLine();
    const { line, sink } = world;
    const add = (...more: string[]) => line.type('endpoint', 'add', '--account', '1', ...more);
    assert.match((await add('--url', 'http://10.0.0.1/')).err, /url .*private address/);
    assert.match((await add('--url', sink.url, '--events', 'calls')).err, /"calls"/);
    assert.match(
      (await line.type('endpoint', 'add', '--account', '9', '--url', sink.url)).err,
      /no account 9/,
    );
    assert.match((await line.type('endpoint', 'resume', '1', '--send', 'all')).err, /not there/);
    assert.match((await line.type('endpoint', 'skip', '1')).err, /no endpoint 1/);
    assert.match((await line.type('endpoint', 'rotate', '1', '--overlap', '8d')).err, /1h to 7d/);
    assert.match((await line.type('endpoint', 'replay', '1')).err, /--event or --since/);
  });
});
