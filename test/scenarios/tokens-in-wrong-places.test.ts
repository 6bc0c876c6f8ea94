/** Each kind of token, where each other kind belongs; and what TLS our ports speak. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as dial, type Socket } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { connect, type SecureVersion } from 'node:tls';
import { must } from '#core/assert.ts';
import { Browser } from '#test/harness/browser.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { openApp } from '#test/harness/open-app.ts';
import { openPhone } from '#test/harness/sip-phones.ts';

const password = 'a quiet evening by the sea';
const person = { email: 'ada@acme.example', name: 'Ada', password };

test('a token opens nothing where another one belongs', async () => {
  await using app = await openApp();
  const setup = must(/setup#(?<token>[\w-]+)/.exec(app.app.banner)?.groups?.['token'], 'token');
  const browser = new Browser(`http://localhost:${app.app.port}`);
  const signedIn = await browser.ask('POST', '/api/operations/setup-make', {
    token: setup,
    ...person,
  });
  assert.equal(signedIn.status, 200, signedIn.text);
  const cookie = [...browser.cookies].find(([, value]) => /^[\w-]{43}$/.test(value));
  const [cookieName, session] = must(cookie, 'cookie of the session');
  const invited = await browser.ask('POST', '/api/accounts/1/operations/member-invite', {
    email: 'bob@acme.example',
    role: 'viewer',
  });
  const invitation = must(
    /[#/](?<token>[\w-]{43})/.exec(invited.text)?.groups?.['token'],
    'invitation',
  );

  const keysAs = { apiKey: app.testKey };
  for (const [kind, token] of Object.entries({ setup, session, invitation })) {
    const { status } = await app.get(`/v1/me?apiKey=${encodeURIComponent(token)}`);
    assert.equal(status, 401, `${kind} as a key`);
  }
  // A cookie counts for pages alone: the interface takes any content type, so it would let foreign forms act.
  const withCookie = await fetch(`${app.url}/v1/me`, {
    headers: { cookie: `${cookieName}=${session}` },
  });
  assert.equal(withCookie.status, 401);
  for (const [kind, token] of Object.entries({ ...keysAs, setup, invitation })) {
    const headers = {
      cookie: `${cookieName}=${token}`,
      authorization: `Bearer ${token}`,
      'x-api-key': token,
    };
    assert.equal(
      (await fetch(`${app.url}/api/operations/me-show`, { headers })).status,
      401,
      `${kind} as a session`,
    );
  }
  const stranger = new Browser(`http://localhost:${app.app.port}`);
  for (const [kind, token] of Object.entries({ ...keysAs, session, invitation })) {
    const asked = await stranger.ask('POST', '/api/operations/setup-make', { token, ...person });
    assert.ok(
      asked.status === 403 || asked.status === 409,
      `${kind} as a setup link: ${asked.text}`,
    );
  }
  for (const token of [app.testKey, setup, session, invitation]) {
    for (const link of ['u', 'r', 'c', 'o']) {
      const { status } = await fetch(`${app.url}/${link}/${token}`, { redirect: 'manual' });
      assert.ok(status >= 400, `${link}: ${status}`);
    }
  }
});

const tls = path.join(import.meta.dirname, '..', '..', 'fixtures', 'tls');

/** What is agreed on, or undefined where there is no agreement. */
async function agreed(
  plain: () => Promise<Socket>,
  version: SecureVersion,
): Promise<string | null | undefined> {
  const socket = connect({
    socket: await plain(),
    rejectUnauthorized: false,
    minVersion: version,
    maxVersion: version,
    // Clients of yesterday: Node would not even ask without it.
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  try {
    await once(socket, 'secureConnect');
    return socket.getProtocol();
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

async function assertModern(plain: () => Promise<Socket>): Promise<void> {
  assert.equal(await agreed(plain, 'TLSv1.3'), 'TLSv1.3');
  assert.equal(await agreed(plain, 'TLSv1.2'), 'TLSv1.2');
  assert.equal(await agreed(plain, 'TLSv1.1'), undefined);
  assert.equal(await agreed(plain, 'TLSv1'), undefined);
}

async function reach(port: number): Promise<Socket> {
  const socket = dial(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** RFC 3207: what is plain until it is asked to be otherwise. */
async function reachBySmtp(port: number): Promise<Socket> {
  const socket = await reach(port);
  const hear = async (): Promise<string> => String((await once(socket, 'data'))[0]);
  assert.match(await hear(), /^220 /);
  socket.write('EHLO client.example\r\n');
  while (!/^250 /m.test(await hear()));
  socket.write('STARTTLS\r\n');
  assert.match(await hear(), /^220 /);
  return socket;
}

test('speaks TLS 1.2 and 1.3, and nothing older', async () => {
  const [smpp, smtp] = [await freeTcpPort(), await freeTcpPort()];
  await using _ = await openApp({
    PARLEY_SMPP_TLS_PORT: String(smpp),
    PARLEY_SMPP_HOST: '127.0.0.1',
    PARLEY_SMPP_TLS_CERT: path.join(tls, 'receiver.cert.pem'),
    PARLEY_SMPP_TLS_KEY: path.join(tls, 'receiver.key.pem'),
    PARLEY_SMTP_IN: String(smtp),
    PARLEY_SMTP_IN_HOST: '127.0.0.1',
    PARLEY_SMTP_IN_NAME: 'mx.example.com',
  });
  await assertModern(() => reach(smpp));
  await assertModern(() => reachBySmtp(smtp));
});

test('speaks TLS 1.2 and 1.3 to carriers, and nothing older', async () => {
  const cert = await readFile(path.join(tls, 'receiver.cert.pem'), 'utf8');
  const key = await readFile(path.join(tls, 'receiver.key.pem'), 'utf8');
  const listeners = [{ transport: 'tls', host: '127.0.0.1', port: 0, tls: { cert, key } }] as const;
  await using phone = await openPhone({ settings: { listeners } });
  await assertModern(() => reach(phone.hop.port));
});
