/** Setup, signing in and out, sessions and their ends, as a browser meets them. */
import assert from 'node:assert/strict';
import { argon2Sync, randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { firstEmail, goodPassword, openPeopleWorld } from '#test/harness/people-world.ts';

const credentials = { email: ' Ada@Parley.example ', password: goodPassword };
const hourMs = 3_600_000;

suite('the setup of a new installation', () => {
  test('makes an administrator who owns the accounts there are, and is signed in at once', async () => {
    await using world = await openPeopleWorld();
    const account = await world.account('Acme');
    const browser = world.browser();
    assert.equal((await browser.get('/api/operations/sign-in-look')).body['needsSetup'], true);
    const token = await world.invite();
    const email = ' Ada@Parley.example ';
    const made = await browser.post('/api/operations/setup-make', {
      token,
      email,
      password: goodPassword,
    });
    assert.equal(made.status, 200, made.text);
    const me = await browser.get('/api/operations/me-show');
    const user = { id: 1, email: firstEmail, name: '', language: null, isAdministrator: true };
    assert.deepEqual(me.body['user'], user);
    const [own] = me.body['accounts'] as readonly Record<string, unknown>[];
    assert.deepEqual([own?.['id'], own?.['role'], own?.['mode']], [account.id, 'owner', 'test']);
    assert.equal((await browser.get('/api/operations/sign-in-look')).body['needsSetup'], false);
  });

  test('takes a link once, in time, and makes no second administrator', async () => {
    await using world = await openPeopleWorld();
    const browser = world.browser();
    const wish = { email: firstEmail, password: goodPassword };
    const wrong = await browser.post('/api/operations/setup-make', { ...wish, token: 'guessed' });
    assert.equal(wrong.word, 'setup link is not valid');
    const looked = await browser.post('/api/operations/setup-look', { token: 'guessed' });
    assert.equal(looked.word, 'setup link is not valid');
    assert.match(String(looked.body['fix']), /parley setup-link/);
    const token = await world.invite();
    world.clock.advance(hourMs);
    const late = await browser.post('/api/operations/setup-make', { ...wish, token });
    assert.equal(late.word, 'setup link is not valid');
    const fresh = await world.invite();
    const open = await browser.post('/api/operations/setup-look', { token: fresh });
    assert.deepEqual(Object.keys(open.body), ['passwordCharactersMin', 'passkeys']);
    assert.equal(
      (await browser.post('/api/operations/setup-make', { ...wish, token: fresh })).status,
      200,
    );
    const again = await browser.post('/api/operations/setup-make', {
      ...wish,
      token: await world.invite(),
    });
    assert.equal(again.word, 'setup is done');
  });

  test('listens to no other page', async () => {
    await using world = await openPeopleWorld();
    const token = await world.invite();
    const wish = { token, email: firstEmail, password: goodPassword };
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { 'x-parley': '' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/jsonp' },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `http://127.0.0.1:${world.api.port}.evil.example` },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const reply = await world.browser().ask('POST', '/api/operations/setup-make', wish, headers);
      assert.equal(reply.word, 'request is not from our page');
    }
  });

  test('asks for a longer password where others can try, and for one that is hard to guess', async () => {
    await using world = await openPeopleWorld({ onlyThisMachine: false });
    const token = await world.invite();
    const words = [];
    for (const password of ['fourteen chars', 'é'.repeat(150), 'parley.example1']) {
      const wish = { token, email: firstEmail, password };
      words.push((await world.browser().post('/api/operations/setup-make', wish)).word);
    }
    assert.deepEqual(words, [
      'password is too short',
      'password is too long',
      'password is easy to guess',
    ]);
  });
});

suite('signing in', () => {
  test('takes the right password, in a session of its own', async () => {
    await using world = await openPeopleWorld();
    const first = await world.setUp();
    const second = world.browser();
    const reply = await second.post('/api/operations/sign-in-begin', credentials);
    assert.equal(reply.status, 200, reply.text);
    assert.match(
      reply.headers.getSetCookie()[0] ?? '',
      /^__Host-parley=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    assert.notDeepEqual(second.cookies, first.cookies);
    assert.equal((await second.get('/api/operations/me-show')).status, 200);
  });

  test('hashes a password anew where its hash is weaker than today’s, and ends no session', async () => {
    await using world = await openPeopleWorld();
    const first = await world.setUp();
    const { people } = world.storage;
    const hashNow = async () => (await people.findUserByEmail(firstEmail))?.passwordHash ?? '';
    const old = weakHashOf(credentials.password);
    await people.replaceHash(1, await hashNow(), old);
    const wrong = { ...credentials, password: 'another' };
    assert.equal((await world.browser().post('/api/operations/sign-in-begin', wrong)).status, 401);
    assert.equal(await hashNow(), old);
    assert.equal(
      (await world.browser().post('/api/operations/sign-in-begin', credentials)).status,
      200,
    );
    assert.match(await hashNow(), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const renewed = await hashNow();
    assert.equal(
      (await world.browser().post('/api/operations/sign-in-begin', credentials)).status,
      200,
    );
    assert.equal(await hashNow(), renewed, 'it is hashed anew once');
    assert.equal((await first.get('/api/operations/me-show')).status, 200);
  });

  test('tells unknown people no more than those with a wrong password', async () => {
    await using world = await openPeopleWorld();
    await world.setUp();
    const wrong = await world
      .browser()
      .post('/api/operations/sign-in-begin', { ...credentials, password: 'no' });
    const unknown = await world
      .browser()
      .post('/api/operations/sign-in-begin', { ...credentials, email: 'x@y' });
    assert.equal(wrong.status, 401);
    assert.equal(wrong.word, 'sign-in is wrong');
    assert.deepEqual(withoutId(wrong.body), withoutId(unknown.body));
  });

  test('becomes slow for a guesser, and not for a browser that has been right before', async () => {
    await using world = await openPeopleWorld();
    const own = await world.setUp();
    const attacker = world.browser();
    const guess = () =>
      attacker.post('/api/operations/sign-in-begin', { ...credentials, password: 'guess' });
    for (let n = 0; n < 5; n += 1) assert.equal((await guess()).status, 401);
    const slowed = await guess();
    assert.equal(slowed.status, 429);
    assert.equal(slowed.headers.get('retry-after'), '1');
    // The right password does not pass either, but from where it was right before.
    assert.equal((await attacker.post('/api/operations/sign-in-begin', credentials)).status, 429);
    assert.equal((await own.post('/api/operations/sign-in-begin', credentials)).status, 200);
    world.clock.advance(1_000);
    assert.equal((await guess()).status, 401);
    assert.equal((await guess()).headers.get('retry-after'), '2');
    world.clock.advance(2_000);
    assert.equal((await attacker.post('/api/operations/sign-in-begin', credentials)).status, 200);
  });

  test('of many names from one address stops at twenty a minute', async () => {
    await using world = await openPeopleWorld();
    const tryAs = (n: number) =>
      world.browser().post('/api/operations/sign-in-begin', {
        email: `u${n}@parley.example`,
        password: 'guess',
      });
    for (let n = 0; n < 20; n += 1) assert.equal((await tryAs(n)).status, 401);
    assert.equal((await tryAs(20)).status, 429);
    world.clock.advance(60_000);
    assert.equal((await tryAs(21)).status, 401);
  });

  test('is logged with the network it came from, right or wrong', async () => {
    await using world = await openPeopleWorld();
    await world.setUp();
    await world
      .browser()
      .post('/api/operations/sign-in-begin', { ...credentials, password: 'wrong' });
    await world.browser().post('/api/operations/sign-in-begin', credentials);
    const told = world.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const event of ['security.sign-in-refused', 'security.signed-in']) {
      const line = told.findLast((each) => each['event'] === event);
      assert.equal(line?.['network'], '127.0.0.0/16', event);
    }
  });

  test('leaves no password and no token in the log', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    await world
      .browser()
      .post('/api/operations/sign-in-begin', { ...credentials, password: 'CANARY wrong' });
    await browser.get('/api/operations/me-show');
    const log = [...world.logLines, ...world.api.logLines].join('\n');
    assert.match(log, /security\.signed-in/);
    assert.match(log, /security\.sign-in-refused/);
    const secrets = [goodPassword, 'CANARY', ...browser.cookies.values()];
    assert.ok(secrets.every((secret) => !log.includes(secret)));
  });
});

suite('a session', () => {
  test('is refused to people who have none, or a made-up one', async () => {
    await using world = await openPeopleWorld();
    await world.setUp();
    const stranger = world.browser();
    assert.equal((await stranger.get('/api/operations/me-show')).word, 'nobody is signed in');
    const cookie = `__Host-parley=${'a'.repeat(43)}`;
    assert.equal((await stranger.get('/api/operations/me-show', { cookie })).status, 401);
  });

  test('ends when nothing is done, and what happens in the background is nothing', async () => {
    await using world = await openPeopleWorld({ onlyThisMachine: false });
    const browser = await world.setUp();
    world.clock.advance(hourMs - 1);
    assert.equal((await browser.get('/api/operations/me-show')).status, 200);
    world.clock.advance(hourMs - 1);
    assert.equal(
      (await browser.get('/api/operations/me-show', { 'x-background': '1' })).status,
      200,
    );
    world.clock.advance(1);
    assert.equal((await browser.get('/api/operations/me-show')).status, 401);
  });

  test('ends after a day, whatever is done', async () => {
    await using world = await openPeopleWorld({ onlyThisMachine: false });
    const browser = await world.setUp();
    for (let hour = 0; hour < 47; hour += 1) {
      world.clock.advance(hourMs / 2);
      assert.equal((await browser.get('/api/operations/me-show')).status, 200);
    }
    world.clock.advance(hourMs / 2);
    assert.equal((await browser.get('/api/operations/me-show')).status, 401);
  });

  test('ends with signing out, in the browser and for a thief of its cookie', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    const copy = browser.copy();
    assert.equal((await browser.post('/api/operations/sign-in-end')).status, 200);
    assert.equal(browser.cookies.has('__Host-parley'), false);
    assert.equal((await copy.get('/api/operations/me-show')).status, 401);
  });

  test('is one of ten: the oldest ends', async () => {
    await using world = await openPeopleWorld();
    const first = await world.setUp();
    for (let n = 0; n < 9; n += 1)
      await first.copy().post('/api/operations/sign-in-begin', credentials);
    assert.equal((await first.get('/api/operations/me-show')).status, 200);
    await first.copy().post('/api/operations/sign-in-begin', credentials);
    assert.equal((await first.get('/api/operations/me-show')).status, 401);
  });

  test('is listed, and ended from another; those of others are not there', async () => {
    await using world = await openPeopleWorld();
    const first = await world.setUp();
    const second = world.browser();
    await second.post('/api/operations/sign-in-begin', credentials);
    const listed = await second.get('/api/operations/session-list');
    const sessions = listed.body['sessions'] as readonly { id: number; isThis: boolean }[];
    assert.deepEqual(
      sessions.map(({ isThis }) => isThis),
      [true, false],
    );
    const missing = await second.post('/api/operations/session-end', { session: 999 });
    assert.equal(missing.word, 'nothing is there');
    const ended = await second.post('/api/operations/session-end', { session: sessions[1]?.id });
    assert.equal(ended.status, 200);
    assert.equal((await first.get('/api/operations/me-show')).status, 401);
    assert.equal((await second.post('/api/operations/session-end-others')).body['ended'], 0);
  });

  test('is fresh for ten minutes, and again after another sign-in, with another token', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    world.clock.advance(10 * 60_000);
    const other = 'another quiet sentence';
    const stale = await browser.post('/api/operations/me-password', { password: other });
    assert.equal(stale.word, 'sign-in is not fresh');
    const copy = browser.copy();
    const wrong = await browser.post('/api/operations/sign-in-confirm', { password: 'wrong' });
    assert.equal(wrong.word, 'sign-in is wrong');
    const right = await browser.post('/api/operations/sign-in-confirm', { password: goodPassword });
    assert.equal(right.status, 200, right.text);
    assert.equal((await copy.get('/api/operations/me-show')).status, 401);
    assert.equal(
      (await browser.post('/api/operations/me-password', { password: other })).status,
      200,
    );
  });

  test('ends where the password is changed elsewhere', async () => {
    await using world = await openPeopleWorld();
    const first = await world.setUp();
    const second = world.browser();
    await second.post('/api/operations/sign-in-begin', credentials);
    const password = 'another quiet sentence';
    assert.equal((await second.post('/api/operations/me-password', { password })).status, 200);
    assert.equal((await first.get('/api/operations/me-show')).status, 401);
    assert.equal((await second.get('/api/operations/me-show')).status, 200);
    assert.equal((await second.post('/api/operations/sign-in-begin', credentials)).status, 401);
    assert.equal(
      (await second.post('/api/operations/sign-in-begin', { ...credentials, password })).status,
      200,
    );
    const [changed] = await world.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.deepEqual(
      [changed?.actor, changed?.action, changed?.details],
      [firstEmail, 'user.changed', '{"password":"changed"}'],
    );
  });
});

test('a person changes their name and language, and nothing that is not theirs to change', async () => {
  await using world = await openPeopleWorld();
  const browser = await world.setUp();
  const change = { name: ' Ada L. ', language: 'fr' };
  for (const more of [{ isAdministrator: false }, { email: 'x@y' }]) {
    const refused = await browser.post('/api/operations/me-set', { ...change, ...more });
    assert.equal(refused.status, 400);
  }
  const changed = await browser.post('/api/operations/me-set', change);
  const user = { id: 1, email: firstEmail, name: 'Ada L.', language: 'fr', isAdministrator: true };
  assert.deepEqual(changed.body['user'], user);
  assert.deepEqual((await browser.get('/api/operations/me-show')).body['user'], user);
  assert.equal((await browser.post('/api/operations/me-set', { language: 'de' })).status, 400);
});

test('an account of nobody one knows is as little there as none', async () => {
  await using world = await openPeopleWorld();
  const own = await world.account('Acme');
  const browser = await world.setUp();
  const foreign = await world.account('Foreign');
  const seen = await browser.get(`/api/accounts/${own.id}/operations/me-account`);
  assert.equal(seen.body['role'], 'owner');
  const other = await browser.get(`/api/accounts/${foreign.id}/operations/me-account`);
  const none = await browser.get('/api/accounts/999/operations/me-account');
  assert.equal(other.status, 404);
  assert.deepEqual(withoutId(other.body), withoutId(none.body));
});

function withoutId(body: Readonly<Record<string, unknown>>): object {
  return { ...body, requestId: '' };
}

/** As it was made when 8 MiB were enough. */
function weakHashOf(password: string): string {
  const nonce = randomBytes(16);
  const parameters = { memory: 8_192, passes: 2, parallelism: 1, tagLength: 32 };
  const hash = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...parameters });
  const written = [nonce, hash].map((octets) => octets.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8192,t=2,p=1$${written.join('$')}`;
}
