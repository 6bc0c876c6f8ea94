import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hashPassword, isWeaker, PasswordsBusy, verifyPassword } from './password.ts';

suite('a password', () => {
  test('is known again, and another is not', async () => {
    const phc = await hashPassword('correct horse battery staple');
    assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    assert.equal(await verifyPassword('correct horse battery staple', phc), true);
    assert.equal(await verifyPassword('Correct horse battery staple', phc), false);
  });

  test('is known again however its accents are written', async () => {
    const phc = await hashPassword('café à volonté 🐎');
    assert.equal(await verifyPassword('café à volonté 🐎'.normalize('NFD'), phc), true);
  });

  test('has another hash each time', async () => {
    assert.notEqual(await hashPassword('same'), await hashPassword('same'));
  });

  test('matches nothing where no hash is kept', async () => {
    for (const phc of ['', 'x', '$argon2id$v=19$m=1,t=1,p=1$aaaa$bbbb', '$2b$10$abc']) {
      assert.equal(await verifyPassword('x', phc), false);
    }
  });

  test('has a weaker hash where it was made with less', async () => {
    assert.equal(isWeaker(await hashPassword('x')), false);
    assert.equal(
      isWeaker(`$argon2id$v=19$m=8192,t=2,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`),
      true,
    );
    assert.equal(
      isWeaker(`$argon2id$v=19$m=19456,t=1,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`),
      true,
    );
    assert.equal(isWeaker(''), false, 'there is none');
  });

  test('is turned away when too many are being hashed, and the others are served', async () => {
    const hashes = await Promise.allSettled(Array.from({ length: 23 }, () => hashPassword('x')));
    const refused = hashes.filter((hash) => hash.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.ok(refused[0]?.reason instanceof PasswordsBusy);
    assert.equal(await verifyPassword('x', await hashPassword('x')), true);
  });
});
