/** Emails: one commit for each, what becomes of their mails, and what is given back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EmailQuery, EmailRecordQuery } from '#mail/sending/email-store.ts';
import type { Storage } from '#storage/storage.ts';
import {
  anEmail,
  anEmailAcceptance,
  aReason,
  aSettlement,
  contentHash,
} from '#test/harness/email-records.ts';
import { anEvent, atMs, money } from '#test/harness/records.ts';
import { adds, catcherLane, statesOf, webhookLane } from './email-setup.ts';
import { plain, withAccount } from './setup.ts';

export function emails(open: () => Promise<Storage>): void {
  accepting(open);
  blobs(open);
  cancelling(open);
}

function accepting(open: () => Promise<Storage>): void {
  test('an email to 500 recipients is one commit: content, mails, jobs, debit and events', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const events = Array.from({ length: 500 }, (_, index) => anEvent(index + 1));
    const accepted = anEmailAcceptance(account, 1, { recipients: 500, events });
    assert.deepEqual(await storage.emails.acceptEmail(accepted), { kind: 'accepted' });
    const due = await storage.emails.dueMails(catcherLane);
    assert.equal(due.length, 500);
    assert.deepEqual(due[499]?.job, accepted.jobs[499]);
    assert.deepEqual(due[0]?.load, {
      mailId: 512,
      emailId: 1,
      accountId: account.id,
      address: 'person-0@example.net',
      name: '',
      variables: {},
      isPlay: false,
      state: 'queued',
      deferredAs: null,
      deferredSinceMs: null,
    });
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane as never)).length, 500);
    await adds(storage, account, 500_000);
  });

  test('what was accepted reads back as it was', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const email = anEmail({
      accountId: account.id,
      scheduledAtMs: atMs + 1,
      from: { address: 'shop@example.com' },
      replyTo: { address: 'help@example.com', name: 'Help “us”' },
      copies: {
        to: { address: 'ann@example.net', name: 'Ann' },
        cc: [{ address: 'bob@example.net' }],
        startAt: 1,
      },
      headers: [{ name: 'X-Order', value: '17' }],
      variables: { NAME: 'Zoë' },
      metadata: '{"order":17}',
      tag: 'june',
      urgency: 'urgent',
      stream: 'news',
      trackOpens: true,
      reportUrl: 'https://example.com/hook',
      reportEndpointId: 4,
      sandbox: true,
    });
    const mail = { name: 'Ann', variables: { NAME: 'Ann' } };
    const content = { text: 'Hello' };
    const accepted = anEmailAcceptance(account, 1, { email, mail, content, state: 'scheduled' });
    await storage.emails.acceptEmail(accepted);
    assert.deepEqual(await storage.emails.findEmail(1), email);
    assert.deepEqual(await storage.emails.findContent(contentHash), accepted.content);
    assert.deepEqual(await storage.emails.findMail(512), accepted.mails[0]);
    assert.equal(await storage.emails.keepMadeText(contentHash, 'made'), 'made');
    assert.equal(await storage.emails.keepMadeText(contentHash, 'made later'), 'made');
    assert.equal((await storage.emails.findContent(contentHash))?.madeText, 'made');
    const status = { mailId: 512, address: 'person-0@example.net', class: '', cost: 1_000 };
    assert.deepEqual(plain(await storage.emails.mailsOf(account.id, 1)), [
      { ...status, state: 'scheduled', changedAtMs: atMs },
    ]);
    assert.deepEqual(await storage.emails.mailsOf(account.id + 1, 1), []);
    assert.equal(await storage.emails.findEmail(2), undefined);
    assert.equal(await storage.emails.findContent('none'), undefined);
    const [listed] = await storage.emails.listEmails({ beforeId: 10, limit: 10 });
    assert.deepEqual([listed?.subject, listed?.mails, listed?.sandbox], ['Hello', 1, true]);
    assert.deepEqual(
      await storage.emails.listEmails({ accountId: 99, beforeId: 10, limit: 10 }),
      [],
    );
  });

  test('emails are found by a recipient in any case, and by their request', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 10_000);
    await storage.emails.acceptEmail(anEmailAcceptance(account, 1));
    await storage.emails.acceptEmail(anEmailAcceptance(account, 2, { recipients: 2 }));
    const find = async (wish: Partial<EmailQuery>) => {
      const page = { accountId: account.id, beforeId: Number.MAX_SAFE_INTEGER, limit: 10 };
      return (await storage.emails.listEmails({ ...page, ...wish })).map(({ id }) => id);
    };
    assert.deepEqual(await find({ to: 'Person-0@example.net' }), [2, 1]);
    assert.deepEqual(await find({ to: 'person-0@example.net', beforeId: 2 }), [1]);
    assert.deepEqual(await find({ to: 'person-1@example.net' }), [2]);
    assert.deepEqual(await find({ to: 'person-0@example.net', accountId: 99 }), []);
    const { requestId } = anEmailAcceptance(account, 1).email;
    assert.deepEqual(await find({ requestId }), [2, 1]);
    assert.deepEqual(await find({ requestId: 'none' }), []);
    const named = { email: { clientRequestId: 'order 42' } };
    await storage.emails.acceptEmail(anEmailAcceptance(account, 3, named));
    assert.deepEqual(await find({ clientRequestId: 'order 42' }), [3]);
    assert.deepEqual(await find({ clientRequestId: 'order 42', accountId: 99 }), []);
    assert.deepEqual(await find({ clientRequestId: '' }), []);
    const email = await storage.emails.findEmail(3);
    assert.equal(email?.clientRequestId, 'order 42');
  });

  test('a list tells the first recipient and where mails stand, and is filtered', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 100_000);
    const testMoney = { purse: 'test', amount: money(100_000), kind: 'top-up' } as const;
    await storage.accounts.move({ accountId: account.id, ...testMoney, actor: 'test', atMs });
    const two = anEmailAcceptance(account, 1, { recipients: 2, email: { tag: 'june' } });
    const others = [
      anEmailAcceptance(account, 2, {
        email: { from: { address: 'Bills@example.com' }, test: true },
      }),
      anEmailAcceptance(account, 3, { mail: { address: 'zoe@client.example' } }),
    ];
    for (const one of [two, ...others]) await storage.emails.acceptEmail(one);
    const reason = aReason();
    await storage.emails.settleMails([
      aSettlement(two),
      ...others.slice(1).map((one) => aSettlement(one, { fact: { kind: 'bounced', reason } })),
    ]);
    const page = { accountId: account.id, beforeId: Number.MAX_SAFE_INTEGER, limit: 10 };
    const { emails: all, nextId } = await storage.emails.listEmailRecords(page);
    assert.deepEqual(
      all.map(({ id, to, mails, states }) => [id, to, mails, states]),
      [
        [3, 'zoe@client.example', 1, [{ state: 'bounced', mails: 1, reason: 'mailbox-unknown' }]],
        [2, 'person-0@example.net', 1, [{ state: 'queued', mails: 1, reason: '' }]],
        [
          1,
          'person-0@example.net',
          2,
          [
            { state: 'queued', mails: 1, reason: '' },
            { state: 'sent', mails: 1, reason: '' },
          ],
        ],
      ],
    );
    assert.equal(nextId, undefined);
    const find = async (wish: Partial<EmailRecordQuery>) =>
      (await storage.emails.listEmailRecords({ ...page, ...wish })).emails.map(({ id }) => id);
    assert.deepEqual(await find({ limit: 2 }), [3, 2]);
    assert.equal((await storage.emails.listEmailRecords({ ...page, limit: 2 })).nextId, 2);
    assert.equal((await storage.emails.listEmailRecords({ ...page, limit: 3 })).nextId, undefined);
    assert.deepEqual(await find({ beforeId: 2 }), [1]);
    assert.deepEqual(await find({ to: 'PERSON-0@example.net' }), [2, 1]);
    assert.deepEqual(await find({ to: 'person-0@example.net', state: 'sent' }), [1]);
    assert.deepEqual(await find({ sender: 'bills@Example.com' }), [2]);
    assert.deepEqual(await find({ tag: 'june' }), [1]);
    assert.deepEqual(await find({ test: true }), [2]);
    assert.deepEqual(await find({ test: false }), [3, 1]);
    assert.deepEqual(await find({ state: 'queued' }), [2, 1]);
    assert.deepEqual(await find({ state: 'failed' }), []);
    assert.deepEqual(await find({ reason: 'mailbox-unknown' }), [3]);
    assert.deepEqual(await find({ reason: 'policy' }), []);
    assert.deepEqual(await find({ accountId: account.id + 1 }), []);
    assert.deepEqual(await find({ afterId: 0, limit: 2 }), [1, 2]);
    assert.deepEqual(await find({ afterId: 1, to: 'person-0@example.net' }), [2]);
    assert.deepEqual(await find({ begins: { to: 'Person-' } }), [2, 1]);
    assert.deepEqual(await find({ begins: { sender: 'BILLS@' } }), [2]);
    assert.deepEqual(await find({ begins: { tag: 'ju' } }), [1]);
    assert.deepEqual(await find({ begins: { tag: '%' } }), []);
    assert.deepEqual(await find({ fromMs: two.email.acceptedAtMs }), [3, 2, 1]);
    assert.deepEqual(await find({ untilMs: two.email.acceptedAtMs }), []);
    const total = (wish: Partial<EmailRecordQuery>) =>
      storage.emails.totalEmails({ accountId: account.id, ...wish });
    assert.deepEqual(await total({}), { emails: 3, mails: 4, of: undefined });
    assert.deepEqual(await total({ tag: 'june' }), { emails: 1, mails: 2, of: undefined });
    assert.deepEqual(await total({ state: 'failed' }), { emails: 0, mails: 0, of: undefined });
    const copies = async (accountId: number, ids: readonly number[]) =>
      (await storage.emails.mailsOfEmails(accountId, ids)).map(({ mailId }) => mailId);
    assert.deepEqual(await copies(account.id, [1, 3]), [3 * 512, 512, 513]);
    assert.deepEqual(await copies(account.id + 1, [1, 3]), []);
    assert.deepEqual(await copies(account.id, []), []);
  });

  test('what the balance does not cover leaves nothing behind', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 1_999);
    const two = anEmailAcceptance(account, 1, { recipients: 2 });
    const refused = { kind: 'balance is too low', balance: 1_999 };
    assert.deepEqual(await storage.emails.acceptEmail(two), refused);
    assert.equal(await storage.emails.findEmail(1), undefined);
    assert.equal(await storage.emails.findContent(contentHash), undefined);
    assert.deepEqual(await storage.emails.dueMails(catcherLane), []);
    await adds(storage, account, 0);
  });

  test('the same idempotency key hears the first reply, no matter who is first', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const idempotency = { key: 'k', fingerprint: 'f', reply: 'first', forgottenBeforeMs: atMs };
    const ask = (id: number, over: object = {}) =>
      storage.emails.acceptEmail(
        anEmailAcceptance(account, id, { idempotency: { ...idempotency, ...over } }),
      );
    const both = await Promise.all([ask(1), ask(2)]);
    assert.deepEqual(both.map(({ kind }) => kind).toSorted(), ['accepted', 'repeated']);
    assert.deepEqual(await ask(3, { fingerprint: 'g' }), {
      kind: 'key was used for another request',
    });
    assert.equal((await storage.emails.dueMails(catcherLane)).length, 1);
    assert.equal((await ask(4, { forgottenBeforeMs: atMs + 1 })).kind, 'accepted');
    await adds(storage, account, 2_000);
  });

  test('a notice is sent once, and the same content is stored once', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const free = { cost: money(0) };
    const notice = (id: number) =>
      anEmailAcceptance(account, id, { email: { notice: 'voicemail 7' }, mail: free });
    assert.equal((await storage.emails.acceptEmail(notice(1))).kind, 'accepted');
    assert.equal((await storage.emails.acceptEmail(notice(2))).kind, 'noticed before');
    assert.equal((await storage.emails.findNotice('voicemail 7'))?.id, 1);
    assert.equal(await storage.emails.findNotice('voicemail 8'), undefined);
    const again = anEmailAcceptance(account, 3, { email: { variables: { A: 'b' } } });
    assert.equal((await storage.emails.acceptEmail(again)).kind, 'accepted');
    // A client's email keeps its words.
    await storage.emails.forgetVariables(3);
    assert.deepEqual((await storage.emails.findEmail(3))?.variables, { A: 'b' });
    const secret = { notice: 'people 1', variables: { LINK: 'sealed' } };
    await storage.emails.acceptEmail(anEmailAcceptance(account, 4, { email: secret, mail: free }));
    await storage.emails.forgetVariables(4);
    assert.deepEqual((await storage.emails.findEmail(4))?.variables, {});
  });
}

function blobs(open: () => Promise<Storage>): void {
  test('octets of attachments come back whole, however many pieces they are in', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const long = Buffer.alloc(700_000, 'abcdefghijklm\0');
    await storage.emails.saveBlob('long', long, atMs);
    await storage.emails.saveBlob('long', long, atMs + 1);
    await storage.emails.saveBlob('empty', Buffer.alloc(0), atMs);
    assert.deepEqual(await storage.emails.readBlob('long'), long);
    assert.equal((await storage.emails.readBlob('empty'))?.length, 0);
    assert.equal(await storage.emails.readBlob('none'), undefined);
    const attachments = ['long', 'empty'].map((blob, place) => ({
      ...(place === 0 && { contentId: 'logo@acme' }),
      filename: `${blob} é`,
      contentType: 'text/plain',
      blob,
    }));
    const accepted = anEmailAcceptance(account, 1, { content: { attachments } });
    await storage.emails.acceptEmail(accepted);
    assert.deepEqual(await storage.emails.findContent(contentHash), accepted.content);
  });
}

function cancelling(open: () => Promise<Storage>): void {
  test('an email is taken back with its money while its mails wait, and only once', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const leaves = atMs + 3_600_000;
    const accepted = anEmailAcceptance(account, 1, {
      recipients: 3,
      email: { scheduledAtMs: leaves },
      job: { dueAtMs: leaves },
      state: 'scheduled',
    });
    await storage.emails.acceptEmail(accepted);
    await storage.emails.acceptEmail(anEmailAcceptance(account, 2));
    const wish = { accountId: account.id, emailId: 1, leavesAfterMs: leaves };
    assert.deepEqual(
      await storage.emails.findCancellable({ ...wish, accountId: account.id + 1 }),
      [],
    );
    const mailIds = (await storage.emails.findCancellable(wish)).map(({ mailId }) => mailId);
    assert.deepEqual(mailIds, [512, 513, 514]);
    const cancellation = { ...wish, nowMs: atMs + 5, mailIds, events: [anEvent(1)] };
    assert.equal(await storage.emails.cancelEmail(cancellation), true);
    assert.equal(await storage.emails.cancelEmail({ ...cancellation, events: [] }), false);
    assert.deepEqual(await statesOf(storage, account), ['cancelled', 'cancelled', 'cancelled']);
    assert.equal((await storage.emails.dueMails({ ...catcherLane, nowMs: leaves })).length, 1);
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane as never)).length, 1);
    await adds(storage, account, 1_000);
  });

  test('where one of its mails is no longer waiting nothing is cancelled', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1, { recipients: 2 });
    await storage.emails.acceptEmail(accepted);
    const wish = { accountId: account.id, emailId: 1, leavesAfterMs: atMs };
    await storage.emails.settleMails([aSettlement(accepted)]);
    const cancellation = { ...wish, nowMs: atMs, mailIds: [512, 513], events: [] };
    assert.equal(await storage.emails.cancelEmail(cancellation), false);
    assert.deepEqual(await statesOf(storage, account), ['sent', 'queued']);
  });
}
