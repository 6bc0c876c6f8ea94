import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
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
    assert.match((await line.type('endpoint', 'replay', '1', '--since', '24h')).err, /in progress/);
    assert.deepEqual((await line.read('endpoint', 'attempts', '1'))['attempts'], []);
    await line.read('endpoint', 'remove', '1');
    assert.equal((await line.type('endpoint', 'show', '1')).code, 1);
  });

  test('takes a secret of one’s own from a file or standard input, and posts with it', async () => {
    await using world = await openLine();
    const { line, sink } = world;
    const secretFile = path.join(line.folder, 'secret');
    const secrets = [1, 2].map((n) => `whsec_${Buffer.alloc(32, n).toString('base64')}`);
    const [first = '', second = ''] = secrets;
    await writeFile(secretFile, `${first}\n`);
    const wanted = ['endpoint', 'add', '--account', '1', '--url', sink.url];
    const added = await line.read(...wanted, '--secret-file', secretFile);
    assert.equal(added['secret'], first);
    const posted = async (): Promise<string[]> => {
      await line.read('endpoint', 'test', '1');
      const { headers, body } = must(sink.received.at(-1), 'request');
      const sent = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`;
      const macs = secrets.map((secret) => {
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        return `v1,${createHmac('sha256', key).update(sent).update(body).digest('base64')}`;
      });
      const signed = String(headers['webhook-signature']).split(' ');
      return macs.filter((mac) => signed.includes(mac));
    };
    assert.equal((await posted()).length, 1);
    line.input = `${second}\n`;
    const rotated = await line.read('endpoint', 'rotate', '1', '--secret-file=-');
    assert.equal(rotated['secret'], second);
    assert.equal((await posted()).length, 2);
    const seen = await line.type(
      'endpoint',
      'add',
      '--account',
      '1',
      '--url',
      sink.url,
      '--secret',
      first,
    );
    assert.match(seen.err, /--secret is visible/);
  });

  test('refuses secrets that are none, and two at once', async () => {
    await using world = await openLine();
    const { line, sink } = world;
    const wanted = ['endpoint', 'add', '--account', '1', '--url', sink.url];
    const short = `whsec_${Buffer.alloc(23).toString('base64')}`;
    const fine = `whsec_${Buffer.alloc(24).toString('base64')}`;
    const refused = async (...more: string[]) => {
      const { code, err } = await line.type(...wanted, ...more);
      assert.equal(code, 2);
      return err;
    };
    assert.match(await refused('--secret', short), /--secret must be whsec_ and the base64 of 24/);
    line.input = short;
    assert.match(await refused('--secret-file=-'), /The secret must be whsec_ and the base64/);
    line.input = undefined;
    assert.match(await refused('--secret-file=-'), /The secret is missing/);
    assert.match(await refused('--secret', fine, '--secret-file=-'), /exclude each other/);
    const missing = await line.type(...wanted, '--secret-file', path.join(line.folder, 'none'));
    assert.match(missing.err, /none/);
    assert.notEqual(missing.code, 0);
    assert.deepEqual((await line.read('endpoint', 'list', '--account', '1'))['endpoints'], []);
  });

  test('checks every option before anything is stored', async () => {
    await using world = await openLine();
    const { line, sink } = world;
    await line.read('endpoint', 'add', '--account', '1', '--url', sink.url);
    const refusals: readonly (readonly [string, string, RegExp])[] = [
      ['--events', 'DLR', /--events must be event types/],
      ['--events', 'dlr,,stop', /--events must be event types/],
      ['--at-once', '0', /--at-once must be a whole number from 1 to 64/],
      ['--at-once', '65', /--at-once must be/],
      ['--rate', '0', /--rate must be/],
      ['--order', 'fifo', /--order must be/],
      ['--timeout', '999', /--timeout must be a whole number from 1000 to 30000/],
      ['--schedule', '5,x', /--schedule must be whole seconds/],
      ['--schedule', Array.from({ length: 21 }, () => 1).join(), /schedule /],
      ['--schedule', '259201', /schedule /],
      ['--give-up', 'maybe', /--give-up must be/],
      ['--headers-file', path.join(line.folder, 'none'), /none/],
    ];
    for (const [option, value, words] of refusals) {
      const { code, err } = await line.type('endpoint', 'set', '1', option, value);
      assert.notEqual(code, 0, `${option} ${value}`);
      assert.match(err, words);
    }
    const files = { headers: 'Host: a\n', ca: 'no PEM', certificate: 'no PEM', key: 'no PEM' };
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(line.folder, name);
      await writeFile(file, text);
      const { code, err } = await line.type('endpoint', 'set', '1', `--${name}-file`, file);
      assert.deepEqual([code, err.includes(name)], [2, true], err);
    }
    const { endpoint } = await line.read('endpoint', 'show', '1');
    const untouched = { ordering: 'key', events: [], headers: false, ca: false, timeoutMs: 15_000 };
    assert.partialDeepStrictEqual(endpoint, untouched);
    await line.read(
      'endpoint',
      'set',
      '1',
      '--events',
      'dlr',
      '--schedule',
      '5,60',
      '--give-up',
      'off',
    );
    const set = (await line.read('endpoint', 'set', '1', '--events', 'all', '--rate', 'none'))[
      'endpoint'
    ];
    const changed = { events: [], schedule: [5, 60], autoDisable: false, ratePerSecond: null };
    assert.partialDeepStrictEqual(set, changed);
  });

  test('says what is wrong, by which rule', async () => {
    await using world = await openLine();
    const { line, sink } = world;
    const add = (...more: string[]) => line.type('endpoint', 'add', '--account', '1', ...more);
    assert.match((await add('--url', 'http://10.0.0.1/')).err, /url .*private address/);
    assert.match(
      (await add('--url', sink.url, '--events', 'calls')).err,
      /--events must be event types/,
    );
    assert.match(
      (await line.type('endpoint', 'add', '--account', '9', '--url', sink.url)).err,
      /Account 9 does not exist/,
    );
    assert.match(
      (await line.type('endpoint', 'resume', '1', '--send', 'all')).err,
      /Endpoint 1 does not exist/,
    );
    assert.match((await line.type('endpoint', 'skip', '1')).err, /Endpoint 1 does not exist/);
    assert.match((await line.type('endpoint', 'rotate', '1', '--overlap', '8d')).err, /1h to 7d/);
    assert.match((await line.type('endpoint', 'replay', '1')).err, /Endpoint 1 does not exist/);
    await add('--url', sink.url);
    assert.match((await line.type('endpoint', 'replay', '1')).err, /--event or --since/);
  });
});
