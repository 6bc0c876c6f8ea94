import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { writeBase32 } from '#core/base32.ts';
import { isTotpSecret, makeTotpSecret, matchTotp, totpAddress, totpCode } from './totp.ts';

/** RFC 6238, Appendix B: the key of the SHA-1 column; its codes have eight digits, apps show the last six. */
const secret = writeBase32(Buffer.from('12345678901234567890'));

suite('a code of an authenticator app', () => {
  test('is that of RFC 6238, Appendix B', () => {
    for (const [seconds, code] of [
      [59, '94287082'],
      [1_111_111_109, '07081804'],
      [1_111_111_111, '14050471'],
      [1_234_567_890, '89005924'],
      [2_000_000_000, '69279037'],
      [20_000_000_000, '65353130'],
    ] as const) {
      assert.equal(totpCode(secret, Math.floor(seconds / 30)), code.slice(2));
    }
  });

  test('counts in its own step and the next, and once', () => {
    const code = totpCode(secret, 100);
    const at = (step: number, lastStep = 0) =>
      matchTotp(secret, code, { nowMs: step * 30_000, lastStep });
    assert.equal(at(100), 100);
    assert.equal(at(101), 100);
    assert.equal(at(102), undefined);
    assert.equal(at(99), undefined);
    assert.equal(at(101, 100), undefined);
    const wrong = { nowMs: 100 * 30_000, lastStep: 0 };
    assert.equal(matchTotp(secret, '', wrong), undefined);
    assert.equal(matchTotp(secret, `${code}0`, wrong), undefined);
  });

  test('comes of a secret of 160 bits, which an app reads from an address', () => {
    const made = makeTotpSecret();
    assert.ok(isTotpSecret(made));
    assert.ok(!isTotpSecret('ABC'));
    assert.equal(
      totpAddress('ABC', 'a@b.example', 'Parley'),
      'otpauth://totp/Parley:a%40b.example?secret=ABC&issuer=Parley',
    );
  });
});
