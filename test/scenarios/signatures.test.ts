/** Further signatures, asked for on the command line, on webhooks and in the bodies of replies. */
import assert from 'node:assert/strict';
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { CommandLine } from '#test/harness/command-line.ts';
import { type OpenedApp, openApp } from '#test/harness/open-app.ts';
import { RawReceiver } from '#test/harness/raw-receiver.ts';

async function firstEvent(app: OpenedApp, kind: string): Promise<Readonly<Record<string, string>>> {
  const { json } = await app.get(`/v1/events?apiKey=${app.testKey}&wait=30&event=${kind}`);
  const [event] = json['events'] as readonly { readonly payload: Record<string, string> }[];
  return event?.payload ?? {};
}

test('an endpoint is signed in the ways that were asked for', async () => {
  await using receiver = await RawReceiver.open();
  await using app = await openApp();
  const line = new CommandLine(app.folder);
  const environment = { ...line.environment, PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' };
  line.environment = environment;
  assert.equal((await line.type('account', 'set', '1', '--reply-url', receiver.url)).code, 0);
  const asked = await line.read('endpoint', 'sign', '1', '--with', 'v1a,hub,rfc9421');
  const again = await line.read('endpoint', 'sign', '1', '--with', 'v1a,hub,rfc9421');
  assert.deepEqual(again, asked, 'the key stays');
  await app.app[Symbol.asyncDispose]();
  await using served = await openApp({}, app.folder);
  const message = { phoneNumbers: '+33639980001', message: 'Hello' };
  await served.post('/v1/send', { apiKey: served.testKey, ...message });
  await receiver.received(1);
  const [request] = receiver.requests;
  const field = (name: string): string => request?.fields.get(name) ?? '';
  const [first = '', second = ''] = field('webhook-signature').split(' ');
  assert.match(second, /^v1,/);
  const x = Buffer.from(String(asked['publicKey']).replace('whpk_', ''), 'base64');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = `${field('webhook-id')}.${field('webhook-timestamp')}.${request?.body.toString()}`;
  assert.ok(verify(null, Buffer.from(signed), key, Buffer.from(first.slice(4), 'base64')));
  assert.match(field('x-hub-signature-256'), /^sha256=[0-9a-f]{64}$/);
  assert.match(field('signature-input'), /^parley=\("@method" .*alg="ed25519"$/);
  const none = await line.read('endpoint', 'sign', '1', '--with', 'none');
  assert.deepEqual(none, { endpoint: 1, signatures: [] });
  const missing = await line.type('endpoint', 'sign', '99', '--with', 'hub');
  assert.deepEqual([missing.code, missing.err], [1, 'parley: Endpoint 99 does not exist.\n']);
});

test('replies to a long number are signed inside where the account wants it', async () => {
  await using first = await openApp();
  const line = new CommandLine(first.folder);
  const sign = ['account', 'settings', 'set', '--account', '1', '--reply-signature'];
  const made = await line.read(...sign, 'sha256');
  const secret = String((made['secrets'] as Record<string, unknown>)['replySignature']);
  assert.match(secret, /^whsec_/);
  await first.app[Symbol.asyncDispose]();
  await using app = await openApp({}, first.folder);
  const words = ['--from', '+33639980001', '--to', '33639981000', '--text', 'a=1&b=é'];
  await line.read('simulator', 'reply', ...words);
  const { sig, ...fields } = await firstEvent(app, 'reply.long');
  const text = Object.keys(fields)
    .toSorted()
    .map((name) => `&${name}=${fields[name]?.replace(/[&=]/g, '_')}`)
    .join('');
  const mac = createHmac('sha256', secret).update(text).digest('hex').toUpperCase();
  assert.equal(sig, mac);
  const off = await line.read(...sign, 'off');
  assert.deepEqual([off['replySignature'], off['secrets']], ['off', {}]);
  const secretFile = path.join(first.folder, 'secret');
  await writeFile(secretFile, 'of-our-own-choice\n');
  const own = await line.read(...sign, 'md5hash', '--reply-secret-file', secretFile);
  assert.deepEqual([own['replySignature'], own['secrets']], ['md5hash', {}]);
  line.input = 'short\n';
  const short = await line.type(...sign, 'md5hash', '--reply-secret-file=-');
  assert.match(short.err, /8 to 200 visible characters/);
  const refused = await line.type(...sign, 'off', '--reply-secret-file', secretFile);
  assert.match(refused.err, /--reply-secret requires --reply-signature with a method/);
});
