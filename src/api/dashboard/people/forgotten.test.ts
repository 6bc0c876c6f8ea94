/** Who forgot their password, and who pretends to be somebody that did. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { hashToken } from '#people/session.ts';
import { totpCode } from '#people/totp.ts';
import { openMailedPeople } from '#test/harness/mailed-people.ts';
import { firstEmail, goodPassword, openPeopleWorld } from '#test/harness/people-world.ts';

const other = 'another quiet sentence';

async function openWorld() {
  const { world, mails, [Symbol.asyncDispose]: dispose } = await openMailedPeople();
  const ask = async (email: string) => {
    const reply = await world.browser().post('/api/operations/sign-in-forgot', { email });
    await world.people.forgotten.settled();
    return reply;
  };
  const token = async (): Promise<string> => {
    await ask(firstEmail);
    return must(
      /#(?<token>[\w-]{43})$/m.exec(mails.at(-1)?.link?.address ?? '')?.groups?.['token'],
      'link',
    );
  };
  return { world, mails, ask, token, [Symbol.asyncDispose]: dispose };
}

suite('who forgot their password', () => {
  test('sets another one by a mailed link, once, and is signed in nowhere', async () => {
    await using opened = await openWorld();
    const { world, mails } = opened;
    const before = await world.setUp();
    await before.post('/api/operations/me-set', { language: 'fr' });
    const token = await opened.token();
    assert.equal(mails[0]?.subject, 'Réinitialisez votre mot de passe Parley');
    assert.match(mails[0].text, /^#LINK#$/m);
    assert.equal(mails[0].link?.address, `https://sms.example.com/join#${token}`);
    const link = await world.storage.people.findLink(hashToken(token));
    assert.equal(link?.kind, 'password');
    const browser = world.browser();
    const looked = await browser.post('/api/operations/link-look', { token });
    assert.deepEqual([looked.body['kind'], looked.body['email']], ['password', firstEmail]);
    const short = await browser.post('/api/operations/link-password', { token, password: 'short' });
    assert.equal(short.word, 'password is too short');
    const set = await browser.post('/api/operations/link-password', { token, password: other });
    assert.equal(set.status, 200);
    assert.equal(browser.cookies.size, 0);
    assert.equal((await before.get('/api/operations/me-show')).status, 401);
    const again = await browser.post('/api/operations/link-password', { token, password: other });
    assert.equal(again.word, 'link is not valid');
    const signIn = (password: string) =>
      world.browser().post('/api/operations/sign-in-begin', { email: firstEmail, password });
    assert.equal((await signIn(goodPassword)).word, 'sign-in is wrong');
    assert.equal((await signIn(other)).status, 200);
    assert.equal(mails.at(-1)?.subject, 'Votre mot de passe a été changé');
    const audited = await world.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 10);
    const actions = audited.map(({ action }) => action);
    assert.ok(actions.includes('user.password-link-made') && actions.includes('user.password-set'));
  });

  test('needs their second factor after it, as before', async () => {
    await using opened = await openWorld();
    const { world } = opened;
    const browser = await world.setUp();
    const secret = String(
      (await browser.post('/api/operations/factor-propose-app')).body['secret'],
    );
    const code = () => totpCode(secret, Math.floor(world.clock.nowMs() / 30_000));
    await browser.post('/api/operations/factor-add-app', { secret, code: code() });
    const token = await opened.token();
    assert.equal(
      (await browser.post('/api/operations/link-use', { token, password: other })).status,
      403,
    );
    const set = await browser.post('/api/operations/link-password', { token, password: other });
    assert.equal(set.status, 200);
    const wish = { email: firstEmail, password: other };
    const coming = world.browser();
    assert.equal((await coming.post('/api/operations/sign-in-begin', wish)).word, 'code is needed');
    world.clock.advance(60_000);
    assert.equal(
      (await coming.post('/api/operations/sign-in-begin', { ...wish, code: code() })).status,
      200,
    );
  });

  test('has ten minutes', async () => {
    await using opened = await openWorld();
    const { world } = opened;
    await world.setUp();
    const token = await opened.token();
    world.clock.advance(10 * 60_000);
    const late = await world
      .browser()
      .post('/api/operations/link-password', { token, password: other });
    assert.equal(late.word, 'link is not valid');
  });

  test('hears the same as somebody whom nobody knows, or who was disabled', async () => {
    await using opened = await openWorld();
    const { world, mails, ask } = opened;
    await world.setUp();
    const known = await ask(` ${firstEmail.toUpperCase()} `);
    const unknown = await ask('nobody@parley.example');
    const { user } = must(await world.storage.people.findUserByEmail(firstEmail), 'Ada');
    await world.storage.people.setUserState(user.id, 'disabled', { actor: 'test', atMs: 1 });
    const disabled = await ask(firstEmail);
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
    assert.deepEqual([disabled.status, disabled.text], [known.status, known.text]);
    assert.deepEqual(
      mails.map(({ to }) => to),
      [firstEmail],
    );
  });

  test('is answered before anything is looked up', async () => {
    await using opened = await openWorld();
    const { world } = opened;
    await world.setUp();
    const held = Promise.withResolvers<undefined>();
    Object.assign(world.storage.people, { findUserByEmail: () => held.promise });
    const reply = await world
      .browser()
      .post('/api/operations/sign-in-forgot', { email: firstEmail });
    assert.equal(reply.status, 200);
    held.resolve(undefined);
    await world.people.forgotten.settled();
  });

  test('gets three mails an hour at most, and one network asks ten times in a quarter', async () => {
    await using opened = await openWorld();
    const { world, mails, ask } = opened;
    await world.setUp();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await ask(firstEmail)).status);
    assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429]);
    assert.equal(mails.length, 3);
    world.clock.advance(3_600_000);
    assert.equal((await ask(firstEmail)).status, 200);
    assert.equal(mails.length, 4);
  });

  test('asks elsewhere where no mail can be sent', async () => {
    await using world = await openPeopleWorld();
    await world.setUp();
    assert.equal(
      (await world.browser().get('/api/operations/sign-in-look')).body['resetsByMail'],
      false,
    );
    await using opened = await openWorld();
    const offered = await opened.world.browser().get('/api/operations/sign-in-look');
    assert.equal(offered.body['resetsByMail'], true);
  });
});
