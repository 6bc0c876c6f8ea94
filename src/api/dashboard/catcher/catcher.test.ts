/** What the pages about the mail catcher ask: of mail that means no good, too. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Role } from '#core/permissions.ts';
import type { CaughtMail } from '#mail/catcher/caught-mail.ts';
import { openPageWorld, type PageWorld } from '#test/harness/page-world.ts';

const at = '/api/operations/simulator-mails';

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

async function catchMail(
  world: PageWorld,
  source = hostile,
  of: CaughtMail['of'] = null,
): Promise<void> {
  await world.installation.storage.simulator.keepMails([
    {
      caughtAtMs: 5,
      of,
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
    const { mails, before } = await world.get(`${at}?limit=1&search=ADA`);
    assert.partialDeepStrictEqual(mails, [{ id: 2, recipients: ['ada@example.com'] }]);
    assert.equal(before, 2);
    assert.deepEqual((await world.get(`${at}?search=nobody`))['mails'], []);
    assert.deepEqual(await world.post(`${at}-clear`), { cleared: 2 });
    const [noted] = await world.installation.storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.partialDeepStrictEqual(noted, { action: 'caught_mail.clear' });
  });

  test('html comes with a policy of its own, and without what that policy refuses', async () => {
    await using world = await openPageWorld();
    await catchMail(world);
    const { status, headers, text } = await world.ask('GET', `${at}-html?caught=1`);
    assert.equal(status, 200);
    const policy = headers['content-security-policy'] ?? '';
    assert.match(policy, /^sandbox; default-src 'none'/);
    assert.doesNotMatch(policy, /allow-scripts|script-src|connect-src/);
    assert.doesNotMatch(text, /script>|onclick|evil/);
    const { mail } = await world.get(`${at}-show?caught=1`);
    assert.partialDeepStrictEqual(mail, { remote: 1, links: ['https://evil.example/go'] });
    assert.match((mail as { readonly html: string }).html, /^<p onclick/);
  });

  test('attachments and the source are saved, never shown', async () => {
    await using world = await openPageWorld();
    await catchMail(world);
    const file = await world.ask('GET', `${at}-attachment?caught=1&place=0`);
    assert.equal(file.headers['content-type'], 'application/octet-stream');
    assert.match(file.headers['content-disposition'] ?? '', /^attachment; filename="[^"/\\]+"/);
    assert.match(file.headers['content-security-policy'] ?? '', /sandbox/);
    assert.equal((await world.ask('GET', `${at}-attachment?caught=1&place=1`)).status, 404);
    const source = await world.ask('GET', `${at}-source?caught=1`);
    assert.equal(source.text, hostile);
  });

  test('to others than administrators it is not there', async () => {
    await using world = await openPageWorld();
    await catchMail(world);
    const owner = { roles: { 1: 'owner' as const } };
    for (const path of [
      at,
      ...['show', 'html', 'source'].map((part) => `${at}-${part}?caught=1`),
    ]) {
      assert.equal((await world.ask('GET', path, undefined, owner)).status, 404);
    }
  });
});

/** 1 is account 1's, 2 is account 2's, 3 is nobody's. */
async function setup(): Promise<PageWorld> {
  const world = await openPageWorld();
  await catchMail(world, hostile, { accountId: 1, mailId: 5 * 512 });
  await catchMail(world, hostile, { accountId: 2, mailId: 6 * 512 });
  await catchMail(world);
  return world;
}

suite('the caught mail of an account', () => {
  const own = '/api/accounts/1/operations/mail-caught';
  const parts = ['show', 'html', 'source', 'attachment'];
  const pathOf = (part: string, caught: number): string =>
    `${own}-${part}?caught=${caught}${part === 'attachment' ? '&place=0' : ''}`;

  test('is what it sent itself, in all its parts, with the policy of the frame', async () => {
    await using world = await setup();
    const { mails, before } = await world.get(own);
    assert.equal(before, null);
    assert.partialDeepStrictEqual(mails, [{ id: 1, recipients: ['ada@example.com'] }]);
    assert.equal((mails as unknown[]).length, 1);
    assert.deepEqual((await world.get(`${own}?search=nobody`))['mails'], []);
    const { mail } = await world.get(pathOf('show', 1));
    assert.partialDeepStrictEqual(mail, { email: 5, dialogue: 'C: EHLO evil' });
    const html = await world.ask('GET', pathOf('html', 1));
    assert.match(html.headers['content-security-policy'] ?? '', /^sandbox; default-src 'none'/);
    assert.doesNotMatch(html.text, /script|onclick|evil\.example/);
    assert.equal((await world.ask('GET', pathOf('source', 1))).text, hostile);
    const file = await world.ask('GET', pathOf('attachment', 1));
    assert.equal(file.headers['content-type'], 'application/octet-stream');
  });

  test('that is another’s, nobody’s or missing is the same 404, no matter who asks', async () => {
    await using world = await setup();
    for (const id of [2, 3, 4]) {
      for (const part of parts) {
        const { status, json } = await world.ask('GET', pathOf(part, id));
        const told = [404, 'caught mail is not there'];
        assert.deepEqual([status, json['word']], told, `${id}${part}`);
      }
    }
    const foreign = { roles: { 2: 'owner' as const } };
    for (const path of [own, pathOf('show', 1), pathOf('html', 1)]) {
      assert.equal((await world.ask('GET', path, undefined, foreign)).status, 404);
    }
  });

  test('is read by those who read contents', async () => {
    await using world = await setup();
    const statusFor = async (role: Role, path: string) =>
      (await world.ask('GET', path, undefined, { roles: { 1: role } })).status;
    for (const part of parts) {
      assert.equal(await statusFor('support', pathOf(part, 1)), 200);
      for (const role of ['viewer', 'billing'] as const) {
        assert.equal(await statusFor(role, pathOf(part, 1)), 403, `${role} ${part}`);
        assert.equal(await statusFor(role, own), 403);
      }
    }
  });
});
