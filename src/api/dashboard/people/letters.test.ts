/** What people are mailed about their way in, where the installation can mail. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Mailer } from '#people/post.ts';
import { totpCode } from '#people/totp.ts';
import { firstEmail, goodPassword, openPeopleWorld } from '#test/harness/people-world.ts';

type Mail = Parameters<Mailer['send']>[0];

/** `answer`: what the mailer says. */
async function openWorld(answer: () => Promise<boolean> = async () => true) {
  const mails: Mail[] = [];
  const mailer: Mailer = {
    leaves: true,
    async send(mail) {
      mails.push(mail);
      return answer();
    },
  };
  const world = await openPeopleWorld({ mailer, publicUrl: 'https://sms.example.com' });
  await world.account('Acme');
  return { world, mails, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const other = 'ada@elsewhere.example';

suite('a person is mailed', () => {
  test('their invitation, by the address that people see, and who invited them is told so', async () => {
    await using opened = await openWorld();
    const { world, mails } = opened;
    const owner = await world.setUp();
    const wish = { email: 'Bob@acme.example', role: 'viewer' };
    const invited = await owner.post('/api/accounts/1/invitations', wish);
    assert.equal(invited.body['isMailed'], true);
    const [mail] = mails;
    assert.equal(mail?.to, 'bob@acme.example');
    assert.equal(mail.accountId, 1);
    assert.match(mail.text, /^#LINK#$/m);
    assert.equal(mail.link?.address, invited.body['link']);
    assert.match(mail.link?.address ?? '', /^https:\/\/sms\.example\.com\/join#[\w-]{43}$/);
  });

  test('their invitation in the language of who has invited them', async () => {
    await using opened = await openWorld();
    const { world, mails } = opened;
    const owner = await world.setUp();
    await owner.ask('PATCH', '/api/me', { language: 'fr' });
    const wish = { email: 'bob@acme.example', role: 'viewer' };
    assert.equal((await owner.post('/api/accounts/1/invitations', wish)).status, 200);
    assert.equal(mails[0]?.subject, 'Vous êtes invité sur Parley');
  });

  test('at their old address, that they have another', async () => {
    await using opened = await openWorld();
    const { world, mails } = opened;
    const browser = await world.setUp();
    assert.equal(
      (await browser.post('/api/me/email', { email: ` ${other.toUpperCase()}` })).status,
      200,
    );
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [[firstEmail, 'Your sign-in has another e-mail address']],
    );
    assert.ok(mails[0]?.text.includes(other));
    const signIn = (email: string) =>
      world.browser().post('/api/session', { email, password: goodPassword });
    assert.equal((await signIn(firstEmail)).word, 'sign-in is wrong');
    assert.equal((await signIn(other)).status, 200);
    const me = await browser.get('/api/me');
    assert.equal((me.body['user'] as { email: string }).email, other);
    const bob = await world.join(browser, 1, 'bob@acme.example', 'viewer');
    assert.equal((await bob.post('/api/me/email', { email: other })).word, 'address is taken');
  });

  test('that their password or factors have changed', async () => {
    await using opened = await openWorld();
    const { world, mails } = opened;
    const browser = await world.setUp();
    await browser.ask('PATCH', '/api/me', { language: 'fr' });
    const password = 'another quiet sentence';
    assert.equal((await browser.post('/api/me/password', { password })).status, 200);
    const secret = String((await browser.post('/api/me/factors/totp/secret')).body['secret']);
    const code = totpCode(secret, Math.floor(world.clock.nowMs() / 30_000));
    assert.equal((await browser.ask('PUT', '/api/me/factors/totp', { secret, code })).status, 200);
    assert.equal((await browser.ask('DELETE', '/api/me/factors/totp')).status, 200);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      [
        'Votre mot de passe a été changé',
        'Votre accès a un moyen de plus de prouver que c’est vous',
        'Votre accès a un moyen de moins de prouver que c’est vous',
      ],
    );
    assert.equal(new Set(mails.map(({ dedupKey }) => dedupKey)).size, 3);
  });

  test('as far as mail can be sent: what they did is done whether or not', async () => {
    await using opened = await openWorld(() => Promise.reject(new Error('away')));
    const { world } = opened;
    const owner = await world.setUp();
    const wish = { email: 'bob@acme.example', role: 'viewer' };
    const invited = await owner.post('/api/accounts/1/invitations', wish);
    assert.deepEqual([invited.status, invited.body['isMailed']], [200, false]);
    assert.equal((await owner.post('/api/me/email', { email: other })).status, 200);
    assert.match(world.logLines.join(), /people\.mail_failed/);
  });
});
