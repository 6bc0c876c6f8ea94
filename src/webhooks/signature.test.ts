import assert from 'node:assert/strict';
import { createHmac, type KeyObject } from 'node:crypto';
import { suite, test } from 'node:test';
import { makeSecret, parseSecret, sign } from './signature.ts';

function keyOf(secret: string): KeyObject {
  const key = parseSecret(secret);
  assert.ok(key);
  return key;
}

suite('a signature', () => {
  const body = Buffer.from('{"text":"Ça va ? 😀"}');
  const signed = { id: 'msg_7', timestampS: 1_893_456_000, body };

  test('is the HMAC of id, timestamp and body with dots between them', () => {
    const bytes = Buffer.alloc(32, 1);
    const mac = createHmac('sha256', bytes)
      .update(Buffer.concat([Buffer.from('msg_7.1893456000.'), body]))
      .digest('base64');
    const key = keyOf(`whsec_${bytes.toString('base64')}`);
    assert.equal(sign(signed, [key]), `v1,${mac}`);
  });

  test('stands once for each secret, the oldest last', () => {
    const [newest, oldest] = [keyOf(makeSecret()), keyOf(makeSecret())];
    const both = sign(signed, [newest, oldest]);
    assert.equal(both, `${sign(signed, [newest])} ${sign(signed, [oldest])}`);
    assert.equal(`v1,${both.split(',').at(-1)}`, sign(signed, [oldest]));
  });
});

suite('a secret', () => {
  test('is 32 random bytes behind whsec_', () => {
    assert.match(makeSecret(), /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(makeSecret(), makeSecret());
  });

  for (const bytes of [24, 64]) {
    test(`of ${bytes} bytes is one`, () => {
      assert.ok(parseSecret(`whsec_${Buffer.alloc(bytes).toString('base64')}`));
    });
  }

  for (const text of [
    '',
    'whsec_',
    `whsec_${Buffer.alloc(23).toString('base64')}`,
    `whsec_${Buffer.alloc(65).toString('base64')}`,
    Buffer.alloc(32).toString('base64'),
    `whsec_${'*'.repeat(44)}`,
  ]) {
    test(`"${text.slice(0, 40)}" is none`, () => assert.equal(parseSecret(text), undefined));
  }
});
