/** What is learned of mail servers, how accounts are received, and how old emails are forgotten. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReceptionWish } from '#mail/sending/mail-account-store.ts';
import type { Storage } from '#storage/storage.ts';
import {
  anEmailAcceptance,
  aReason,
  aSettlement,
  contentHash,
} from '#test/harness/email-records.ts';
import { atMs, money } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { adds, catcherLane, dayMs, statesOf } from './email-setup.ts';
import { aLease, plain, withAccount } from './setup.ts';

export function mailUpkeep(open: () => Promise<Storage>): void {
  servers(open);
  accounts(open);
  forgetting(open);
}

function servers(open: () => Promise<Storage>): void {
  test('what is learned of servers is remembered, the newest of it', async () => {
    await using storage = await open();
    const { emails } = storage;
    const site = {
      domain: 'example.net',
      site: 'mx.example.net',
      hosts: [{ name: 'mx.example.net', preference: 10 }],
      checkedAtMs: atMs,
    };
    await emails.saveSites([site]);
    await emails.saveSites([{ ...site, checkedAtMs: atMs + 1 }]);
    assert.deepEqual(await emails.findSites(['example.net', 'example.org']), [
      { ...site, checkedAtMs: atMs + 1 },
    ]);
    assert.deepEqual(await emails.findSites([]), []);
    const shaping = { owner: 'mail/direct/google', limits: '{}', memory: '{"a":1}' };
    const shaped = { ...shaping, coolUntilMs: 0, savedAtMs: atMs };
    await emails.saveShaping([shaped]);
    assert.deepEqual(plain(await emails.findShaping([shaping.owner])), [shaped]);
    assert.deepEqual(await emails.findShaping([]), []);
    const policy = {
      domain: 'example.net',
      id: '1',
      mode: 'enforce',
      mx: ['*.example.net'],
      fetchedAtMs: atMs,
      expiresAtMs: atMs + 1,
    } as const;
    await emails.savePolicy(policy);
    await emails.savePolicy({ ...policy, id: '2' });
    assert.deepEqual(await emails.findPolicy('example.net'), { ...policy, id: '2' });
    assert.equal(await emails.findPolicy('example.org'), undefined);
  });

  test('what was learned of servers is forgotten when it is old', async () => {
    await using storage = await open();
    const { emails, history } = storage;
    const site = { site: 'mx', hosts: [], checkedAtMs: atMs };
    const domains = Array.from({ length: 1_200 }, (_, n) => `d${n}.example`);
    await emails.saveSites(domains.map((domain) => ({ ...site, domain })));
    const fresh = { ...site, domain: 'd1000.example', checkedAtMs: atMs + 1 };
    await emails.saveSites([fresh]);
    const shaping = { limits: '{}', memory: '[]', coolUntilMs: 0 };
    await emails.saveShaping([
      { ...shaping, owner: 'mail/direct/a', savedAtMs: atMs },
      { ...shaping, owner: 'mail/direct/b', savedAtMs: atMs + 1 },
    ]);
    const policy = { id: '1', mode: 'enforce', mx: [], fetchedAtMs: 0 } as const;
    for (const n of [0, 1]) {
      await emails.savePolicy({ ...policy, domain: `${n}.example`, expiresAtMs: atMs + n });
    }
    let forgotten = 0;
    const age = { nowMs: atMs + 2, beforeMs: atMs + 1 };
    for await (const rows of history.forgetLearned(age)) forgotten += rows;
    assert.equal(forgotten, 1_199 + 1 + 1);
    assert.deepEqual(await emails.findSites(['d0.example', fresh.domain]), [fresh]);
    const left = await emails.findShaping(['mail/direct/a', 'mail/direct/b']);
    assert.deepEqual(
      left.map(({ owner }) => owner),
      ['mail/direct/b'],
    );
    assert.equal(await emails.findPolicy('0.example'), undefined);
    assert.equal((await emails.findPolicy('1.example'))?.id, '1');
  });

  test('a lane that is resumed owes at once what was put off, and keeps the time of everything else', async () => {
    await using storage = await open();
    const { emails, emails: store } = storage;
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
    await emails.settleMails([aSettlement(doubt, { fact: { kind: 'deferred', reason }, retry })]);
    const shaping = { owner: 'mail/catcher', limits: '{}', memory: '[]', savedAtMs: atMs };
    await emails.saveShaping([{ ...shaping, coolUntilMs: atMs + dayMs }]);
    await emails.resumeMails('mail/catcher', atMs);
    const due = await emails.dueMails({ lane, limit: 10, nowMs: atMs });
    assert.deepEqual(
      due.map(({ load }) => load.emailId),
      [1],
    );
    assert.equal((await emails.findShaping(['mail/catcher']))[0]?.coolUntilMs, 0);
  });

  test('orders for lanes are seen by all processes, and taken back', async () => {
    await using storage = await open();
    const { emails, settings } = storage;
    const before = await settings.settingsVersion();
    const order = { owner: 'mail/relay', held: true, limits: '{}', setAtMs: atMs };
    await emails.saveLaneOrder(order.owner, order, { actor: 'test', atMs });
    assert.deepEqual(await emails.findLaneOrders(), [order]);
    await emails.saveLaneOrder(order.owner, undefined, { actor: 'test', atMs });
    assert.deepEqual(await emails.findLaneOrders(), []);
    assert.equal(await settings.settingsVersion(), before + 2);
  });
}

function accounts(open: () => Promise<Storage>): void {
  test('prices are kept by account and day, and every change is seen', async () => {
    await using storage = await open();
    const { emails, settings } = storage;
    const before = await settings.settingsVersion();
    const forAll = { accountId: 0, fromMs: 0, price: money(1_000) };
    const own = { accountId: 7, fromMs: atMs, price: money(500) };
    for (const price of [own, forAll, { ...forAll, price: money(2_000) }]) {
      await emails.setMailPrice(price, anAuthor);
    }
    assert.deepEqual(plain(await emails.listMailPrices()), [{ ...forAll, price: 2_000 }, own]);
    assert.equal(await emails.removeMailPrice(own, anAuthor), true);
    assert.equal(await emails.removeMailPrice(own, anAuthor), false);
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
    await storage.emails.settleMails(settled);
    const { emails } = storage;
    const all = { mails: 4, hardBounces: 1, complaints: 1 };
    const find = (changes: Partial<ReceptionWish>) => {
      const usual = { sinceMs: 0, mailsMax: 500, hardClasses: ['mailbox-unknown'] } as const;
      return emails.findReception(account.id, { ...usual, ...changes });
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
    const { emails } = storage;
    assert.equal(await emails.holdMail(account.id, 'too many bounces', atMs), true);
    assert.equal(await emails.holdMail(account.id, 'again', atMs), false);
    const standing = await emails.findStanding(account.id);
    assert.deepEqual(standing, { heldBecause: 'too many bounces', countsFromMs: 0 });
    const lane = `mail-held/catcher:normal/${account.id}`;
    const held = { state: 'held', job: { lane, expiresAtMs: atMs + 10 } } as const;
    await storage.emails.acceptEmail(anEmailAcceptance(account, 1, { ...held, recipients: 3 }));
    await storage.emails.acceptEmail(
      anEmailAcceptance(account, 2, { ...held, job: { lane, expiresAtMs: atMs } }),
    );
    assert.deepEqual(plain(await emails.listHeldMails()), [
      { accountId: account.id, mails: 4, reason: 'too many bounces' },
    ]);
    assert.equal(await emails.expireHeldMails(atMs), 1);
    const author = { actor: 'test', atMs: atMs + 5 };
    const release = { author, limit: 2 };
    assert.equal(await emails.releaseMails(account.id, 'send', release), 2);
    assert.equal(await emails.releaseMails(account.id, 'expire', release), 1);
    assert.equal(await emails.releaseMails(account.id, 'send', release), 0);
    assert.deepEqual(await statesOf(storage, account), ['queued', 'queued', 'queued']);
    const due = await storage.emails.dueMails(catcherLane);
    assert.deepEqual(
      due.map(({ job }) => job.expiresAtMs).toSorted((a, b) => a - b),
      [atMs, atMs + 5, atMs + 10, atMs + 10],
    );
    assert.deepEqual(await emails.findStanding(account.id), {
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
    await storage.emails.settleMails(settled);
    const age = { nowMs: atMs + 94 * dayMs, beforeMs: atMs + 4 * dayMs };
    const forgotten = await Array.fromAsync(storage.history.forgetEmails(age));
    assert.equal(
      forgotten.reduce((sum, rows) => sum + rows, 0),
      3,
    );
    assert.equal(await storage.emails.findEmail(1), undefined);
    assert.equal(await storage.emails.findMail(512), undefined);
    assert.deepEqual(await storage.emails.factsOf(512), []);
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
