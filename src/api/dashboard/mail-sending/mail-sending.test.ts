/** Emails from a page, judged and stored by the engine itself. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { HttpRequest } from '#api/http/http-message.ts';
import { operationHandlers } from '#api/operations/operation-handlers.ts';
import { mailFramePage } from '#api/pages/mail/mail-frame.ts';
import { must } from '#core/assert.ts';
import { openSendingWorld, type SendingWorldOptions } from '#test/harness/mail-sending-world.ts';
import { openPageWorld } from '#test/harness/page-world.ts';

const operations = '/api/accounts/1/operations';
const at = `${operations}/mail-send`;
const again = `${operations}/mail-resend`;
const preview = `${operations}/mail-preview`;
const email = {
  test: true,
  to: ['Ann <ann@client.example>', 'bob@client.example'],
  sender: 'news@verified.example',
  subject: 'Hello',
  html: '<p onclick="x()">Hi</p><script>x()</script><img src="https://t.example/p.gif">',
};
const key = 'page-12345678';
const attachments = [{ filename: 'a.txt', contentType: 'text/plain', base64Content: 'aGVsbG8=' }];

async function setup(options?: SendingWorldOptions) {
  const sending = await openSendingWorld(options);
  const { storage, clock, sender } = sending;
  const pages = await openPageWorld((ports) =>
    operationHandlers({
      ...ports,
      clock,
      accounts: storage.accounts,
      audit: storage.audit,
      domains: storage.domains,
      emails: storage.emails,
      sendMail: (request) => sender.send(request),
      judgeMail: (request) => sender.preview(request),
    }),
  );
  return {
    sending,
    pages,
    [Symbol.asyncDispose]: async () => {
      await pages[Symbol.asyncDispose]();
      await sending[Symbol.asyncDispose]();
    },
  };
}

suite('an email from a page', () => {
  test('is looked at first: its price, its sender, and html that runs and loads nothing', async () => {
    await using world = await setup();
    assert.deepEqual(await world.pages.post(`${operations}/mail-html`, { html: email.html }), {
      html: '<p>Hi</p><img>',
      remote: 1,
    });
    assert.deepEqual(await world.pages.post(preview, email), {
      sender: { address: 'news@verified.example', name: '' },
      domain: 'foreign',
      staysHere: true,
      mails: 2,
      unitPrice: '0.001',
      cost: '0.002',
      currency: 'EUR',
      balance: '1.000',
      isPayable: true,
      suppressed: [],
      unfilled: [],
      heldBecause: null,
      scheduledAt: null,
    });
    assert.equal(world.sending.offered.length, 0);
    assert.equal(await world.sending.balanceOf(), 1_000_000);
  });

  test('says what keeps it from being sent, all of it at once', async () => {
    await using world = await setup({ balance: 1_000 });
    const live = { ...email, test: false };
    const other = await world.pages.ask('POST', preview, { ...live, sender: 'ceo@bank.example' });
    assert.equal(other.json['word'], 'mail sender is not verified');
    const wrong = { to: ['nobody', 'Ann\n<ann@client.example>'], subject: 'a\nb', replyTo: 'x' };
    const { json } = await world.pages.ask('POST', preview, { ...email, ...wrong });
    assert.partialDeepStrictEqual(json['errors'], [
      { elementId: 'children[subject].data' },
      { elementId: 'children[to].data', message: 'nobody is not an email address.' },
      { elementId: 'children[to].data' },
      { elementId: 'children[replyTo].data' },
    ]);
    const verdict = await world.pages.post(preview, live);
    assert.partialDeepStrictEqual(verdict, { isPayable: false, balance: '0.001' });
    const refused = await world.pages.ask('POST', at, { ...live, key });
    assert.equal(refused.json['word'], 'balance is too low');
  });

  test('names placeholders that nothing fills, which a page gives no values for', async () => {
    await using world = await setup();
    const text = '<p>#first_name#, {{ name }}: #LINK|url# #UNSUBSCRIBE_LINK# #FIRST_NAME#</p>';
    const wish = { ...email, subject: 'For #FIRST_NAME#', html: text };
    const verdict = await world.pages.post(preview, wish);
    assert.partialDeepStrictEqual(verdict, {
      unfilled: ['#FIRST_NAME#', '#LINK|url#', '{{ name }}'],
    });
  });

  test('names those whom the suppression list leaves out', async () => {
    await using world = await setup();
    const entry = { accountId: 1, stream: '', address: 'bob@client.example' } as const;
    const why = { reason: 'manual', source: 'client', atMs: 1 } as const;
    await world.sending.storage.suppressions.addSuppressions([{ ...entry, ...why }]);
    const verdict = await world.pages.post(preview, email);
    assert.partialDeepStrictEqual(verdict, { mails: 1, suppressed: ['bob@client.example'] });
  });

  test('is sent once under its key, with its files, and stands in the audit', async () => {
    await using world = await setup();
    const wish = { ...email, attachments, key };
    const sent = await world.pages.post(at, wish);
    assert.partialDeepStrictEqual(sent, { mails: 2, cost: '0.002', held: false, suppressed: [] });
    assert.deepEqual(await world.pages.post(at, wish), sent);
    assert.equal(world.sending.offered.length, 2);
    const { storage } = world.sending;
    const stored = await storage.emails.findEmail(Number(sent['email']));
    const content = await storage.emails.findContent(stored?.contentHash ?? '');
    assert.partialDeepStrictEqual(content?.attachments, [{ filename: 'a.txt' }]);
    const {
      records: [noted],
    } = await storage.audit.auditRecords({
      accountId: 1,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 1,
    });
    assert.partialDeepStrictEqual(noted, { action: 'email.send', actor: 'ada@parley.example' });
  });

  test('goes once more as it was: to all, or to those whom it did not reach', async () => {
    await using world = await setup();
    const { storage, offered } = world.sending;
    const first = await world.pages.post(at, { ...email, tag: 'june', attachments, key });
    const it = { email: first['email'] };
    const none = await world.pages.ask('POST', again, { ...it, key: 'again-00' });
    assert.equal(none.json['word'], 'nobody is left to send to');
    const all = { ...it, whom: 'all', key: 'again-0001' };
    const sent = await world.pages.post(again, all);
    assert.partialDeepStrictEqual(sent, { mails: 2, cost: '0.002', suppressed: [] });
    assert.deepEqual(await world.pages.post(again, all), sent, 'the same key sends once');
    assert.equal(offered.length, 4);
    const [before, after] = await Promise.all(
      [first, sent].map(({ email: id }) => storage.emails.findEmail(Number(id))),
    );
    assert.ok(before && after);
    assert.notEqual(before.id, after.id);
    const { contentHash, from, tag, test: isTest } = before;
    assert.partialDeepStrictEqual(after, { contentHash, from, tag, test: isTest });
    const {
      records: [noted],
    } = await storage.audit.auditRecords({
      accountId: 1,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 1,
    });
    const target = String(first['email']);
    assert.partialDeepStrictEqual(noted, { action: 'email.resend', target });
  });

  test('goes once more to those alone that it did not reach', async () => {
    await using world = await setup();
    const { storage, offered } = world.sending;
    const first = await world.pages.post(at, { ...email, key });
    const job = must(offered[1], 'mail to bob').job;
    await storage.emails.settleMails([
      {
        job,
        accountId: 1,
        emailId: Number(first['email']),
        atMs: 5,
        fact: { kind: 'failed', reason: null },
        refund: false,
        events: [],
      },
    ]);
    const it = { email: first['email'] };
    const sent = await world.pages.post(again, { ...it, whom: 'failed', key: 'again-0001' });
    const mails = await storage.emails.mailsOf(1, Number(sent['email']));
    assert.deepEqual(
      mails.map(({ address }) => address),
      ['bob@client.example'],
    );
    const other = { ...world.sending.account, name: 'Other' };
    await storage.accounts.createAccount(other, 'test');
    const stranger = { roles: { 2: 'owner' as const } };
    const wish = { ...it, whom: 'all', key: 'again-0002' };
    const theirs = again.replace('/1/', '/2/');
    const unknown = await world.pages.ask('POST', theirs, wish, stranger);
    assert.deepEqual([unknown.status, unknown.json['word']], [404, 'email is not there']);
    const viewer = { roles: { 1: 'viewer' as const } };
    const barred = await world.pages.ask('POST', again, wish, viewer);
    assert.equal(barred.json['word'], 'role does not allow it');
  });

  test('is refused as the interface refuses it, and to those who may not send', async () => {
    await using world = await setup();
    const program = [{ filename: 'a.exe', base64Content: 'aA==' }];
    const refused = await world.pages.ask('POST', at, { ...email, attachments: program, key });
    assert.equal(refused.json['word'], 'attachment is refused');
    const viewer = { roles: { 1: 'viewer' as const } };
    const barred = await world.pages.ask('POST', preview, email, viewer);
    assert.equal(barred.json['word'], 'role does not allow it');
  });

  test('is shown in a frame of no origin, which takes no script but its own', async () => {
    const { headers } = await mailFramePage.answer({} as HttpRequest);
    const policy = headers[headers.indexOf('Content-Security-Policy') + 1] ?? '';
    assert.match(policy, /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-/);
    assert.doesNotMatch(policy, /allow-same-origin|unsafe-eval|script-src[^;]*unsafe/);
  });
});
