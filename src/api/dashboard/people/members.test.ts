/** People of an account: invited, given roles, taken out; and the links that let them in. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { makeReset } from '#people/links.ts';
import type { Browser } from '#test/harness/browser.ts';
import { firstEmail, goodPassword, openPeopleWorld } from '#test/harness/people-world.ts';

const hourMs = 3_600_000;
const root = '/api/accounts/1';
const operations = `${root}/operations`;

async function invited(owner: Browser, email: string, role: string): Promise<string> {
  const reply = await owner.post(`${operations}/member-invite`, { email, role });
  assert.equal(reply.status, 200, reply.text);
  return String(reply.body['link']).split('#')[1] ?? '';
}

async function roleOf(browser: Browser): Promise<unknown> {
  const me = await browser.get('/api/operations/me-show');
  const accounts = me.body['accounts'] as readonly { role: string }[];
  return accounts[0]?.role;
}

suite('an invitation', () => {
  test('lets a new person in once, as what it says', async () => {
    await using world = await openPeopleWorld();
    await world.account('Acme');
    const owner = await world.setUp();
    const token = await invited(owner, 'Bob@acme.example', 'support');
    const bob = world.browser();
    const look = await bob.post('/api/operations/link-look', { token });
    assert.deepEqual([look.body['email'], look.body['isKnown']], ['bob@acme.example', false]);
    const weak = await bob.post('/api/operations/link-use', { token, password: 'parley12' });
    assert.equal(weak.word, 'password is easy to guess');
    const use = { token, name: 'Bob', password: goodPassword };
    assert.equal((await bob.post('/api/operations/link-use', use)).status, 200);
    assert.equal(await roleOf(bob), 'support');
    assert.equal(
      (await world.browser().post('/api/operations/link-use', use)).word,
      'link is not valid',
    );
    const listed = await owner.get(`${operations}/member-list`);
    const members = listed.body['members'] as readonly { email: string }[];
    assert.deepEqual(
      members.map(({ email }) => email),
      [firstEmail, 'bob@acme.example'],
    );
    assert.deepEqual(listed.body['invitations'], []);
  });

  test('ends after 72 hours, and where it is withdrawn', async () => {
    await using world = await openPeopleWorld({ onlyThisMachine: true });
    await world.account('Acme');
    const owner = await world.setUp();
    const token = await invited(owner, 'bob@acme.example', 'viewer');
    const withdraw = () =>
      owner.post(`${operations}/member-withdraw`, { email: 'Bob@acme.example' });
    assert.equal((await withdraw()).status, 200);
    assert.equal((await withdraw()).status, 404);
    const stranger = world.browser();
    assert.equal(
      (await stranger.post('/api/operations/link-look', { token })).word,
      'link is not valid',
    );
    const late = await invited(owner, 'bob@acme.example', 'viewer');
    world.clock.advance(72 * hourMs);
    const reply = await stranger.post('/api/operations/link-use', {
      token: late,
      password: goodPassword,
    });
    assert.equal(reply.word, 'link is not valid');
  });

  test('of somebody who is here already is taken by them alone, signed in', async () => {
    await using world = await openPeopleWorld();
    await world.account('Acme');
    const owner = await world.setUp();
    const bob = await world.join(owner, 1, 'bob@acme.example', 'viewer');
    const token = await invited(owner, 'bob@acme.example', 'developer');
    const stranger = await world
      .browser()
      .post('/api/operations/link-use', { token, password: 'another quiet sentence' });
    assert.equal(stranger.word, 'sign in for this link');
    assert.equal(
      (await owner.post('/api/operations/link-take', { token })).word,
      'link is not valid',
    );
    assert.equal((await bob.post('/api/operations/link-take', { token })).status, 200);
    assert.equal(await roleOf(bob), 'developer');
  });
});

suite('the people of an account', () => {
  test('get other roles and are taken out, but for its last owner', async () => {
    await using world = await openPeopleWorld();
    await world.account('Acme');
    const owner = await world.setUp();
    const bob = await world.join(owner, 1, 'bob@acme.example', 'viewer');
    const set = (browser: Browser, email: string, role: string) =>
      browser.post(`${operations}/member-set`, { email, role });
    const remove = (browser: Browser, email: string) =>
      browser.post(`${operations}/member-remove`, { email });
    assert.equal((await set(owner, firstEmail, 'viewer')).word, 'last owner stays');
    assert.equal((await remove(owner, firstEmail)).word, 'last owner stays');
    assert.equal((await set(owner, 'bob@acme.example', 'boss')).status, 400);
    assert.equal((await set(owner, 'bob@acme.example', 'owner')).status, 200);
    assert.equal((await set(bob, 'Ada@parley.example', 'viewer')).status, 200);
    const listed = await owner.get(`${operations}/member-list`);
    assert.equal(listed.word, 'role does not allow it');
    assert.equal((await remove(bob, firstEmail)).status, 200);
    assert.equal((await owner.get(root)).status, 404);
    assert.equal((await remove(bob, firstEmail)).word, 'member is unknown');
    assert.equal((await remove(bob, 'eve@acme.example')).word, 'member is unknown');
  });

  test('change by a fresh sign-in alone', async () => {
    await using world = await openPeopleWorld();
    await world.account('Acme');
    const owner = await world.setUp();
    await world.join(owner, 1, 'bob@acme.example', 'viewer');
    world.clock.advance(11 * 60_000);
    for (const [name, wish] of [
      ['member-set', { email: 'bob@acme.example', role: 'owner' }],
      ['member-remove', { email: 'bob@acme.example' }],
      ['member-invite', { email: 'cleo@acme.example', role: 'viewer' }],
    ] as const) {
      const reply = await owner.post(`${operations}/${name}`, wish);
      assert.equal(reply.word, 'sign-in is not fresh', name);
    }
  });
});

suite('a reset', () => {
  test('gives another password within ten minutes, and ends sessions and factors', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    const author = () => ({ actor: 'command line', atMs: world.clock.nowMs() });
    const late = await makeReset(firstEmail, author(), world.storage);
    world.clock.advance(10 * 60_000);
    const fresh = world.browser();
    const password = 'another quiet sentence';
    const tooLate = await fresh.post('/api/operations/link-use', { token: late.token, password });
    assert.equal(tooLate.word, 'link is not valid');
    const { token } = await makeReset(firstEmail, author(), world.storage);
    assert.equal((await fresh.post('/api/operations/link-use', { token, password })).status, 200);
    assert.equal((await browser.get('/api/operations/me-show')).status, 401);
    assert.equal((await fresh.get('/api/operations/me-show')).status, 200);
    const old = { email: firstEmail, password: goodPassword };
    assert.equal((await world.browser().post('/api/operations/sign-in-begin', old)).status, 401);
  });

  test('lets nobody in who is disabled', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    const author = { actor: 'command line', atMs: world.clock.nowMs() };
    const { token } = await makeReset(firstEmail, author, world.storage);
    await world.storage.people.setUserState(1, 'disabled', author);
    assert.equal((await browser.get('/api/operations/me-show')).status, 401);
    const credentials = { email: firstEmail, password: goodPassword };
    assert.equal(
      (await world.browser().post('/api/operations/sign-in-begin', credentials)).status,
      401,
    );
    const password = 'another quiet sentence';
    const reply = await world.browser().post('/api/operations/link-use', { token, password });
    assert.equal(reply.word, 'link is not valid');
  });
});
