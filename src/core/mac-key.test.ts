import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { MacKey } from './mac-key.ts';

function base64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}

suite('a key for signatures', () => {
  test('signs the test cases of RFC 4231 §4', () => {
    assert.equal(
      new MacKey(Buffer.alloc(20, 0x0b)).sign('Hi There', Buffer.alloc(0)),
      base64('b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'),
    );
    assert.equal(
      new MacKey(Buffer.from('Jefe')).sign('what do ya want ', Buffer.from('for nothing?')),
      base64('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'),
    );
    assert.equal(
      new MacKey(Buffer.alloc(20, 0xaa)).sign('', Buffer.alloc(50, 0xdd)),
      base64('773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'),
    );
  });

  test('signs whatever text as any other implementation does', () => {
    const keys = fc.uint8Array({ minLength: 1, maxLength: 64 });
    const heads = fc.string({ unit: 'binary-ascii' });
    fc.assert(
      fc.property(keys, heads, fc.uint8Array(), (key, head, body) => {
        const mac = createHmac('sha256', key).update(head).update(body).digest('base64');
        assert.equal(new MacKey(Buffer.from(key)).sign(head, body), mac);
      }),
    );
  });

  for (const bytes of [16_000, 16_310, 16_320, 16_321, 100_000]) {
    test(`signs a body of ${bytes} bytes, also beside another key`, () => {
      const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(64, 2)];
      const body = Buffer.alloc(bytes, 'Parley');
      const [first, second] = [new MacKey(one), new MacKey(other)];
      for (const [key, mac] of [
        [one, first],
        [other, second],
        [one, first],
      ] as const) {
        const expected = createHmac('sha256', key).update('7.').update(body).digest('base64');
        assert.equal(mac.sign('7.', body), expected);
      }
    });
  }

  test('has at most one block of the digest', () => {
    assert.throws(() => new MacKey(Buffer.alloc(65)));
  });
});
