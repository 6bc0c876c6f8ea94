/** Emails from a page, judged and stored by the engine itself. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { openSendingWorld, type SendingWorldOptions } from '#test/harness/mail-sending-world.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { mailSendingHandlers } from './handlers.ts';

const at = '/api/accounts/1/emails';
const email = {
  mode: 'test',
  to: [{ email: 'ann@client.example', name: 'Ann' }, { email: 'bob@client.example' }],
  from: { email: 'news@verified.example' },
  subject: 'Hello',
  htmlContent: '<p onclick="x()">Hi</p><script>x()</script><img src="https://t.example/p.gif">',
};
const idempotencyKey = 'page-12345678';

async function setup(options?: SendingWorldOptions) {
  const sending = await openSendingWorld(options);
  const { storage, clock, sender } = sending;
  const pages = await openPageWorld(() =>
    mailSendingHandlers({
      clock,
      findAccount: (id) => storage.accounts.findAccount(id),
      audit: storage.audit,
      domains: storage.domains,
      emails: storage.emails,
      checkUrl: () => ({ ok: false, reason: 'nothing is reached from here' }),
      sendMail: (request) => sender.send(request),
      previewMail: (request) => sender.preview(request),
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
    const preview = await world.pages.post(`${at}/preview`, email);
    assert.deepEqual(preview, {
      html: '<p>Hi</p><img>',
      remote: 1,
      problems: [],
      verdict: {
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
      },
    });
    assert.equal(world.sending.offered.length, 0);
    assert.equal(await world.sending.balanceOf(), 1_000_000);
  });

  test('says what keeps it from being sent, and shows it all the same', async () => {
    await using world = await setup({ balance: 1_000 });
    const other = { ...email, mode: 'live', from: { email: 'ceo@bank.example' } };
    const preview = await world.pages.post(`${at}/preview`, other);
    assert.partialDeepStrictEqual(preview, {
      html: '<p>Hi</p><img>',
      verdict: null,
      problems: [{ word: 'mail sender is not verified', field: 'from' }],
    });
    const malformed = { ...email, to: [{ email: 'nobody' }], subject: '' };
    const { problems } = await world.pages.post(`${at}/preview`, malformed);
    assert.partialDeepStrictEqual(problems, [
      { word: 'subject is missing' },
      { word: 'recipient address is malformed' },
    ]);
    const { verdict } = await world.pages.post(`${at}/preview`, { ...email, mode: 'live' });
    assert.partialDeepStrictEqual(verdict, { isPayable: false, balance: '0.001' });
    const refused = await world.pages.ask('POST', at, { ...email, mode: 'live', idempotencyKey });
    assert.equal(refused.json['word'], 'balance is too low');
  });

  test('names placeholders that nothing fills, which a page gives no values for', async () => {
    await using world = await setup();
    const text = '<p>#first_name#, {{ name }}: #LINK|url# #UNSUBSCRIBE_LINK# #FIRST_NAME#</p>';
    const wish = { ...email, subject: 'For #FIRST_NAME#', htmlContent: text };
    const { verdict } = await world.pages.post(`${at}/preview`, wish);
    assert.partialDeepStrictEqual(verdict, {
      unfilled: ['#FIRST_NAME#', '#LINK|url#', '{{ name }}'],
    });
  });

  test('names those whom the suppression list leaves out', async () => {
    await using world = await setup();
    const entry = { accountId: 1, stream: '', address: 'bob@client.example' } as const;
    const why = { reason: 'manual', source: 'client', atMs: 1 } as const;
    await world.sending.storage.suppressions.addSuppressions([{ ...entry, ...why }]);
    const { verdict } = await world.pages.post(`${at}/preview`, email);
    assert.partialDeepStrictEqual(verdict, { mails: 1, suppressed: ['bob@client.example'] });
  });

  test('is sent once under its key, with its files, and stands in the audit', async () => {
    await using world = await setup();
    const attachments = [
      { filename: 'a.txt', contentType: 'text/plain', base64Content: 'aGVsbG8=' },
    ];
    const wish = { ...email, attachments, idempotencyKey };
    const sent = await world.pages.post(at, wish);
    assert.partialDeepStrictEqual(sent, { mails: 2, cost: '0.002', held: false, suppressed: [] });
    assert.deepEqual(await world.pages.post(at, wish), sent);
    assert.equal(world.sending.offered.length, 2);
    const { storage } = world.sending;
    const stored = await storage.emails.findEmail(Number(sent['emailId']));
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
    const attachments = [
      { filename: 'a.txt', contentType: 'text/plain', base64Content: 'aGVsbG8=' },
    ];
    const first = await world.pages.post(at, {
      ...email,
      tag: 'june',
      attachments,
      idempotencyKey,
    });
    const again = `${at}/${String(first['emailId'])}/resend`;
    const none = await world.pages.ask('POST', again, { to: 'failed', idempotencyKey: 'again-00' });
    assert.equal(none.json['word'], 'nobody is left to send to');
    const all = { to: 'all', idempotencyKey: 'again-0001' };
    const sent = await world.pages.post(again, all);
    assert.partialDeepStrictEqual(sent, { mails: 2, cost: '0.002', suppressed: [] });
    assert.deepEqual(await world.pages.post(again, all), sent, 'the same key sends once');
    assert.equal(offered.length, 4);
    const [before, after] = await Promise.all(
      [first, sent].map(({ emailId }) => storage.emails.findEmail(Number(emailId))),
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
    const target = String(first['emailId']);
    assert.partialDeepStrictEqual(noted, { action: 'email.resend', target });
  });

  test('goes once more to those alone that it did not reach', async () => {
    await using world = await setup();
    const { storage, offered } = world.sending;
    const first = await world.pages.post(at, { ...email, idempotencyKey });
    const job = must(offered[1], 'mail to bob').job;
    await storage.emails.settleMails([
      {
        job,
        accountId: 1,
        emailId: Number(first['emailId']),
        atMs: 5,
        fact: { kind: 'failed', reason: null },
        refund: false,
        events: [],
      },
    ]);
    const again = `${at}/${String(first['emailId'])}/resend`;
    const sent = await world.pages.post(again, { to: 'failed', idempotencyKey: 'again-0001' });
    const mails = await storage.emails.mailsOf(1, Number(sent['emailId']));
    assert.deepEqual(
      mails.map(({ address }) => address),
      ['bob@client.example'],
    );
    const stranger = { roles: { 2: 'owner' as const } };
    const wish = { to: 'all', idempotencyKey: 'again-0002' };
    const theirs = again.replace('/1/', '/2/');
    const unknown = await world.pages.ask('POST', theirs, wish, stranger);
    assert.deepEqual([unknown.status, unknown.json['word']], [404, 'nothing is there']);
    const viewer = { roles: { 1: 'viewer' as const } };
    const barred = await world.pages.ask('POST', again, wish, viewer);
    assert.equal(barred.json['word'], 'role does not allow it');
  });

  test('is refused as the interface refuses it, and to those who may not send', async () => {
    await using world = await setup();
    const attachments = [{ filename: 'a.exe', contentType: 'text/plain', base64Content: 'aA==' }];
    const refused = await world.pages.ask('POST', at, { ...email, attachments, idempotencyKey });
    assert.equal(refused.json['word'], 'attachment is refused');
    const viewer = { roles: { 1: 'viewer' as const } };
    const barred = await world.pages.ask('POST', `${at}/preview`, email, viewer);
    assert.equal(barred.json['word'], 'role does not allow it');
  });

  test('is shown in a frame of no origin, which takes no script but its own', async () => {
    await using world = await setup();
    const frame = await world.pages.ask('GET', '/api/mail-frame');
    const policy = frame.headers['content-security-policy'] ?? '';
    assert.match(policy, /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-/);
    assert.doesNotMatch(policy, /allow-same-origin|unsafe-eval|script-src[^;]*unsafe/);
  });
});
