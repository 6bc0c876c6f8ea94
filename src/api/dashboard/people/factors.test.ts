/** The second factor of a person, as a browser meets it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { totpCode } from '#people/totp.ts';
import type { Browser } from '#test/harness/browser.ts';
import {
  firstEmail,
  goodPassword,
  openPeopleWorld,
  type PeopleWorld,
} from '#test/harness/people-world.ts';

const credentials = { email: firstEmail, password: goodPassword };

async function withApp(world: PeopleWorld, browser: Browser) {
  const proposed = await browser.post('/api/operations/factor-propose-app');
  const secret = String(proposed.body['secret']);
  const codeNow = () => totpCode(secret, Math.floor(world.clock.nowMs() / 30_000));
  const added = await browser.post('/api/operations/factor-add-app', { secret, code: codeNow() });
  assert.equal(added.status, 200, added.text);
  const codes = added.body['codes'] as readonly string[];
  return { secret, codes, codeNow };
}

suite('an authenticator app', () => {
  test('is taken with a code that proves it, and asked for from then on, each code once', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    const other = browser.copy();
    await other.post('/api/operations/sign-in-begin', credentials);
    const { codeNow, secret } = await withApp(world, browser);
    assert.equal((await other.get('/api/operations/me-show')).status, 401);
    assert.equal((await browser.get('/api/operations/me-show')).status, 200);
    const again = world.browser();
    assert.equal(
      (await again.post('/api/operations/sign-in-begin', credentials)).word,
      'code is needed',
    );
    // It was used to prove the app.
    const used = await again.post('/api/operations/sign-in-begin', {
      ...credentials,
      code: codeNow(),
    });
    assert.equal(used.word, 'code is wrong');
    world.clock.advance(30_000);
    const right = { ...credentials, code: codeNow() };
    assert.equal((await again.post('/api/operations/sign-in-begin', right)).status, 200);
    assert.equal(
      (await world.browser().post('/api/operations/sign-in-begin', right)).word,
      'code is wrong',
    );
    const stored = await world.storage.people.findTotp(1);
    assert.ok(stored !== undefined && !stored.sealedSecret.includes(secret));
  });

  test('is not taken with a wrong code, or a secret of their own making', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    const proposed = await browser.post('/api/operations/factor-propose-app');
    const { secret } = proposed.body;
    for (const wish of [
      { secret, code: '' },
      { secret, code: 'abcdef' },
      { secret: 'AAAA', code: totpCode('AAAA', 1) },
    ]) {
      const reply = await browser.post('/api/operations/factor-add-app', wish);
      assert.equal(reply.word, 'code is wrong');
    }
    assert.equal((await browser.get('/api/operations/factor-list')).body['hasTotp'], false);
  });

  test('makes guessing of codes slow, however often the password is right', async () => {
    await using world = await openPeopleWorld();
    const { codeNow } = await withApp(world, await world.setUp());
    const attacker = world.browser();
    for (let n = 0; n < 5; n += 1) {
      assert.equal(
        (await attacker.post('/api/operations/sign-in-begin', credentials)).word,
        'code is needed',
      );
      const guess = await attacker.post('/api/operations/sign-in-begin', {
        ...credentials,
        code: '000000',
      });
      assert.equal(guess.word, 'code is wrong');
    }
    const slowed = await attacker.post('/api/operations/sign-in-begin', {
      ...credentials,
      code: codeNow(),
    });
    assert.equal(slowed.word, 'too many sign-ins');
  });

  test('is asked for again where a sign-in must be fresh', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    const { codeNow, codes } = await withApp(world, browser);
    world.clock.advance(10 * 60_000);
    const confirm = (code?: string) =>
      browser.post('/api/operations/sign-in-confirm', { password: goodPassword, code });
    const renew = () => browser.post('/api/operations/factor-renew-codes');
    assert.equal((await confirm()).word, 'code is needed');
    assert.equal((await confirm('000000')).word, 'code is wrong');
    assert.equal((await renew()).word, 'sign-in is not fresh');
    assert.equal((await confirm(codeNow())).status, 200);
    assert.equal((await renew()).status, 200);
    world.clock.advance(10 * 60_000);
    assert.equal((await confirm(codes[0])).word, 'code is wrong');
  });

  test('that is lost is replaced by a recovery code, once, or by new ones', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    const { codes } = await withApp(world, browser);
    assert.equal(codes.length, 10);
    const code = codes[3]?.toUpperCase().replaceAll('-', ' ');
    const lost = world.browser();
    const begun = await lost.post('/api/operations/sign-in-begin', { ...credentials, code });
    assert.equal(begun.status, 200);
    assert.equal(begun.body['recoveryCodesLeft'], 9);
    const second = await world
      .browser()
      .post('/api/operations/sign-in-begin', { ...credentials, code });
    assert.equal(second.word, 'code is wrong');
    assert.equal((await lost.get('/api/operations/factor-list')).body['codesLeft'], 9);
    const renewed = await lost.post('/api/operations/factor-renew-codes');
    assert.equal((renewed.body['codes'] as readonly string[]).length, 10);
    const old = await world
      .browser()
      .post('/api/operations/sign-in-begin', { ...credentials, code: codes[4] });
    assert.equal(old.word, 'code is wrong');
    assert.equal((await lost.post('/api/operations/factor-remove-app')).status, 200);
    assert.equal(
      (await world.browser().post('/api/operations/sign-in-begin', credentials)).status,
      200,
    );
    const log = world.logLines.join('\n');
    assert.match(log, /security\.recovery-code-used/);
    assert.ok(codes.every((one) => !log.includes(one)));
  });

  test('is all that one may add, where a second factor is needed', async () => {
    await using world = await openPeopleWorld({ needsSecondFactor: true });
    await world.account('Acme');
    const browser = await world.setUp();
    const me = await browser.get('/api/operations/me-show');
    assert.equal((me.body['session'] as { lacksFactor: boolean }).lacksFactor, true);
    const account = await browser.get('/api/accounts/1/operations/me-account');
    assert.equal(account.word, 'second factor is missing');
    await withApp(world, browser);
    assert.equal((await browser.get('/api/accounts/1/operations/me-account')).status, 200);
    // Without it one is where one began.
    assert.equal((await browser.post('/api/operations/factor-remove-app')).status, 200);
    assert.equal(
      (await browser.get('/api/accounts/1/operations/me-account')).word,
      'second factor is missing',
    );
  });
});
