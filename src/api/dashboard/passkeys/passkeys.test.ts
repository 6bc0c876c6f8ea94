/** Passkeys as a browser meets them: made, signed in with, removed, and refused where they are not true. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { totpCode } from '#people/totp.ts';
import type { Browser, PageReply } from '#test/harness/browser.ts';
import {
  firstEmail,
  goodPassword,
  openPeopleWorld,
  type PeopleWorld,
} from '#test/harness/people-world.ts';
import { type Saying, SoftwarePasskey } from '#test/harness/software-passkey.ts';

const publicUrl = 'https://sms.example.com';
const origin = publicUrl;
const credentials = { email: firstEmail, password: goodPassword };

type Options = Parameters<SoftwarePasskey['make']>[0];

const openWorld = () => openPeopleWorld({ publicUrl });

async function add(browser: Browser, passkey: SoftwarePasskey, changes: Partial<Saying> = {}) {
  const options = (await browser.post('/api/operations/passkey-propose')).body as Options;
  const credential = passkey.make(options, { origin, ...changes });
  return browser.post('/api/operations/passkey-add', { name: 'Phone', credential });
}

async function ask(browser: Browser): Promise<Options> {
  return (await browser.post('/api/operations/sign-in-ask-passkey')).body as Options;
}

async function signIn(
  browser: Browser,
  passkey: SoftwarePasskey,
  changes: Partial<Saying> = {},
): Promise<PageReply> {
  const saying = { origin, ...changes };
  return browser.post(
    '/api/operations/sign-in-by-passkey',
    passkey.answer(await ask(browser), saying),
  );
}

async function withPasskey(world: PeopleWorld) {
  const browser = await world.setUp();
  const passkey = new SoftwarePasskey();
  const added = await add(browser, passkey);
  assert.equal(added.status, 200, added.text);
  return { browser, passkey, codes: added.body['codes'] as readonly string[] };
}

suite('a passkey', () => {
  test('signs in by itself and counts as both factors', async () => {
    await using world = await openPeopleWorld({ publicUrl, needsSecondFactor: true });
    const { browser, passkey, codes } = await withPasskey(world);
    assert.equal(codes.length, 10);
    const coming = world.browser();
    const entered = await signIn(coming, passkey);
    assert.equal(entered.status, 200, entered.text);
    assert.equal((entered.body['session'] as { lacksFactor: boolean }).lacksFactor, false);
    const { sessions } = (await coming.get('/api/operations/session-list')).body as {
      sessions: readonly { factors: string }[];
    };
    assert.deepEqual(
      sessions.map(({ factors }) => factors),
      ['passkey', 'passkey'],
    );
    const own = await browser.get('/api/operations/factor-list');
    const { passkeys } = own.body as { passkeys: readonly Record<string, unknown>[] };
    const [listed] = passkeys;
    assert.equal(listed?.['name'], 'Phone');
    assert.equal(listed['worksHere'], true);
    assert.equal(listed['usedAtMs'], world.clock.nowMs());
    const log = world.logLines.join('\n');
    assert.match(log, /security\.factor-added/);
    assert.ok(!log.includes(passkey.id.toString('base64url')));
  });

  test('that nobody knows is refused and logged, with the network it came from', async () => {
    await using world = await openPeopleWorld({ publicUrl });
    await world.setUp();
    const options = await ask(world.browser());
    const stranger = new SoftwarePasskey();
    stranger.make({ ...options, user: { id: 'AAAA', name: 'x', displayName: 'x' } } as never, {
      origin,
    });
    const refused = await world
      .browser()
      .post('/api/operations/sign-in-by-passkey', stranger.answer(options, { origin }));
    assert.equal(refused.status, 401, refused.text);
    const told = world.logLines.filter((line) => line.includes('security.sign-in-refused'));
    assert.equal(told.length, 1);
    assert.match(told.join(), /"factor":"passkey","network":"127\.0\.0\.0\/16"/);
  });

  test('ends all other sessions when it is added', async () => {
    await using world = await openWorld();
    const browser = await world.setUp();
    const other = world.browser();
    await other.post('/api/operations/sign-in-begin', credentials);
    assert.equal((await add(browser, new SoftwarePasskey())).status, 200);
    assert.equal((await other.get('/api/operations/me-show')).status, 401);
    assert.equal((await browser.get('/api/operations/me-show')).status, 200);
  });

  test('answers a challenge once, within five minutes', async () => {
    await using world = await openWorld();
    const { passkey } = await withPasskey(world);
    const browser = world.browser();
    const options = await ask(browser);
    const answer = passkey.answer(options, { origin });
    assert.equal((await browser.post('/api/operations/sign-in-by-passkey', answer)).status, 200);
    assert.equal(
      (await browser.post('/api/operations/sign-in-by-passkey', answer)).word,
      'passkey is wrong',
    );
    const late = passkey.answer(await ask(browser), { origin });
    world.clock.advance(5 * 60_000);
    assert.equal(
      (await browser.post('/api/operations/sign-in-by-passkey', late)).word,
      'passkey is wrong',
    );
    const mayed = passkey.answer({ ...options, challenge: 'a'.repeat(75) }, { origin });
    assert.equal(
      (await browser.post('/api/operations/sign-in-by-passkey', mayed)).word,
      'passkey is wrong',
    );
  });

  test('is refused from another page or host, without a finger, with a foreign key or an old counter', async () => {
    await using world = await openWorld();
    const browser = await world.setUp();
    const passkey = new SoftwarePasskey();
    assert.equal((await add(browser, passkey, { counter: 5 })).status, 200);
    const wrong = async (changes: Partial<Saying>, by = passkey) => {
      assert.equal((await signIn(world.browser(), by, changes)).word, 'passkey is wrong');
    };
    await wrong({ origin: 'https://sms.example.com.evil.example', counter: 6 });
    await wrong({ host: 'evil.example', counter: 6 });
    await wrong({ isUnverified: true, counter: 6 });
    await wrong({ counter: 5 });
    await wrong({ counter: 6 }, new SoftwarePasskey());
    assert.equal((await signIn(world.browser(), passkey, { counter: 6 })).status, 200);
    await wrong({ counter: 6 });
    const twin = new SoftwarePasskey();
    passkey.id.copy(twin.id);
    await wrong({ counter: 7 }, twin);
  });

  test('is not taken where it is not made for this person, this host and this moment', async () => {
    await using world = await openWorld();
    await world.account('Acme');
    const browser = await world.setUp();
    const bob = await world.join(browser, 1, 'bob@acme.example', 'viewer');
    const options = (await bob.post('/api/operations/passkey-propose')).body as Options;
    const make = (asked: Options, saying: Saying) => {
      const credential = new SoftwarePasskey().make(asked, saying);
      return browser.post('/api/operations/passkey-add', { name: 'x', credential });
    };
    assert.equal((await make(options, { origin })).word, 'passkey is wrong');
    const own = (await browser.post('/api/operations/passkey-propose')).body as Options;
    for (const changes of [
      { isUnverified: true },
      { host: 'evil.example' },
      { origin: 'https://x' },
    ]) {
      assert.equal((await make(own, { origin, ...changes })).word, 'passkey is wrong');
    }
    const signInOptions = await ask(browser);
    assert.equal((await make(signInOptions, { origin })).word, 'passkey is wrong');
    const nonsense = { id: 'AA', clientDataJSON: 'AA', attestationObject: 'AA' };
    const reply = await browser.post('/api/operations/passkey-add', {
      name: 'x',
      credential: nonsense,
    });
    assert.equal(reply.word, 'passkey is wrong');
    const passkey = new SoftwarePasskey();
    const first = passkey.make(own, { origin });
    const taken = await browser.post('/api/operations/passkey-add', {
      name: 'x',
      credential: first,
    });
    assert.equal(taken.status, 200, taken.text);
    // Of another person it cannot be made again.
    const theirs = passkey.make(options, { origin });
    assert.equal(
      (await bob.post('/api/operations/passkey-add', { name: 'x', credential: theirs })).word,
      'passkey is wrong',
    );
  });

  test('makes the password ask for a recovery code beside it', async () => {
    await using world = await openWorld();
    const { codes } = await withPasskey(world);
    const coming = world.browser();
    assert.equal(
      (await coming.post('/api/operations/sign-in-begin', credentials)).word,
      'code is needed',
    );
    const guessed = await coming.post('/api/operations/sign-in-begin', {
      ...credentials,
      code: '000000',
    });
    assert.equal(guessed.word, 'code is wrong');
    const right = await coming.post('/api/operations/sign-in-begin', {
      ...credentials,
      code: codes[0],
    });
    assert.equal(right.status, 200, right.text);
  });

  test('makes a sign-in fresh, and no passkey of another person does', async () => {
    await using world = await openWorld();
    await world.account('Acme');
    const { browser, passkey } = await withPasskey(world);
    const bob = await world.join(browser, 1, 'bob@acme.example', 'viewer');
    const theirs = new SoftwarePasskey();
    assert.equal((await add(bob, theirs)).status, 200);
    world.clock.advance(10 * 60_000);
    const confirmed = async (by: SoftwarePasskey) => {
      const answer = by.answer(await ask(browser), { origin });
      return browser.post('/api/operations/sign-in-confirm-passkey', answer);
    };
    assert.equal((await confirmed(theirs)).word, 'passkey is wrong');
    const password = await browser.post('/api/operations/sign-in-confirm', {
      password: goodPassword,
    });
    assert.equal(password.word, 'code is needed');
    const copy = browser.copy();
    const reply = await confirmed(passkey);
    assert.equal(reply.status, 200, reply.text);
    assert.equal((await copy.get('/api/operations/me-show')).status, 401);
    assert.equal(
      (await browser.post('/api/operations/me-password', { password: 'another quiet sentence' }))
        .status,
      200,
    );
  });

  test('is one of several, named by its person, and removed', async () => {
    await using world = await openWorld();
    const { browser, passkey } = await withPasskey(world);
    const second = new SoftwarePasskey();
    const added = await add(browser, second);
    assert.deepEqual(added.body['codes'], []);
    const named = await browser.post('/api/operations/passkey-rename', {
      passkey: 2,
      name: 'Key ring',
    });
    assert.equal(named.status, 200, named.text);
    assert.equal(
      (await browser.post('/api/operations/passkey-rename', { passkey: 9, name: 'x' })).status,
      404,
    );
    const other = world.browser();
    assert.equal((await signIn(other, passkey)).status, 200);
    assert.equal(
      (await browser.post('/api/operations/passkey-remove', { passkey: 1 })).status,
      200,
    );
    assert.equal((await other.get('/api/operations/me-show')).status, 401);
    assert.equal((await signIn(world.browser(), passkey)).word, 'passkey is wrong');
    assert.equal((await signIn(world.browser(), second)).status, 200);
    assert.equal(
      (await browser.post('/api/operations/passkey-remove', { passkey: 1 })).status,
      404,
    );
    assert.equal(
      (await browser.post('/api/operations/passkey-remove', { passkey: 2 })).status,
      200,
    );
    // Without any factor the password is enough, and there are no codes.
    assert.equal(
      (await world.browser().post('/api/operations/sign-in-begin', credentials)).status,
      200,
    );
    assert.equal((await browser.get('/api/operations/factor-list')).body['codesLeft'], 0);
  });

  test('keeps its recovery codes where an authenticator app is added beside it', async () => {
    await using world = await openWorld();
    const { browser, codes } = await withPasskey(world);
    const { secret } = (await browser.post('/api/operations/factor-propose-app')).body;
    const code = totpCode(String(secret), Math.floor(world.clock.nowMs() / 30_000));
    const added = await browser.post('/api/operations/factor-add-app', { secret, code });
    assert.deepEqual(added.body['codes'], []);
    assert.equal(
      (await browser.get('/api/operations/factor-list')).body['codesLeft'],
      codes.length,
    );
    const entered = await world
      .browser()
      .post('/api/operations/sign-in-begin', { ...credentials, code: codes[0] });
    assert.equal(entered.status, 200, entered.text);
  });

  test('is not offered where browsers make none', async () => {
    for (const [url, why] of [
      ['https://192.0.2.7', 'host is an address'],
      ['https://[2001:db8::1]', 'host is an address'],
      ['http://sms.example.com', 'https is missing'],
      [undefined, 'host is an address'],
    ] as const) {
      await using world = await openPeopleWorld(url === undefined ? {} : { publicUrl: url });
      const browser = world.browser();
      assert.equal((await browser.get('/api/operations/sign-in-look')).body['passkeys'], why);
      const asked = await browser.post('/api/operations/sign-in-ask-passkey');
      assert.equal(asked.word, 'passkeys are not offered');
    }
  });
});

suite('who comes in with a passkey', () => {
  test('needs no password, and gets recovery codes, of which one stands in for it', async () => {
    await using world = await openWorld();
    const token = await world.invite();
    const browser = world.browser();
    const person = { token, email: firstEmail, name: 'Ada' };
    const options = (await browser.post('/api/operations/setup-propose-passkey', person))
      .body as Options;
    const passkey = new SoftwarePasskey();
    const wish = { name: 'Phone', credential: passkey.make(options, { origin }) };
    const made = await browser.post('/api/operations/setup-make', { ...person, passkey: wish });
    assert.equal(made.status, 200, made.text);
    const codes = made.body['recoveryCodes'] as readonly string[];
    assert.equal(codes.length, 10);
    assert.equal((await signIn(world.browser(), passkey)).status, 200);
    for (const password of ['', goodPassword]) {
      const reply = await world
        .browser()
        .post('/api/operations/sign-in-begin', { email: firstEmail, password });
      assert.equal(reply.word, 'sign-in is wrong');
    }
    const only = await browser.post('/api/operations/passkey-remove', { passkey: 1 });
    assert.equal(only.word, 'last way in');
    const lost = world.browser();
    const code = { email: firstEmail, password: codes[0] };
    assert.equal((await lost.post('/api/operations/sign-in-begin', code)).status, 200);
    assert.equal(
      (await world.browser().post('/api/operations/sign-in-begin', code)).word,
      'sign-in is wrong',
    );
  });

  test('by a link that lets in is one whom it invites, and no other', async () => {
    await using world = await openWorld();
    await world.account('Acme');
    const owner = await world.setUp();
    const wish = { email: 'bob@acme.example', role: 'viewer' };
    const invited = await owner.post('/api/accounts/1/operations/member-invite', wish);
    const token = String(invited.body['link']).split('#')[1];
    const bob = world.browser();
    const guessed = await bob.post('/api/operations/link-propose-passkey', { token: 'guessed' });
    assert.equal(guessed.word, 'link is not valid');
    const options = (await bob.post('/api/operations/link-propose-passkey', { token }))
      .body as Options;
    const make = (asked: Options) => ({
      name: 'Phone',
      credential: new SoftwarePasskey().make(asked, { origin }),
    });
    const foreign = make(await ask(bob));
    const refused = await bob.post('/api/operations/link-use', { token, passkey: foreign });
    assert.equal(refused.word, 'passkey is wrong');
    const joined = await bob.post('/api/operations/link-use', { token, passkey: make(options) });
    assert.equal(joined.status, 200, joined.text);
    assert.equal((joined.body['recoveryCodes'] as readonly string[]).length, 10);
  });

  test('is refused where setup is not open', async () => {
    await using world = await openWorld();
    const person = { token: 'guessed', email: firstEmail };
    const refused = await world.browser().post('/api/operations/setup-propose-passkey', person);
    assert.equal(refused.word, 'setup link is not valid');
    await world.setUp();
    const done = await world.browser().post('/api/operations/setup-propose-passkey', person);
    assert.equal(done.word, 'setup is done');
  });
});
