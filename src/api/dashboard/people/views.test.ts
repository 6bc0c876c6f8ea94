/** What an administrator sees of an account of others, as the pages ask for it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SignedIn } from '#core/signed-in.ts';
import { viewMs } from '#people/account-view.ts';
import type { Browser } from '#test/harness/browser.ts';
import { goodPassword, openPeopleWorld, type PeopleWorld } from '#test/harness/people-world.ts';

const reason = 'ticket 4711';

/** Somebody's account: it was made when the administrator was there already. */
async function openWorld() {
  const world = await openPeopleWorld();
  await world.account('Own');
  const browser = await world.setUp();
  const { id } = await world.account('Customer');
  return { world, browser, id, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

async function whoIn(browser: Browser): Promise<SignedIn> {
  const { body } = await browser.get('/api/operations/me-show');
  const { user, session } = body as {
    user: { id: number; email: string; name: string; isAdministrator: boolean };
    session: { id: number };
  };
  const { id: userId, email, name, isAdministrator } = user;
  const who = { userId, email, name, isAdministrator, sessionId: session.id };
  return { ...who, language: undefined, endsAtMs: 0, freshUntilMs: 0 };
}

async function begin(world: PeopleWorld, browser: Browser, accountId: number): Promise<void> {
  const view = await world.people.views.begin(await whoIn(browser), { accountId, reason });
  assert.ok(view !== undefined, 'the account is there');
}

suite('a view of an account', () => {
  test('shows to an administrator what was not there for them before, and changes nothing', async () => {
    await using opened = await openWorld();
    const { world, browser, id } = opened;
    const account = `/api/accounts/${id}`;
    assert.equal((await browser.get(`${account}/operations/me-account`)).status, 404);
    await begin(world, browser, id);
    const seen = await browser.get(`${account}/operations/me-account`);
    assert.partialDeepStrictEqual(
      [seen.status, seen.body],
      [200, { name: 'Customer', role: 'viewer' }],
    );
    assert.equal((await browser.get(`${account}/operations/balance-show`)).status, 200);
    const { body: me } = await browser.get('/api/operations/me-show');
    const endsAtMs = world.clock.nowMs() + viewMs;
    assert.deepEqual(me['viewing'], { accountId: id, account: 'Customer', reason, endsAtMs });
    const keys = await browser.get(`${account}/operations/key-list`);
    assert.deepEqual([keys.status, keys.word], [403, 'view is for reading']);
    const made = await browser.post(`${account}/operations/key-create`, { bases: ['sms'] });
    assert.deepEqual([made.status, made.word], [403, 'view is for reading']);
    assert.deepEqual(await world.storage.accounts.listKeys(id), []);
  });

  test('belongs to one session and one account', async () => {
    await using opened = await openWorld();
    const { world, browser, id } = opened;
    const other = await world.account('Other');
    const elsewhere = world.browser();
    const credentials = { email: (await whoIn(browser)).email, password: goodPassword };
    assert.equal((await elsewhere.post('/api/operations/sign-in-begin', credentials)).status, 200);
    await begin(world, browser, id);
    assert.equal((await elsewhere.get(`/api/accounts/${id}/operations/me-account`)).status, 404);
    assert.equal(
      (await browser.get(`/api/accounts/${other.id}/operations/me-account`)).status,
      404,
    );
    await begin(world, browser, other.id);
    assert.equal((await browser.get(`/api/accounts/${id}/operations/me-account`)).status, 404);
  });

  test('ends when its person says so, and by itself after half an hour', async () => {
    await using opened = await openWorld();
    const { world, browser, id } = opened;
    const status = async () =>
      (await browser.get(`/api/accounts/${id}/operations/me-account`)).status;
    await begin(world, browser, id);
    assert.equal(await world.people.views.end(await whoIn(browser)), true);
    assert.equal(await status(), 404);
    await begin(world, browser, id);
    world.clock.advance(viewMs - 1);
    assert.equal(await status(), 200);
    world.clock.advance(1);
    assert.equal(await status(), 404);
    assert.equal((await browser.get('/api/operations/me-show')).body['viewing'], null);
  });

  test('is nothing to who runs nothing, whatever stands in the database', async () => {
    await using opened = await openWorld();
    const { world, browser, id } = opened;
    const bob = await world.join(browser, 1, 'bob@acme.example', 'viewer');
    await begin(world, bob, id);
    assert.equal((await bob.get(`/api/accounts/${id}/operations/me-account`)).status, 404);
  });

  test('leaves its reason in the audit of the account', async () => {
    await using opened = await openWorld();
    const { world, browser, id } = opened;
    await begin(world, browser, id);
    const [row] = await world.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.partialDeepStrictEqual(row, { action: 'account.viewed', accountId: id });
    assert.match(row?.details ?? '', /"reason":"ticket 4711"/);
  });

  test('of an account that is not there does not begin', async () => {
    await using opened = await openWorld();
    const { world, browser } = opened;
    const who = await whoIn(browser);
    assert.equal(await world.people.views.begin(who, { accountId: 999, reason }), undefined);
  });
});
