/** What people are mailed about their way in, where the installation can mail. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { totpCode } from '#people/totp.ts';
import { openMailedPeople } from '#test/harness/mailed-people.ts';

suite('a person is mailed', () => {
  test('their invitation, by the address that people see, and who invited them is told so', async () => {
    await using opened = await openMailedPeople();
    const { world, mails } = opened;
    const owner = await world.setUp();
    const wish = { email: 'Bob@acme.example', role: 'viewer' };
    const invited = await owner.post('/api/accounts/1/operations/member-invite', wish);
    assert.equal(invited.body['isMailed'], true);
    const [mail] = mails;
    assert.equal(mail?.to, 'bob@acme.example');
    assert.equal(mail.accountId, 1);
    assert.match(mail.text, /^#LINK#$/m);
    assert.equal(mail.link?.address, invited.body['link']);
    assert.match(mail.link?.address ?? '', /^https:\/\/sms\.example\.com\/join#[\w-]{43}$/);
  });

  test('their invitation in the language that it names, and once they have chosen one in theirs', async () => {
    await using opened = await openMailedPeople();
    const { world, mails } = opened;
    const owner = await world.setUp();
    const bob = await world.join(owner, 1, 'bob@acme.example', 'viewer');
    await bob.post('/api/operations/me-set', { language: 'fr' });
    for (const email of ['bob@acme.example', 'cleo@acme.example', 'dan@acme.example']) {
      const wish = { email, role: 'viewer', language: email.startsWith('cleo') ? 'fr' : 'en' };
      const invited = await owner.post('/api/accounts/1/operations/member-invite', wish);
      assert.equal(invited.status, 200);
    }
    assert.deepEqual(
      mails.slice(1).map(({ subject }) => subject),
      ['Vous êtes invité sur Parley', 'Vous êtes invité sur Parley', 'You are invited to Parley'],
    );
  });

  test('that their password or factors have changed', async () => {
    await using opened = await openMailedPeople();
    const { world, mails } = opened;
    const browser = await world.setUp();
    await browser.post('/api/operations/me-set', { language: 'fr' });
    const password = 'another quiet sentence';
    assert.equal((await browser.post('/api/operations/me-password', { password })).status, 200);
    const secret = String(
      (await browser.post('/api/operations/factor-propose-app')).body['secret'],
    );
    const code = totpCode(secret, Math.floor(world.clock.nowMs() / 30_000));
    assert.equal(
      (await browser.post('/api/operations/factor-add-app', { secret, code })).status,
      200,
    );
    assert.equal((await browser.post('/api/operations/factor-remove-app')).status, 200);
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      [
        'Votre mot de passe a été changé',
        'Un second facteur a été ajouté',
        'Un second facteur a été retiré',
      ],
    );
    assert.equal(new Set(mails.map(({ dedupKey }) => dedupKey)).size, 3);
  });

  test('as far as mail can be sent: what they did is done whether or not', async () => {
    await using opened = await openMailedPeople(() => Promise.reject(new Error('away')));
    const { world } = opened;
    const owner = await world.setUp();
    const wish = { email: 'bob@acme.example', role: 'viewer' };
    const invited = await owner.post('/api/accounts/1/operations/member-invite', wish);
    assert.deepEqual([invited.status, invited.body['isMailed']], [200, false]);
    const asked = await owner.post('/api/operations/address-ask', {
      email: 'ada@elsewhere.example',
    });
    assert.deepEqual([asked.status, asked.body['isMailed']], [200, false]);
    assert.match(world.logLines.join(), /people\.mail_failed/);
  });
});
