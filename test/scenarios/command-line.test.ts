/** The program as its administrator meets it: a process, its exit code, what it prints. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { suite, test } from 'node:test';
import { openParleyFolder } from '#test/harness/parley-process.ts';

type KeysJson = readonly { readonly id: number; readonly label: string; readonly key: string }[];

async function statusOfMe(port: number, key: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/me`, {
    headers: { 'x-api-key': key },
  });
  await response.arrayBuffer();
  return response.status;
}

test('an account that is made beside the running server sends at once, until its key is revoked', async () => {
  await using parley = await openParleyFolder();
  const { port } = await parley.serve();
  const create = ['account', 'create', '--name', 'Acme', '--email', 'ops@acme.example'];
  const { account, keys } = await parley.read(...create);
  const accountId = String((account as { id: number }).id);
  const [sms, email] = keys as KeysJson;
  assert.ok(sms && email);
  assert.equal(await statusOfMe(port, sms.key), 200);
  assert.equal(await statusOfMe(port, email.key), 401);
  await parley.read('key', 'revoke', '--account', accountId, '--key', String(sms.id));
  while ((await statusOfMe(port, sms.key)) !== 401) await new Promise(setImmediate);
});

test('commands work on the folder that a server has left', async () => {
  await using parley = await openParleyFolder();
  const server = await parley.serve();
  server.signal('SIGTERM');
  await server.end;
  const { accounts } = await parley.read('account', 'list');
  assert.equal((accounts as readonly unknown[]).length, 1);
});

const tlsPorts = {
  'smtp-in': ['--smtp-in', '0'],
  sip: ['--sip-listen', 'tls:127.0.0.1:0'],
  smpp: ['--smpp-tls-port', '0'],
} as const;

test('a server with a certificate that is none says so, and does not start', async () => {
  await using parley = await openParleyFolder();
  const key = path.join(import.meta.dirname, '..', '..', 'fixtures', 'tls', 'receiver.key.pem');
  for (const [port, listens] of Object.entries(tlsPorts)) {
    const files = [`--${port}-tls-cert`, key, `--${port}-tls-key`, key];
    const { code, err } = await parley.run(['serve', ...listens, ...files]);
    assert.notEqual(code, 0, port);
    assert.match(err, /receiver\.key\.pem are no certificate and its key, both in PEM\./, port);
  }
});

suite('a server ends by itself', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`with exit code 0 after ${signal}`, async () => {
      await using parley = await openParleyFolder();
      const server = await parley.serve();
      server.signal(signal);
      assert.deepEqual(await server.end, [0, null]);
    });
  }

  test('at once after a second signal, whatever it still waits for', async () => {
    await using parley = await openParleyFolder();
    const server = await parley.serve();
    const client = await openRequest(server.port);
    server.signal('SIGTERM');
    while (await accepts(server.port)) await new Promise(setImmediate);
    server.signal('SIGTERM');
    assert.deepEqual(await server.end, [null, 'SIGTERM']);
    client.destroy();
  });
});

/** A request whose body never comes, so that the server has something to wait for. */
async function openRequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /v1/send HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n');
  // The interim answer shows that the request has begun.
  socket.write('Expect: 100-continue\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const accepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return accepted;
}

suite('a start that cannot be says why in one sentence', () => {
  test('its port is in use', async () => {
    await using parley = await openParleyFolder();
    await using other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { readonly port: number };
    const { code, out, err } = await parley.run(['serve', '--port', String(port)]);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, new RegExp(`^parley: Port ${port} of 127\\.0\\.0\\.1 is in use[^\\n]*\\n$`));
  });

  test('another server runs on the folder', async () => {
    await using parley = await openParleyFolder();
    await parley.serve();
    const { code, err } = await parley.run([]);
    assert.equal(code, 1);
    assert.match(err, /^parley: Another Parley server is running on [^\n]*\n$/);
  });

  test('the database is none', async () => {
    await using parley = await openParleyFolder();
    await writeFile(path.join(parley.path, 'parley.db'), 'a letter to my mother'.repeat(500));
    for (const argv of [[], ['account', 'list']]) {
      const { code, err } = await parley.run(argv);
      assert.equal(code, 1);
      assert.match(err, /^parley: \S+parley\.db is not a database[^\n]*\n$/);
    }
  });

  test('the master key is another one', async () => {
    await using parley = await openParleyFolder();
    const server = await parley.serve();
    server.signal('SIGTERM');
    await server.end;
    await writeFile(
      path.join(parley.path, 'master.key'),
      `${Buffer.alloc(32).toString('base64')}\n`,
    );
    const { code, err } = await parley.run([]);
    assert.equal(code, 1);
    assert.match(err, /^parley: [^\n]*master key[^\n]*\n$/);
  });

  test('a setting is unknown', async () => {
    await using parley = await openParleyFolder();
    const { code, err } = await parley.run([], { environment: { PARLEY_PROT: '1' } });
    assert.equal(code, 2);
    assert.match(err, /PARLEY_PROT. The nearest is PARLEY_PORT\./);
  });
});

test('a password comes through a pipe', async () => {
  await using parley = await openParleyFolder();
  const where = ['--host', 'smsc.example', '--port', '2775', '--system-id', 'me'];
  const { code, out, err } = await parley.run(['operator', 'add', '--name', 'orange', ...where], {
    input: 'pa55word\n',
  });
  assert.deepEqual([code, err], [0, '']);
  assert.ok(!out.includes('pa55word'));
});

test('the program is found behind the links that npm makes', async () => {
  await using parley = await openParleyFolder();
  const bin = path.join(import.meta.dirname, '..', '..', 'bin', 'parley');
  await symlink(path.relative(parley.path, bin), path.join(parley.path, 'first'));
  await symlink('first', path.join(parley.path, 'second'));
  const launchedBy = path.join(parley.path, 'second');
  const { code, out } = await parley.run(['help'], { launchedBy });
  assert.equal(code, 0);
  assert.match(out, /^Parley carries messages/);
});

test('a reader that has seen enough is no failure', async () => {
  await using parley = await openParleyFolder();
  const child = parley.spawn(['help', 'config']);
  child.stdin.end();
  child.stdout.destroy();
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
