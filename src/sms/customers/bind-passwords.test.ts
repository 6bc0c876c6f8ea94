import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hashPassword } from '#accounts/password.ts';
import { aUser } from '#test/harness/customer-records.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { BindGuard } from './bind-guard.ts';
import { BindPasswords } from './bind-passwords.ts';

const who = { systemId: 'ACME', network: '192.0.2.1' };
const passwordHash = await hashPassword('secret08');

function setup() {
  const clock = new HeldClock();
  const passwords = new BindPasswords(new BindGuard(clock));
  return { clock, passwords, user: aUser({ passwordHash }) };
}

suite('the password of a bind', () => {
  test('is right or wrong, and wrong where there is no such user', async () => {
    const { passwords, user } = setup();
    assert.equal(await passwords.check(user, 'secret08', who), 'right');
    assert.equal(await passwords.check(user, 'secret09', who), 'wrong');
    assert.equal(await passwords.check(undefined, 'secret08', who), 'wrong');
  });

  test('once right is known again while guesses from the same place are refused unread', async () => {
    const { passwords, user } = setup();
    assert.equal(await passwords.check(user, 'secret08', who), 'right');
    for (let guess = 0; guess < 6; guess += 1) await passwords.check(user, `guess${guess}`, who);
    assert.equal(await passwords.check(user, 'secret08', who), 'right');
  });

  test('is not known any more once the user has another', async () => {
    const { passwords, user } = setup();
    assert.equal(await passwords.check(user, 'secret08', who), 'right');
    const changed = { ...user, passwordHash: await hashPassword('another1') };
    assert.equal(await passwords.check(changed, 'secret08', who), 'wrong');
    assert.equal(await passwords.check(changed, 'another1', who), 'right');
  });

  test('is looked at one by one, and past twenty that wait not at all', async () => {
    const { passwords, user } = setup();
    const tries = Array.from({ length: 30 }, (_, index) =>
      passwords.check(user, 'guess', { systemId: 'ACME', network: `192.0.2.${index}` }),
    );
    const verdicts = await Promise.all(tries);
    assert.equal(verdicts.filter((verdict) => verdict === 'too many at once').length, 10);
    assert.equal(verdicts.filter((verdict) => verdict === 'wrong').length, 20);
  });

  test('is not looked at while its pair has to wait, not even when it is right', async () => {
    const { clock, passwords, user } = setup();
    for (let guess = 0; guess < 1_000; guess += 1) await passwords.check(user, `${guess}`, who);
    assert.equal(await passwords.check(user, 'secret08', who), 'wrong');
    clock.advance(1_000);
    assert.equal(await passwords.check(user, 'secret08', who), 'right');
  });
});
