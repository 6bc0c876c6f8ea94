/** Emails: one commit for each, what becomes of their mails, and what is given back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import type { MailSettlement } from '#mail/delivery/delivery-store.ts';
import type { NewMailFact } from '#mail/mail-fact-store.ts';
import type { EmailQuery, EmailRecordQuery } from '#mail/sending/email-store.ts';
import type { ReceptionWish } from '#mail/sending/mail-account-store.ts';
import type { MailFactKind } from '#model/mail-state.ts';
import {
  anEmail,
  anEmailAcceptance,
  aReason,
  aSettlement,
  contentHash,
} from '#test/harness/email-records.ts';
import { anEvent, atMs, money } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import type { Storage } from '../storage.ts';
import { aLease, plain, withAccount } from './setup.ts';

const dayMs = 86_400_000;
const catcherLane = { lane: 'mail/catcher:normal/1', limit: 600, nowMs: atMs };
const webhookLane = { lane: 'webhook/1', limit: 600, nowMs: atMs };

export function emails(open: () => Promise<Storage>): void {
  accepting(open);
  blobs(open);
  settling(open);
  facts(open);
  cancelling(open);
  servers(open);
  accounts(open);
  forgetting(open);
}

function accepting(open: () => Promise<Storage>): void {
  test('an email to 500 recipients is one commit: content, mails, jobs, debit and events', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const events = Array.from({ length: 500 }, (_, index) => anEvent(index + 1));
    const accepted = anEmailAcceptance(account, 1, { recipients: 500, events });
    assert.deepEqual(await storage.emails.acceptEmail(accepted), { kind: 'accepted' });
    const due = await storage.mailDelivery.dueMails(catcherLane);
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
    const two = anEmailAcceptance(account, 1, { recipients: 2, email: { tag: 'june' } });
    const others = [
      anEmailAcceptance(account, 2, { email: { from: { address: 'Bills@example.com' } } }),
      anEmailAcceptance(account, 3, { mail: { address: 'zoe@client.example' } }),
    ];
    for (const one of [two, ...others]) await storage.emails.acceptEmail(one);
    await storage.mailDelivery.settleMails([aSettlement(two)]);
    const page = { accountId: account.id, beforeId: Number.MAX_SAFE_INTEGER, limit: 10 };
    const { emails: all, nextId } = await storage.emails.listEmailRecords(page);
    assert.deepEqual(
      all.map(({ id, to, mails, states }) => [id, to, mails, states]),
      [
        [3, 'zoe@client.example', 1, [{ state: 'queued', mails: 1 }]],
        [2, 'person-0@example.net', 1, [{ state: 'queued', mails: 1 }]],
        [
          1,
          'person-0@example.net',
          2,
          [
            { state: 'queued', mails: 1 },
            { state: 'sent', mails: 1 },
          ],
        ],
      ],
    );
    assert.equal(nextId, undefined);
    const find = async (wish: Partial<EmailRecordQuery>) =>
      (await storage.emails.listEmailRecords({ ...page, ...wish })).emails.map(({ id }) => id);
    assert.deepEqual(await find({ limit: 2 }), [3, 2]);
    assert.equal((await storage.emails.listEmailRecords({ ...page, limit: 2 })).nextId, 2);
    assert.deepEqual(await find({ beforeId: 2 }), [1]);
    assert.deepEqual(await find({ to: 'PERSON-0@example.net' }), [2, 1]);
    assert.deepEqual(await find({ to: 'person-0@example.net', state: 'sent' }), [1]);
    assert.deepEqual(await find({ sender: 'bills@Example.com' }), [2]);
    assert.deepEqual(await find({ tag: 'june' }), [1]);
    assert.deepEqual(await find({ state: 'queued' }), [3, 2, 1]);
    assert.deepEqual(await find({ state: 'bounced' }), []);
    assert.deepEqual(await find({ accountId: account.id + 1 }), []);
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
    assert.deepEqual(await storage.mailDelivery.dueMails(catcherLane), []);
    await adds(storage, account, 0);
  });

  test('the same idempotency key hears the first reply, whoever is first', async () => {
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
    assert.equal((await storage.mailDelivery.dueMails(catcherLane)).length, 1);
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

function settling(open: () => Promise<Storage>): void {
  test('a mail that was sent is owed no more, and its event is', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1, { recipients: 2 });
    await storage.emails.acceptEmail(accepted);
    const attempt = anAttempt(accepted.jobs[0]?.id ?? 0);
    const settled = [aSettlement(accepted, { events: [anEvent(1)], attempt })];
    assert.deepEqual(await storage.mailDelivery.settleMails(settled), [true]);
    assert.deepEqual(await storage.mailDelivery.settleMails(settled.map(onceMore)), [false]);
    const attempts = await storage.mailDelivery.attemptsOf(512, 10);
    assert.deepEqual(attempts, [settled[0]?.attempt]);
    assert.deepEqual(await storage.mailDelivery.attemptsOf(513, 10), []);
    assert.deepEqual(await statesOf(storage, account), ['sent', 'queued']);
    assert.equal((await storage.mailDelivery.dueMails(catcherLane)).length, 1);
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane as never)).length, 1);
    assert.deepEqual(plain(await storage.mailFacts.factsOf(512)), [
      { atMs: atMs + 1_000, kind: 'sent', detail: null },
    ]);
  });

  test('a deferral puts the job off, and tells since when and why', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1);
    await storage.emails.acceptEmail(accepted);
    const fact = { kind: 'deferred', reason: aReason({ class: 'greylisted' }) } as const;
    const retry = { attempt: 1, dueAtMs: atMs + 60_000, lease: undefined };
    assert.deepEqual(
      await storage.mailDelivery.settleMails([aSettlement(accepted, { fact, retry })]),
      [true],
    );
    assert.deepEqual(await storage.mailDelivery.dueMails(catcherLane), []);
    const due = await storage.mailDelivery.dueMails({ ...catcherLane, nowMs: atMs + 60_000 });
    assert.deepEqual(
      due.map(({ job, load }) => [job.attempt, load.state, load.deferredAs, load.deferredSinceMs]),
      [[1, 'deferred', 'greylisted', atMs + 1_000]],
    );
    // The same attempt decides nothing a second time.
    const late = aSettlement(accepted, { fact: { kind: 'failed', reason: null } });
    assert.deepEqual(await storage.mailDelivery.settleMails([late]), [false]);
    assert.deepEqual(await statesOf(storage, account), ['deferred']);
  });

  test('who has lost the lease decides nothing but what was sent', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1);
    await storage.emails.acceptEmail(accepted);
    const old = await aLease(storage);
    const lease = await aLease(storage);
    const put = (held: typeof lease): MailSettlement =>
      aSettlement(accepted, {
        fact: { kind: 'deferred', reason: aReason() },
        retry: { attempt: 1, dueAtMs: atMs, lease: held },
      });
    assert.deepEqual(await storage.mailDelivery.settleMails([put(old)]), [false]);
    const move = { jobId: 1_000, attemptRead: 0, lane: 'mail/relay:normal/1' };
    await storage.mailDelivery.moveMails([{ ...move, lease: old }]);
    assert.equal((await storage.mailDelivery.dueMails(catcherLane)).length, 1);
    assert.deepEqual(await storage.mailDelivery.settleMails([put(lease)]), [true]);
    await storage.mailDelivery.moveMails([{ ...move, attemptRead: 1, lease }]);
    const moved = { ...catcherLane, lane: move.lane };
    assert.equal((await storage.mailDelivery.dueMails(moved)).length, 1);
    assert.deepEqual(await storage.mailDelivery.settleMails([aSettlement(accepted)]), [true]);
    assert.deepEqual(await storage.mailDelivery.dueMails(moved), []);
  });

  test('what never left is given back once, to the purse that paid', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1, { recipients: 2 });
    await storage.emails.acceptEmail(accepted);
    await adds(storage, account, 2_000);
    const fact = { kind: 'suppressed', reason: null } as const;
    const settled = aSettlement(accepted, { fact, refund: true, events: [anEvent(1)] });
    assert.deepEqual(await storage.mailDelivery.settleMails([settled, onceMore(settled)]), [
      true,
      false,
    ]);
    await adds(storage, account, 1_000);
  });

  test('a mailbox that is not there is suppressed with the fact, and only with it', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1);
    await storage.emails.acceptEmail(accepted);
    const address = 'Person-0@example.net';
    const fact = { kind: 'bounced', reason: aReason() } as const;
    const settled = aSettlement(accepted, { fact, suppress: { address, strength: 'hard' } });
    const other = { ...settled, suppress: { address: 'b@example.net', strength: 'hard' } } as const;
    assert.deepEqual(await storage.mailDelivery.settleMails([settled, other]), [true, false]);
    const addresses = ['person-0@example.net', 'b@example.net'];
    const asked = [{ accountId: account.id, addresses }];
    const found = await storage.suppressions.findSuppressed(asked, atMs);
    assert.deepEqual(
      found.map((entry) => [entry.address, entry.reason, entry.stream]),
      [['person-0@example.net', 'hard', '']],
    );
  });

  test('more than fits in one commit is settled all the same', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1, { recipients: 400 });
    await storage.emails.acceptEmail(accepted);
    const settled = accepted.jobs.map((job, index) =>
      aSettlement(accepted, { job, events: [anEvent(index + 1)] }),
    );
    const noted = await storage.mailDelivery.settleMails(settled);
    assert.equal(noted.filter(Boolean).length, 400);
    assert.deepEqual(await storage.mailDelivery.dueMails(catcherLane), []);
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane as never)).length, 400);
  });
}

function facts(open: () => Promise<Storage>): void {
  test('a late bounce follows from what was sent, once, with its event', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1, { recipients: 2 });
    await storage.emails.acceptEmail(accepted);
    await storage.mailDelivery.settleMails([aSettlement(accepted)]);
    const noted = await storage.mailFacts.recordFacts([bounce(512, 1), bounce(513, 2)]);
    assert.deepEqual(noted, [true, false]);
    assert.deepEqual(await storage.mailFacts.recordFacts([bounce(512, 3)]), [false]);
    assert.deepEqual(await statesOf(storage, account), ['bounced', 'queued']);
    assert.equal((await storage.emails.mailsOf(account.id, 1))[0]?.class, 'mailbox-unknown');
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane as never)).length, 1);
  });

  test('a mark is added to the story of a mail, whose state stays', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await storage.emails.acceptEmail(anEmailAcceptance(account, 1));
    const opened = { kind: 'opened', atMs, detail: { proxy: true }, events: [] } as const;
    const noted = await storage.mailFacts.recordFacts([
      { ...opened, mailId: 512 },
      { ...opened, mailId: 99 },
    ]);
    assert.deepEqual(noted, [true, false]);
    assert.deepEqual(await statesOf(storage, account), ['queued']);
    assert.deepEqual(plain(await storage.mailFacts.factsOf(512)), [
      { atMs, kind: 'opened', detail: '{"proxy":true}' },
    ]);
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
    assert.equal(
      (await storage.mailDelivery.dueMails({ ...catcherLane, nowMs: leaves })).length,
      1,
    );
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane as never)).length, 1);
    await adds(storage, account, 1_000);
  });

  test('where one of its mails is no longer waiting nothing is cancelled', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1, { recipients: 2 });
    await storage.emails.acceptEmail(accepted);
    const wish = { accountId: account.id, emailId: 1, leavesAfterMs: atMs };
    await storage.mailDelivery.settleMails([aSettlement(accepted)]);
    const cancellation = { ...wish, nowMs: atMs, mailIds: [512, 513], events: [] };
    assert.equal(await storage.emails.cancelEmail(cancellation), false);
    assert.deepEqual(await statesOf(storage, account), ['sent', 'queued']);
  });
}

function servers(open: () => Promise<Storage>): void {
  test('what is learned of servers is remembered, the newest of it', async () => {
    await using storage = await open();
    const { mailDelivery } = storage;
    const site = {
      domain: 'example.net',
      site: 'mx.example.net',
      hosts: [{ name: 'mx.example.net', preference: 10 }],
      checkedAtMs: atMs,
    };
    await mailDelivery.saveSites([site]);
    await mailDelivery.saveSites([{ ...site, checkedAtMs: atMs + 1 }]);
    assert.deepEqual(await mailDelivery.findSites(['example.net', 'example.org']), [
      { ...site, checkedAtMs: atMs + 1 },
    ]);
    assert.deepEqual(await mailDelivery.findSites([]), []);
    const shaping = { owner: 'mail/direct/google', limits: '{}', memory: '{"a":1}' };
    const shaped = { ...shaping, coolUntilMs: 0, savedAtMs: atMs };
    await mailDelivery.saveShaping([shaped]);
    assert.deepEqual(plain(await mailDelivery.findShaping([shaping.owner])), [shaped]);
    assert.deepEqual(await mailDelivery.findShaping([]), []);
    const policy = {
      domain: 'example.net',
      id: '1',
      mode: 'enforce',
      mx: ['*.example.net'],
      fetchedAtMs: atMs,
      expiresAtMs: atMs + 1,
    } as const;
    await mailDelivery.savePolicy(policy);
    await mailDelivery.savePolicy({ ...policy, id: '2' });
    assert.deepEqual(await mailDelivery.findPolicy('example.net'), { ...policy, id: '2' });
    assert.equal(await mailDelivery.findPolicy('example.org'), undefined);
  });

  test('what was learned of servers is forgotten when it is old', async () => {
    await using storage = await open();
    const { mailDelivery, history } = storage;
    const site = { site: 'mx', hosts: [], checkedAtMs: atMs };
    const domains = Array.from({ length: 1_200 }, (_, n) => `d${n}.example`);
    await mailDelivery.saveSites(domains.map((domain) => ({ ...site, domain })));
    const fresh = { ...site, domain: 'd1000.example', checkedAtMs: atMs + 1 };
    await mailDelivery.saveSites([fresh]);
    const shaping = { limits: '{}', memory: '[]', coolUntilMs: 0 };
    await mailDelivery.saveShaping([
      { ...shaping, owner: 'mail/direct/a', savedAtMs: atMs },
      { ...shaping, owner: 'mail/direct/b', savedAtMs: atMs + 1 },
    ]);
    const policy = { id: '1', mode: 'enforce', mx: [], fetchedAtMs: 0 } as const;
    for (const n of [0, 1]) {
      await mailDelivery.savePolicy({ ...policy, domain: `${n}.example`, expiresAtMs: atMs + n });
    }
    let forgotten = 0;
    const age = { nowMs: atMs + 2, beforeMs: atMs + 1 };
    for await (const rows of history.forgetLearned(age)) forgotten += rows;
    assert.equal(forgotten, 1_199 + 1 + 1);
    assert.deepEqual(await mailDelivery.findSites(['d0.example', fresh.domain]), [fresh]);
    const left = await mailDelivery.findShaping(['mail/direct/a', 'mail/direct/b']);
    assert.deepEqual(
      left.map(({ owner }) => owner),
      ['mail/direct/b'],
    );
    assert.equal(await mailDelivery.findPolicy('0.example'), undefined);
    assert.equal((await mailDelivery.findPolicy('1.example'))?.id, '1');
  });

  test('a lane that is resumed owes at once what was put off, and keeps the time of everything else', async () => {
    await using storage = await open();
    const { mailDelivery, emails: store } = storage;
    const account = await withAccount(storage, 10_000);
    const lane = catcherLane.lane;
    const later = { lane, dueAtMs: atMs + dayMs };
    const put = async (id: number, state: 'queued' | 'scheduled', job = later) =>
      void (await store.acceptEmail(anEmailAcceptance(account, id, { state, job })));
    await put(1, 'queued');
    await put(2, 'scheduled');
    await put(3, 'queued', { ...later, lane: 'mail/catcher2:normal/1' });
    await put(4, 'queued');
    const doubt = anEmailAcceptance(account, 4, { job: later });
    const reason = aReason({ class: 'in-doubt' });
    const retry = { lease: await aLease(storage), attempt: 1, dueAtMs: atMs + dayMs };
    await mailDelivery.settleMails([
      aSettlement(doubt, { fact: { kind: 'deferred', reason }, retry }),
    ]);
    const shaping = { owner: 'mail/catcher', limits: '{}', memory: '[]', savedAtMs: atMs };
    await mailDelivery.saveShaping([{ ...shaping, coolUntilMs: atMs + dayMs }]);
    await mailDelivery.resumeMails('mail/catcher', atMs);
    const due = await mailDelivery.dueMails({ lane, limit: 10, nowMs: atMs });
    assert.deepEqual(
      due.map(({ load }) => load.emailId),
      [1],
    );
    assert.equal((await mailDelivery.findShaping(['mail/catcher']))[0]?.coolUntilMs, 0);
  });

  test('orders for lanes are seen by all processes, and taken back', async () => {
    await using storage = await open();
    const { mailDelivery, settings } = storage;
    const before = await settings.settingsVersion();
    const order = { owner: 'mail/relay', held: true, limits: '{}', setAtMs: atMs };
    await mailDelivery.saveLaneOrder(order.owner, order, { actor: 'test', atMs });
    assert.deepEqual(await mailDelivery.findLaneOrders(), [order]);
    await mailDelivery.saveLaneOrder(order.owner, undefined, { actor: 'test', atMs });
    assert.deepEqual(await mailDelivery.findLaneOrders(), []);
    assert.equal(await settings.settingsVersion(), before + 2);
  });
}

function bounce(mailId: number, eventId: number): NewMailFact {
  return {
    mailId,
    kind: 'bounced',
    from: ['sent'],
    atMs: atMs + 2_000,
    detail: aReason(),
    events: [anEvent(eventId)],
  };
}

function accounts(open: () => Promise<Storage>): void {
  test('prices are kept by account and day, and every change is seen', async () => {
    await using storage = await open();
    const { mailAccounts, settings } = storage;
    const before = await settings.settingsVersion();
    const forAll = { accountId: 0, fromMs: 0, price: money(1_000) };
    const own = { accountId: 7, fromMs: atMs, price: money(500) };
    for (const price of [own, forAll, { ...forAll, price: money(2_000) }]) {
      await mailAccounts.setMailPrice(price, anAuthor);
    }
    assert.deepEqual(plain(await mailAccounts.listMailPrices()), [
      { ...forAll, price: 2_000 },
      own,
    ]);
    assert.equal(await mailAccounts.removeMailPrice(own, anAuthor), true);
    assert.equal(await mailAccounts.removeMailPrice(own, anAuthor), false);
    assert.equal(await settings.settingsVersion(), before + 4);
  });

  test('how an account is received is told of its last live mails', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = [
      anEmailAcceptance(account, 1, { recipients: 4 }),
      anEmailAcceptance(account, 2, { email: { sandbox: true } }),
      anEmailAcceptance(account, 3, { email: { test: true }, mail: { cost: money(0) } }),
    ];
    for (const each of accepted) await storage.emails.acceptEmail(each);
    const kinds = ['sent', 'bounced', 'bounced', 'complained'] as const;
    const settled = accepted.flatMap((acceptance) =>
      acceptance.jobs.map((job, n) => {
        const reason = n === 1 ? aReason() : n === 2 ? aReason({ class: 'content' }) : null;
        const at = atMs + n;
        return aSettlement(acceptance, {
          job,
          atMs: at,
          fact: { kind: kinds[n] ?? 'sent', reason },
        });
      }),
    );
    await storage.mailDelivery.settleMails(settled);
    const { mailAccounts } = storage;
    const all = { mails: 4, hardBounces: 1, complaints: 1 };
    const find = (changes: Partial<ReceptionWish>) => {
      const usual = { sinceMs: 0, mailsMax: 500, hardClasses: ['mailbox-unknown'] } as const;
      return mailAccounts.findReception(account.id, { ...usual, ...changes });
    };
    assert.deepEqual(await find({}), all);
    assert.deepEqual(await find({ hardClasses: ['content'] }), all);
    assert.deepEqual(await find({ hardClasses: ['policy'] }), { ...all, hardBounces: 0 });
    assert.deepEqual(await find({ mailsMax: 2 }), { mails: 2, hardBounces: 0, complaints: 1 });
    const late = await find({ sinceMs: atMs + 3 });
    assert.deepEqual(late, { mails: 1, hardBounces: 0, complaints: 1 });
  });

  test('what is held leaves when it is released, or goes when its time is over', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const { mailAccounts } = storage;
    assert.equal(await mailAccounts.holdMail(account.id, 'too many bounces', atMs), true);
    assert.equal(await mailAccounts.holdMail(account.id, 'again', atMs), false);
    const standing = await mailAccounts.findStanding(account.id);
    assert.deepEqual(standing, { heldBecause: 'too many bounces', countsFromMs: 0 });
    const lane = `mail-held/catcher:normal/${account.id}`;
    const held = { state: 'held', job: { lane, expiresAtMs: atMs + 10 } } as const;
    await storage.emails.acceptEmail(anEmailAcceptance(account, 1, { ...held, recipients: 3 }));
    await storage.emails.acceptEmail(
      anEmailAcceptance(account, 2, { ...held, job: { lane, expiresAtMs: atMs } }),
    );
    assert.deepEqual(plain(await mailAccounts.listHeldMails()), [
      { accountId: account.id, mails: 4, reason: 'too many bounces' },
    ]);
    assert.equal(await mailAccounts.expireHeldMails(atMs), 1);
    const author = { actor: 'test', atMs: atMs + 5 };
    const release = { author, limit: 2 };
    assert.equal(await mailAccounts.releaseMails(account.id, 'send', release), 2);
    assert.equal(await mailAccounts.releaseMails(account.id, 'expire', release), 1);
    assert.equal(await mailAccounts.releaseMails(account.id, 'send', release), 0);
    assert.deepEqual(await statesOf(storage, account), ['queued', 'queued', 'queued']);
    const due = await storage.mailDelivery.dueMails(catcherLane);
    assert.deepEqual(
      due.map(({ job }) => job.expiresAtMs).toSorted((a, b) => a - b),
      [atMs, atMs + 5, atMs + 10, atMs + 10],
    );
    assert.deepEqual(await mailAccounts.findStanding(account.id), {
      heldBecause: undefined,
      countsFromMs: atMs + 5,
    });
  });
}

function forgetting(open: () => Promise<Storage>): void {
  test('old emails go with their mails, contents and files, and what is owed stays', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const attachments = [{ filename: 'a', contentType: 'text/plain', blob: 'file' }];
    await storage.emails.saveBlob('file', Buffer.from('hello'), atMs);
    await storage.emails.saveBlob('unnamed', Buffer.from('hello'), atMs);
    await storage.ids.reserveIds('email', 10);
    const done = anEmailAcceptance(account, 1, { recipients: 3, content: { attachments } });
    const other = { email: { contentHash: 'other' }, content: { hash: 'other' } };
    const owed = anEmailAcceptance(account, 2, other);
    const young = anEmailAcceptance(account, 3, {
      ...other,
      email: { contentHash: 'other', validUntilMs: atMs + 100 * dayMs },
    });
    for (const each of [done, owed, young]) await storage.emails.acceptEmail(each);
    const settled = [...done.jobs, ...young.jobs].map((job) => aSettlement(done, { job }));
    await storage.mailDelivery.settleMails(settled);
    const age = { nowMs: atMs + 94 * dayMs, beforeMs: atMs + 4 * dayMs };
    const forgotten = await Array.fromAsync(storage.history.forgetEmails(age));
    assert.equal(
      forgotten.reduce((sum, rows) => sum + rows, 0),
      3,
    );
    assert.equal(await storage.emails.findEmail(1), undefined);
    assert.equal(await storage.emails.findMail(512), undefined);
    assert.deepEqual(await storage.mailFacts.factsOf(512), []);
    assert.equal((await storage.emails.findEmail(2))?.id, 2);
    assert.equal((await storage.emails.findEmail(3))?.id, 3);
    await Array.fromAsync(storage.history.forgetEmailContents(age));
    assert.equal(await storage.emails.findContent(contentHash), undefined);
    assert.equal((await storage.emails.findContent('other'))?.hash, 'other');
    assert.equal(await storage.emails.readBlob('file'), undefined);
    assert.equal(await storage.emails.readBlob('unnamed'), undefined);
    await adds(storage, account, 5_000);
  });

  test('content that a request is about to name stays', async () => {
    await using storage = await open();
    const nowMs = atMs + dayMs;
    await storage.emails.saveBlob('file', Buffer.from('hello'), nowMs - 1_000);
    await Array.fromAsync(storage.history.forgetEmailContents({ nowMs, beforeMs: 0 }));
    assert.equal((await storage.emails.readBlob('file'))?.length, 5);
  });
}

/** The same once more, as after a commit whose answer did not come: events are numbered anew. */
function onceMore(settlement: MailSettlement): MailSettlement {
  const events = settlement.events.map((event) => anEvent(event.id + 100));
  return { ...settlement, events, attempt: undefined };
}

async function statesOf(
  storage: Storage,
  account: Account,
  emailId = 1,
): Promise<readonly MailFactKind[]> {
  return (await storage.emails.mailsOf(account.id, emailId)).map(({ state }) => state);
}

/** The balance is what is left of a million, and what the ledger adds up to. */
async function adds(storage: Storage, account: Account, spent: number): Promise<void> {
  const sums = await storage.accounts.ledgerSums(account.id, 'live');
  assert.equal(sums.balance, account.balance - spent);
  assert.equal(sums.balance, sums.movements - sums.costs);
}

function anAttempt(jobId: number) {
  return {
    mailId: 512,
    jobId,
    n: 1,
    atMs,
    outcome: 'sent',
    stage: 'body',
    code: 250,
    enhanced: '2.0.0',
    text: 'Ok',
    host: 'mx.example.net',
    ip: '192.0.2.1',
    tls: '',
    durationMs: 12,
    dialogue: '',
    steps: '[{"stage":"body","code":250,"ms":9}]',
  } as const;
}
