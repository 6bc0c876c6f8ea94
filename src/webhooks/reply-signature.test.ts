import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { replySignatureMethods } from '#core/signature-words.ts';
import { withoutOpenssl } from '#test/harness/openssl.ts';
import { type ReplySigner, signReply, type TextFields } from './reply-signature.ts';

/** Computed from the rule by another program, in another language. */
const fixture = JSON.parse(
  readFileSync(
    path.join(import.meta.dirname, '../../fixtures/webhooks/reply-signatures.json'),
    'utf8',
  ),
) as {
  readonly secret: string;
  readonly fields: TextFields;
  readonly text: string;
  readonly sig: Readonly<Record<ReplySigner['method'], string>>;
};

const { secret, fields } = fixture;
const { timestamp = '', nonce = '', ...own } = fields;
const moment = { atMs: Number(timestamp) * 1_000 + 999, nonce };

for (const method of replySignatureMethods) {
  test(`${method} is what the rule says, behind all other fields`, () => {
    const signed = signReply(own, { method, secret }, moment);
    assert.deepEqual(signed, { ...fields, sig: fixture.sig[method] });
    assert.deepEqual(Object.keys(signed).slice(-3), ['timestamp', 'nonce', 'sig']);
    const tampered = signReply({ ...own, text: `${own['text']}!` }, { method, secret }, moment);
    assert.notEqual(tampered['sig'], fixture.sig[method]);
  });

  if (method === 'md5hash') continue;
  test(`${method} is what openssl makes of it`, { skip: withoutOpenssl }, () => {
    const options = ['dgst', `-${method}`, '-hmac', secret, '-r'];
    const [hex = ''] = execFileSync('openssl', options, { input: fixture.text })
      .toString()
      .split(' ');
    assert.equal(fixture.sig[method], hex.toUpperCase());
  });
}

test('whatever a phone writes, every value is a text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const signed = signReply({ text }, { method: 'sha256', secret }, moment);
      assert.ok(Object.values(signed).every((value) => typeof value === 'string'));
      assert.match(signed['sig'] ?? '', /^[0-9A-F]{64}$/);
    }),
  );
});
