/** What the pages about the mail catcher ask: of mail that means no good, too. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openPageWorld, type PageWorld } from '#test/harness/page-world.ts';

const at = '/api/console/caught-mails';

const hostile = [
  'From: Mallory <m@evil.example>',
  'To: ada@example.com',
  'Subject: <script>alert(1)</script>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p onclick="alert(1)">Hello</p><script>alert(1)</script><img src="https://evil.example/p.gif"><a href="https://evil.example/go">x</a>',
  '--b',
  'Content-Type: text/html; name="../../a\\"b.html"',
  'Content-Disposition: attachment; filename="../../a.html"',
  '',
  '<script>alert(2)</script>',
  '--b--',
  '',
].join('\r\n');

async function catchMail(world: PageWorld, source = hostile): Promise<void> {
  await world.installation.storage.caughtMails.keepMails([
    {
      caughtAtMs: 5,
      sender: 'm@evil.example',
      recipients: ['ada@example.com'],
      from: 'Mallory <m@evil.example>',
      subject: '<script>alert(1)</script>',
      dialogue: 'C: EHLO evil',
      octets: Buffer.from(source),
    },
  ]);
}

suite('the mail catcher on the dashboard', () => {
  test('mails are listed, found by who got them, and cleared', async () => {
    await using world = await openPageWorld();
    await catchMail(world);
    await catchMail(world);
    const { mails, after } = await world.get(`${at}?limit=1&search=ADA`);
    assert.partialDeepStrictEqual(mails, [{ id: 2, recipients: ['ada@example.com'] }]);
    assert.equal(after, 2);
    assert.deepEqual((await world.get(`${at}?search=nobody`))['mails'], []);
    assert.deepEqual((await world.ask('DELETE', at)).json, { cleared: 2 });
  });

  test('html comes with a policy of its own, and without what that policy refuses', async () => {
    await using world = await openPageWorld();
    await catchMail(world);
    const { status, headers, text } = await world.ask('GET', `${at}/1/html`);
    assert.equal(status, 200);
    const policy = headers['content-security-policy'] ?? '';
    assert.match(policy, /^sandbox; default-src 'none'/);
    assert.doesNotMatch(policy, /allow-scripts|script-src|connect-src/);
    assert.doesNotMatch(text, /script>|onclick|evil/);
    const { mail } = await world.get(`${at}/1`);
    assert.partialDeepStrictEqual(mail, {
      remote: 1,
      links: ['https://evil.example/go'],
      hasHtml: true,
    });
  });

  test('attachments and the source are saved, never shown', async () => {
    await using world = await openPageWorld();
    await catchMail(world);
    const file = await world.ask('GET', `${at}/1/attachments/0`);
    assert.equal(file.headers['content-type'], 'application/octet-stream');
    assert.match(file.headers['content-disposition'] ?? '', /^attachment; filename="[^"/\\]+"/);
    assert.match(file.headers['content-security-policy'] ?? '', /sandbox/);
    assert.equal((await world.ask('GET', `${at}/1/attachments/1`)).status, 404);
    const source = await world.ask('GET', `${at}/1/source`);
    assert.equal(source.text, hostile);
  });

  test('to others than administrators it is not there', async () => {
    await using world = await openPageWorld();
    await catchMail(world);
    const owner = { roles: { 1: 'owner' as const } };
    for (const path of [at, `${at}/1`, `${at}/1/html`, `${at}/1/source`]) {
      assert.equal((await world.ask('GET', path, undefined, owner)).status, 404);
    }
  });
});
