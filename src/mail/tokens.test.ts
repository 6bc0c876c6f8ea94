import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readBase32, writeBase32 } from '#core/base32.ts';
import { createSealer } from '#core/sealed.ts';
import { MailTokens, tokenKeyUse } from './tokens.ts';

const tokens = new MailTokens(createSealer(Buffer.alloc(32, 7)).deriveKey(tokenKeyUse));

suite('a token', () => {
  test('names its mail and no other, whatever its id', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (mailId) => {
        const token = tokens.makeToken('bounce', mailId);
        assert.match(token, /^[a-z2-7]{29}$/);
        assert.equal(tokens.readToken('bounce', token), mailId);
      }),
    );
  });

  test('is the same whenever it is made, also by a process that starts anew', () => {
    assert.equal(tokens.makeToken('bounce', 1), 'aaaaaaaaaaaacihni5ntm7uy6teig');
  });

  test('survives a server that writes it in capitals', () => {
    const token = tokens.makeToken('unsubscribe', 70_000);
    assert.equal(tokens.readToken('unsubscribe', token.toUpperCase()), 70_000);
  });

  test('opens nothing but what it was made for', () => {
    const token = tokens.makeToken('unsubscribe', 7);
    for (const purpose of ['bounce', 'read-online', 'tracking'] as const) {
      assert.equal(tokens.readToken(purpose, token), undefined);
    }
  });

  test('with one character changed, cut or added is nothing', () => {
    const token = tokens.makeToken('bounce', 123_456);
    for (const at of token.split('').keys()) {
      const other = token[at] === 'a' ? 'b' : 'a';
      const forged = token.slice(0, at) + other + token.slice(at + 1);
      assert.equal(tokens.readToken('bounce', forged), undefined);
    }
    for (const forged of [token.slice(1), `${token}a`, '', `${token.slice(0, -1)}=`]) {
      assert.equal(tokens.readToken('bounce', forged), undefined);
    }
  });

  test('made with another key is nothing', () => {
    const others = new MailTokens(Buffer.alloc(32, 1));
    assert.equal(tokens.readToken('bounce', others.makeToken('bounce', 7)), undefined);
  });
});

suite('base32', () => {
  test('follows the vectors of RFC 4648 §10', () => {
    const vectors = ['', 'my', 'mzxq', 'mzxw6', 'mzxw6yq', 'mzxw6ytb', 'mzxw6ytboi'];
    for (const [length, text] of vectors.entries()) {
      assert.equal(writeBase32(Buffer.from('foobar'.slice(0, length))), text);
    }
  });

  test('brings any octets back, and refuses any other text for them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (octets) => {
        assert.deepEqual(readBase32(writeBase32(octets)), Buffer.from(octets));
      }),
    );
    for (const text of ['mz', 'm', 'MY', 'my======', 'mé'])
      assert.equal(readBase32(text), undefined);
  });

  test('of a subscription is sealed: it tells nobody an address, and opens to the same', () => {
    const longest = {
      stream: 's'.repeat(64),
      address: `${'ü'.repeat(64)}@${'d'.repeat(180)}.example`,
    };
    for (const rest of [{ stream: '', address: 'zoe@client.example' }, longest]) {
      const subscription = { mailId: 2 ** 52, accountId: 7, ...rest };
      const sealed = tokens.sealSubscription(subscription);
      assert.match(sealed, /^[\w-]{60,}$/);
      assert.equal(sealed, tokens.sealSubscription(subscription));
      assert.deepEqual(tokens.openSubscription(sealed), subscription);
      assert.equal(Buffer.from(sealed, 'base64url').includes('client'), false);
      for (const at of [0, 20, 30, sealed.length - 1]) {
        const other = sealed[at] === 'A' ? 'B' : 'A';
        const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
        assert.equal(tokens.openSubscription(changed), undefined);
      }
      assert.equal(tokens.openSubscription(sealed.slice(0, -4)), undefined);
    }
  });

  test('of any octets opens to nothing, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array({ maxLength: 900 }), (text, octets) => {
        assert.equal(tokens.openSubscription(text), undefined);
        const sealed = Buffer.from(octets).toString('base64url');
        assert.equal(tokens.openSubscription(sealed), undefined);
      }),
    );
  });
});
