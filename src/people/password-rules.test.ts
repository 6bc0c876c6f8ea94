import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { refusePassword } from './password-rules.ts';

const rule = { charactersMin: 8, knownWords: ['sms.example.com', 'Acme Industries'] };
const refused = (password: string) => refusePassword(password, rule)?.why;

suite('a password', () => {
  test('has enough characters, as people count them, and fits', () => {
    assert.deepEqual(refusePassword('seven77', rule), { why: 'password is too short', min: 8 });
    assert.equal(refused('🐎🐖🐏🐐🐪🦙🐘🦏'), undefined);
    assert.equal(refused('👨‍👩‍👧👨‍👩‍👧'), 'password is too short');
    assert.deepEqual(refusePassword('é'.repeat(129), rule), {
      why: 'password is too long',
      max: 256,
    });
  });

  test('is not what everybody tries first, disguised or with digits behind it', () => {
    for (const easy of [
      'Password',
      'p4$$w0rd',
      'Sunshine2024!',
      'azertyuiop',
      'hgfedcba',
      'abababab',
      'aaaaaaaaaaaaaaaa',
      '😀😀😀😀😀😀😀😀',
      '1234567890',
    ]) {
      assert.equal(refused(easy), 'password is easy to guess', easy);
    }
  });

  test('is not one of the families that people choose from', () => {
    for (const easy of [
      'Michael1985',
      'thomas14071985',
      '14/07/1985',
      'January2026!',
      'févriEr2026',
      'Deutschland1!',
      'w3lc0me!!',
      '1nsp1re2024',
      '1qaz2wsx3edc',
      'zxcvbnm,./',
      'wxcvbn,;:!',
      '9876543210abc',
      '2468101214',
      'summer2025winter2025',
      'passwordpassword',
      'aaaabbbbcccc',
      'tigerlily77',
    ]) {
      assert.equal(refused(easy), 'password is easy to guess', easy);
    }
  });

  test('is not made of names that others know', () => {
    for (const easy of ['parley12', 'Parley-sms', 'acme1234!', 'industriesacme', 'example.com1']) {
      assert.equal(refused(easy), 'password is easy to guess', easy);
    }
    assert.equal(refused('parley is my quiet fox'), undefined);
  });

  test('may be anything else, without rules about kinds of characters', () => {
    for (const good of [
      'quietbrownfox',
      'mon chat dort au soleil',
      'x  y   z    w',
      'Krokodil fährt Rad',
      '{{constructor}}',
    ]) {
      assert.equal(refused(good), undefined, good);
    }
  });
});
