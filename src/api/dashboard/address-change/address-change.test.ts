/** Another address to sign in by: it is nobody's before the person shows that its mail reaches them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import type { Browser } from '#test/harness/browser.ts';
import { type MailedPeople, openMailedPeople } from '#test/harness/mailed-people.ts';
import { firstEmail, goodPassword, openPeopleWorld } from '#test/harness/people-world.ts';

const path = '/api/operations/address';
const other = 'ada@elsewhere.example';

const ask = (browser: Browser, email = other) => browser.post(`${path}-ask`, { email });
const confirm = (browser: Browser, token: string) => browser.post(`${path}-confirm`, { token });

/** Of the last letter that has one. */
function tokenIn({ mails }: MailedPeople): string {
  const { address } = must(mails.findLast(({ link }) => link !== undefined)?.link, 'link');
  const form = /^https:\/\/sms\.example\.com\/address#(?<token>[\w-]{43})$/;
  return must(form.exec(address)?.groups?.['token'], 'token');
}

/** Which of the two addresses lets them in, and gets links for other passwords. */
async function whichCounts(opened: MailedPeople): Promise<readonly string[]> {
  const { world, mails } = opened;
  const counts: string[] = [];
  for (const email of [firstEmail, other]) {
    const entered = await world
      .browser()
      .post('/api/operations/sign-in-begin', { email, password: goodPassword });
    if (entered.status === 200) counts.push(`${email} signs in`);
    const before = mails.length;
    await world.browser().post('/api/operations/sign-in-forgot', { email });
    await world.people.forgotten.settled();
    counts.push(...mails.slice(before).map(({ to }) => `${to} is mailed`));
  }
  return counts;
}

suite('another address to sign in by', () => {
  test('is told to both, and is theirs by the link alone', async () => {
    await using opened = await openMailedPeople();
    const { world, mails } = opened;
    const browser = await world.setUp();
    const asked = await ask(browser, ` ${other.toUpperCase()}`);
    assert.equal(asked.status, 200, asked.text);
    assert.partialDeepStrictEqual(asked.body, { isMailed: true, pending: { email: other } });
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [
        [other, 'Confirm your new email address for Parley'],
        [firstEmail, 'Somebody asked to change your email address'],
      ],
    );
    assert.ok(mails[1]?.text.includes(other));
    const token = tokenIn(opened);
    assert.deepEqual(await whichCounts(opened), [
      `${firstEmail} signs in`,
      `${firstEmail} is mailed`,
    ]);
    const confirmed = await confirm(browser, token);
    assert.deepEqual([confirmed.status, confirmed.body['email']], [200, other]);
    assert.deepEqual(
      [mails.at(-1)?.to, mails.at(-1)?.subject],
      [firstEmail, 'Your email address was changed'],
    );
    assert.deepEqual(await whichCounts(opened), [`${other} signs in`, `${other} is mailed`]);
    const me = await browser.get('/api/operations/me-show');
    assert.equal((me.body['user'] as { email: string }).email, other);
    assert.equal((await browser.get(`${path}-show`)).body['pending'], null);
    const audit = await world.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 10);
    assert.deepEqual(
      audit.filter(({ action }) => action.startsWith('user.address')).map(({ action }) => action),
      ['user.address-changed', 'user.address-asked'],
    );
  });

  test('is confirmed once, in time, and by the person alone', async () => {
    await using opened = await openMailedPeople();
    const { world } = opened;
    const browser = await world.setUp();
    const bob = await world.join(browser, 1, 'bob@acme.example', 'viewer');
    const notValid = async (one: Browser, token: string) => {
      const { status, word, body } = await confirm(one, token);
      assert.deepEqual([status, word], [403, 'address link is not valid']);
      return body['message'];
    };
    await ask(browser);
    const token = tokenIn(opened);
    assert.equal((await confirm(world.browser(), token)).status, 401);
    const texts = [await notValid(bob, token), await notValid(browser, 'unknown')];
    assert.equal((await confirm(browser, token)).status, 200);
    texts.push(await notValid(browser, token));
    await ask(browser, firstEmail);
    const late = tokenIn(opened);
    world.clock.advance(24 * 3_600_000);
    await browser.post('/api/operations/sign-in-begin', { email: other, password: goodPassword });
    assert.equal((await browser.get(`${path}-show`)).body['pending'], null);
    texts.push(await notValid(browser, late));
    assert.equal(new Set(texts).size, 1, texts.join('\n'));
  });

  test('is replaced by the next one, and its link opens nothing then', async () => {
    await using opened = await openMailedPeople();
    const { world, mails } = opened;
    const browser = await world.setUp();
    await ask(browser, 'slip@elsewhere.example');
    const slip = tokenIn(opened);
    await ask(browser);
    const first = tokenIn(opened);
    await ask(browser);
    const again = tokenIn(opened);
    assert.equal((await confirm(browser, slip)).word, 'address link is not valid');
    assert.equal((await confirm(browser, first)).word, 'address link is not valid');
    // That the same link was sent once more is no news to the old address.
    assert.equal(mails.filter(({ to }) => to === firstEmail).length, 2);
    assert.equal((await confirm(browser, again)).status, 200);
  });

  test('is cancelled by the person, and by a password that is set by mail', async () => {
    await using opened = await openMailedPeople();
    const { world } = opened;
    const browser = await world.setUp();
    await ask(browser);
    const token = tokenIn(opened);
    assert.equal((await browser.post(`${path}-cancel`)).status, 200);
    assert.equal((await browser.post(`${path}-cancel`)).word, 'nothing is there');
    assert.equal((await confirm(browser, token)).word, 'address link is not valid');
    await ask(browser);
    const stolen = tokenIn(opened);
    await world.browser().post('/api/operations/sign-in-forgot', { email: firstEmail });
    await world.people.forgotten.settled();
    const set = must(opened.mails.at(-1)?.link?.address.split('#')[1], 'token');
    const password = 'another quiet sentence';
    assert.equal(
      (await world.browser().post('/api/operations/link-password', { token: set, password }))
        .status,
      200,
    );
    await browser.post('/api/operations/sign-in-begin', { email: firstEmail, password });
    assert.equal((await confirm(browser, stolen)).word, 'address link is not valid');
  });

  test('is refused where somebody has it, before the letter or after it', async () => {
    await using opened = await openMailedPeople();
    const { world, mails } = opened;
    const browser = await world.setUp();
    const bob = await world.join(browser, 1, 'bob@acme.example', 'viewer');
    assert.equal((await ask(bob, firstEmail)).word, 'address is taken');
    assert.equal((await ask(bob, 'bob@acme.example')).word, 'address is taken');
    await ask(bob);
    const token = tokenIn(opened);
    await world.join(browser, 1, other, 'viewer');
    assert.equal((await confirm(bob, token)).word, 'address is taken');
    const me = await bob.get('/api/operations/me-show');
    assert.equal((me.body['user'] as { email: string }).email, 'bob@acme.example');
    assert.ok(mails.every(({ subject }) => !subject.includes('has another')));
  });

  test('needs a sign-in of the last minutes', async () => {
    await using opened = await openMailedPeople();
    const browser = await opened.world.setUp();
    opened.world.clock.advance(11 * 60_000);
    assert.equal((await ask(browser)).word, 'sign-in is not fresh');
  });

  test('is mailed to one mailbox three times an hour, and a person asks five times', async () => {
    await using opened = await openMailedPeople();
    const { world } = opened;
    const browser = await world.setUp();
    const words: unknown[] = [];
    for (let n = 0; n < 4; n += 1) words.push((await ask(browser)).word ?? 'taken');
    for (const n of [1, 2, 3]) words.push((await ask(browser, `${n}@b.example`)).word ?? 'taken');
    const full = 'too many links';
    assert.deepEqual(words, ['taken', 'taken', 'taken', full, 'taken', 'taken', full]);
    const { headers } = await ask(browser);
    assert.ok(Number(headers.get('retry-after')) > 0);
    assert.equal(opened.mails.filter(({ to }) => to === other).length, 3);
    world.clock.advance(3_600_000);
    await browser.post('/api/operations/sign-in-begin', {
      email: firstEmail,
      password: goodPassword,
    });
    assert.equal((await ask(browser)).status, 200);
  });

  test('is not asked for where nothing is mailed', async () => {
    await using world = await openPeopleWorld();
    const browser = await world.setUp();
    const refused = await ask(browser);
    assert.deepEqual([refused.status, refused.word], [409, 'address cannot be confirmed']);
    assert.deepEqual((await browser.get(`${path}-show`)).body, { isOffered: false, pending: null });
  });
});
