/** Every signature is verified by a program of somebody else. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac, createPublicKey, hash, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { createVerifier, httpbis } from 'http-message-signatures';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { must } from '#core/assert.ts';
import type { SignatureScheme } from '#core/signature-words.ts';
import { withoutOpenssl } from '#test/harness/openssl.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { leadingSignature, type SignedRequest, signatureLines } from './more-signatures.ts';
import { makeSecret, parseSecret, sign } from './signature.ts';
import { makeSigningKey, SigningKey } from './signing-key.ts';

const body = Buffer.from('{"text":"Déjà vu 👋🏽 – \u{1d11e}","tag":"Ω"}');
const [newer, older] = [makeSecret(), makeSecret()];
const secrets = [newer, older].map((text) => ({ text, key: must(parseSecret(text), 'key') }));
const signingKey = new SigningKey(makeSigningKey());

function aRequest(): SignedRequest {
  const timestampS = Math.floor(Date.now() / 1_000);
  const targetUri = 'https://hooks.example:8443/in/box?a=1&b=%C3%A9';
  return { id: 'msg_35184372088833', timestampS, body, method: 'POST', targetUri };
}

function headersOf(schemes: readonly SignatureScheme[], request = aRequest()) {
  const signers = { schemes, signingKey, secrets };
  const keys = secrets.map(({ key }) => key);
  const fields: Record<string, string> = {
    'webhook-id': request.id,
    'webhook-timestamp': String(request.timestampS),
    'webhook-signature': leadingSignature(request, signers) + sign(request, keys),
  };
  for (const line of signatureLines(request, signers).split('\r\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields[line.slice(0, colon).toLowerCase()] = line.slice(colon + 2);
  }
  return fields;
}

const tampered = Buffer.from(body.toString().replace('vu', 'vue'));

suite('two live secrets, accents and emoji', () => {
  for (const secret of [newer, older]) {
    const which = secret === newer ? 'newer' : 'older';
    for (const schemes of [[], ['v1a', 'hub', 'rfc9421', 'rfc9421-hmac']] as const) {
      const beside = schemes.length === 0 ? 'alone' : 'beside all others';
      test(`v1 by the ${which} secret, ${beside}, for standardwebhooks and svix`, () => {
        const headers = headersOf(schemes);
        new Webhook(secret).verify(body.toString(), headers);
        new SvixWebhook(secret).verify(body.toString(), headers);
        assert.throws(() => new Webhook(secret).verify(tampered.toString(), headers));
        assert.throws(() => new SvixWebhook(secret).verify(tampered.toString(), headers));
      });
    }
  }

  test('v1 for openssl', { skip: withoutOpenssl }, () => {
    const request = aRequest();
    const [, mac] = headersOf([], request)['webhook-signature']?.split(' ') ?? [];
    const text = Buffer.concat([Buffer.from(`${request.id}.${request.timestampS}.`), body]);
    const key = Buffer.from(older.replace('whsec_', ''), 'base64').toString('hex');
    const options = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-binary'];
    const made = execFileSync('openssl', options, { input: text });
    assert.equal(mac, `v1,${made.toString('base64')}`);
  });
});

test('v1a stands first and is verified with the public key that people are given', () => {
  const request = aRequest();
  const [first = '', ...rest] = headersOf(['v1a'], request)['webhook-signature']?.split(' ') ?? [];
  assert.deepEqual(
    rest.map((each) => each.slice(0, 3)),
    ['v1,', 'v1,'],
  );
  const octets = Buffer.from(signingKey.publicText.replace('whpk_', ''), 'base64');
  assert.equal(octets.length, 32);
  const x = octets.toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const text = Buffer.concat([Buffer.from(`${request.id}.${request.timestampS}.`), body]);
  const signature = Buffer.from(first.replace('v1a,', ''), 'base64');
  assert.equal(verify(null, text, key, signature), true);
  assert.equal(verify(null, Buffer.concat([text, tampered]), key, signature), false);
});

test('v1a for openssl', { skip: withoutOpenssl }, (context) => {
  using folder = temporaryFolder();
  const file = (name: string): string => path.join(folder.path, name);
  const request = aRequest();
  const octets = Buffer.from(signingKey.publicText.replace('whpk_', ''), 'base64');
  const x = octets.toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  writeFileSync(file('key.pem'), key.export({ format: 'pem', type: 'spki' }));
  const text = Buffer.concat([Buffer.from(`${request.id}.${request.timestampS}.`), body]);
  writeFileSync(file('text'), text);
  const [first = ''] = headersOf(['v1a'], request)['webhook-signature']?.split(' ') ?? [];
  writeFileSync(file('signature'), Buffer.from(first.replace('v1a,', ''), 'base64'));
  const names = ['-inkey', file('key.pem'), '-in', file('text'), '-sigfile', file('signature')];
  const said = execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', '-rawin', ...names]);
  context.diagnostic(said.toString().trim());
});

test('hub is the digest by the secret as it is written, the older one while there are two', {
  skip: withoutOpenssl,
}, () => {
  const made = headersOf(['hub'])['x-hub-signature-256'];
  const options = ['dgst', '-sha256', '-hmac', older, '-r'];
  const [hex = ''] = execFileSync('openssl', options, { input: body }).toString().split(' ');
  assert.equal(made, `sha256=${hex}`);
  assert.notEqual(made, `sha256=${createHmac('sha256', older).update(tampered).digest('hex')}`);
});

suite('RFC 9421 for http-message-signatures', () => {
  const octets = Buffer.from(signingKey.publicText.replace('whpk_', ''), 'base64');
  const x = octets.toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const verifiers = {
    ed25519: createVerifier(publicKey, 'ed25519'),
    'hmac-sha256': createVerifier(
      Buffer.from(older.replace('whsec_', ''), 'base64'),
      'hmac-sha256',
    ),
  };
  for (const [scheme, algorithm] of [
    ['rfc9421', 'ed25519'],
    ['rfc9421-hmac', 'hmac-sha256'],
  ] as const) {
    const isVerified = (request: SignedRequest, headers: Record<string, string>) =>
      httpbis.verifyMessage(
        {
          keyLookup: async ({ keyid, alg }) => {
            const isOurs =
              keyid === signingKey.id || keyid === hash('sha256', older, 'hex').slice(0, 16);
            if (!isOurs || alg !== algorithm) return null;
            return { id: keyid, algs: [algorithm], verify: verifiers[algorithm] };
          },
          requiredFields: ['@method', '@target-uri', 'content-digest', 'webhook-id'],
        },
        { method: 'POST', url: request.targetUri, headers },
      );

    test(`${scheme} covers method, address, digest and id`, async () => {
      const request = aRequest();
      const headers = headersOf([scheme], request);
      // Of two secrets the receiver has one.
      const own = onlyLast(headers);
      assert.equal(await isVerified(request, own), true);
      const digest = `sha-256=:${hash('sha256', body, 'base64')}:`;
      assert.equal(headers['content-digest'], digest);
      assert.notEqual(hash('sha256', tampered, 'base64'), hash('sha256', body, 'base64'));
      assert.equal(await isVerified(request, { ...own, 'webhook-id': 'msg_2' }), false);
      assert.equal(
        await isVerified({ ...request, targetUri: 'https://hooks.example:8443/' }, own),
        false,
      );
      const changed = digest.replace(/:\w/, ':!');
      assert.equal(await isVerified(request, { ...own, 'content-digest': changed }), false);
    });
  }
});

/** The member of the last signature: of the older secret where there are two. */
function onlyLast(headers: Record<string, string>): Record<string, string> {
  const last = (name: string): string => headers[name]?.split(/, (?=parley)/).at(-1) ?? '';
  return { ...headers, 'signature-input': last('signature-input'), signature: last('signature') };
}
