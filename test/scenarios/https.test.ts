/** HTTPS that ends at our own port: its certificate is renewed while connections go on, and its pages say that they are secure. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { HeldClock } from '#test/harness/held-clock.ts';
import { openApp } from '#test/harness/open-app.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { readConfig } from '../../src/config.ts';
import { askServer } from '../../src/doctor/ports.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures');

/** A folder with a certificate and its key, and the settings that name them. */
async function certificateFolder() {
  const folder = temporaryFolder();
  const settings = {
    PARLEY_TLS_CERT: path.join(folder.path, 'cert.pem'),
    PARLEY_TLS_KEY: path.join(folder.path, 'key.pem'),
  };
  const use = async (cert: string, key: string): Promise<void> => {
    await copyFile(path.join(fixtures, cert), settings.PARLEY_TLS_CERT);
    await copyFile(path.join(fixtures, key), settings.PARLEY_TLS_KEY);
  };
  await use('smpp/tls/server.pem', 'smpp/tls/server-key.pem');
  return { settings, use, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

type Reply = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
};

async function ask(options: RequestOptions, body = ''): Promise<Reply> {
  const asking = request({ host: '127.0.0.1', rejectUnauthorized: false, ...options });
  asking.end(body);
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, headers, text: await text(response) };
}

async function shownAt(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

test('a send is accepted over HTTPS, and plain HTTP is not spoken at that port', async () => {
  using files = await certificateFolder();
  await using app = await openApp(files.settings);
  const { port } = app.app;
  assert.match(app.app.banner, /https:\/\/localhost:\d+/);
  const send = { apiKey: app.testKey, phoneNumbers: '+33639980001', message: 'Hello' };
  const sent = await ask({ port, path: '/v1/send', method: 'POST' }, JSON.stringify(send));
  assert.equal(sent.status, 200, sent.text);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`));
});

test('TLS before 1.2 is refused', async () => {
  using files = await certificateFolder();
  await using app = await openApp(files.settings);
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const;
  const socket = connect({
    host: '127.0.0.1',
    port: app.app.port,
    rejectUnauthorized: false,
    ...old,
  });
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  assert.match(error.code ?? '', /^ERR_SSL_|ECONNRESET/);
});

test('a renewed certificate is shown to who comes next, and open connections go on', async () => {
  using files = await certificateFolder();
  const clock = new HeldClock(Date.now());
  await using app = await openApp(files.settings, undefined, clock);
  const { port } = app.app;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const asked = { port, path: '/healthz', agent };
  await ask(asked);
  const [held] = Object.values(agent.freeSockets)[0] ?? [];
  const before = await shownAt(port);
  await writeFile(files.settings.PARLEY_TLS_CERT, 'no certificate');
  clock.advance(61_000);
  assert.equal(await shownAt(port), before, 'what does not parse changes nothing');
  await files.use('tls/carrier.cert.pem', 'tls/carrier.key.pem');
  // Used each minute, or it would be closed as one that nobody needs.
  let response = await ask(asked);
  while ((await shownAt(port)) === before) {
    clock.advance(61_000);
    response = await ask(asked);
  }
  assert.equal(response.status, 200);
  assert.equal((held as TLSSocket).destroyed, false);
  agent.destroy();
});

test('one file without the other, or beside a public URL of http, is a setting that is refused', () => {
  const alone = readConfig({ PARLEY_TLS_CERT: 'a.pem' }, {});
  assert.deepEqual(alone.ok ? [] : alone.problems, ['--tls-cert and --tls-key need each other.']);
  const both = { PARLEY_TLS_CERT: 'a.pem', PARLEY_TLS_KEY: 'b.pem' };
  const contradicting = readConfig({ ...both, PARLEY_PUBLIC_URL: 'http://a.example' }, {});
  assert.equal(contradicting.ok, false);
});

test('doctor finds the server that speaks HTTPS', async () => {
  using files = await certificateFolder();
  await using app = await openApp(files.settings);
  const settings = {
    ...files.settings,
    PARLEY_HOST: '127.0.0.1',
    PARLEY_PORT: String(app.app.port),
  };
  const reading = readConfig(settings, {});
  assert.ok(reading.ok);
  const server = await askServer(reading.config);
  assert.equal(server.is, 'parley');
});
