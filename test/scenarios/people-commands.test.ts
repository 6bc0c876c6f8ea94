/** What an administrator types about people, while the server that they sign in to runs. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { totpCode } from '#people/totp.ts';
import { Browser } from '#test/harness/browser.ts';
import { openParleyFolder, type ParleyFolder } from '#test/harness/parley-process.ts';

const email = 'ada@example.com';
const password = 'a quiet brown fox sleeps';
const other = 'another quiet sentence';

async function openServer() {
  const folder = await openParleyFolder();
  const { port } = await folder.serve();
  const browser = () => new Browser(`http://localhost:${port}`);
  return { folder, browser, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** What stands behind the # of a link that a command has made. */
async function tokenOf(folder: ParleyFolder, ...argv: readonly string[]): Promise<string> {
  const { code, out, err } = await folder.run(argv);
  assert.equal(code, 0, err);
  return must(/#(?<token>[\w-]{43})/.exec(out)?.groups?.['token'], out);
}

async function withAdministrator({ folder, browser }: Awaited<ReturnType<typeof openServer>>) {
  const own = browser();
  const token = await tokenOf(folder, 'setup-link');
  const made = await own.post('/api/operations/setup-make', { token, email, password });
  assert.equal(made.status, 200, made.text);
  return own;
}

const signIn = (browser: Browser, given: string) =>
  browser.post('/api/operations/sign-in-begin', { email, password: given });

const confirm = (browser: Browser, token: string) =>
  browser.post('/api/operations/address-confirm', { token });

suite('an administrator at the machine', () => {
  test('gives somebody who has lost everything another password, once', async () => {
    await using server = await openServer();
    const { folder, browser } = server;
    const own = await withAdministrator(server);
    const secret = String((await own.post('/api/operations/factor-propose-app')).body['secret']);
    const code = totpCode(secret, Math.floor(Date.now() / 30_000));
    const added = await own.post('/api/operations/factor-add-app', { secret, code });
    assert.equal(added.status, 200, added.text);
    assert.equal((await signIn(browser(), password)).word, 'code is needed');
    const token = await tokenOf(folder, 'user', 'reset', email);
    // Until it is used all is as it was.
    assert.equal((await own.get('/api/operations/me-show')).status, 200);
    const use = { token, password: other };
    const fresh = browser();
    assert.equal((await fresh.post('/api/operations/link-use', use)).status, 200);
    assert.equal((await browser().post('/api/operations/link-use', use)).word, 'link is not valid');
    assert.equal((await own.get('/api/operations/me-show')).status, 401);
    assert.equal((await signIn(browser(), password)).word, 'sign-in is wrong');
    assert.equal((await signIn(browser(), other)).status, 200);
    const nobody = await folder.run(['user', 'reset', 'bob@example.com']);
    assert.deepEqual([nobody.code, nobody.out], [1, '']);
    assert.match(nobody.err, /no user with the address bob@example\.com/);
  });

  test('gives the link to another address, which the person confirms signed in', async () => {
    await using server = await openServer();
    const { folder, browser } = server;
    const own = await withAdministrator(server);
    const to = 'ada@elsewhere.example';
    const slip = await tokenOf(folder, 'user', 'address', email, 'slip@elsewhere.example');
    const token = await tokenOf(folder, 'user', 'address', email.toUpperCase(), to);
    // Until it is confirmed all is as it was.
    assert.equal((await signIn(browser(), password)).status, 200);
    assert.equal((await confirm(browser(), token)).status, 401);
    assert.equal((await confirm(own, slip)).word, 'address link is not valid');
    assert.equal((await confirm(own, token)).status, 200);
    assert.equal((await signIn(browser(), password)).word, 'sign-in is wrong');
    const moved = await browser().post('/api/operations/sign-in-begin', { email: to, password });
    assert.equal(moved.status, 200);
    const taken = await folder.run(['user', 'address', to, to]);
    assert.deepEqual([taken.code, taken.out], [1, '']);
    assert.match(taken.err, /Somebody signs in as ada@elsewhere\.example already/);
    const nobody = await folder.run(['user', 'address', email, 'new@example.com']);
    assert.match(nobody.err, /no user with the address ada@example\.com/);
  });

  test('keeps somebody out at once, and lets them in again', async () => {
    await using server = await openServer();
    const { folder, browser } = server;
    const own = await withAdministrator(server);
    const said = await folder.run(['user', 'disable', 'Ada@example.com']);
    assert.equal(said.out, `${email} is disabled.\n`, said.err);
    assert.equal((await own.get('/api/operations/me-show')).status, 401);
    assert.equal((await signIn(browser(), password)).word, 'sign-in is wrong');
    assert.deepEqual(await folder.read('user', 'enable', email), { user: 1, state: 'active' });
    assert.equal((await own.get('/api/operations/me-show')).status, 401);
    assert.equal((await signIn(browser(), password)).status, 200);
    const { users } = await folder.read('user', 'list');
    assert.partialDeepStrictEqual(users, [{ email, state: 'active', isAdministrator: true }]);
    const gone = await folder.run(['user', 'disable', 'bob@example.com']);
    assert.equal(gone.code, 1);
  });
});
