/** What becomes of mails: how each is settled, and what is learned of it later. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailSettlement } from '#mail/delivery/delivery-store.ts';
import type { NewMailFact } from '#mail/mail-fact-store.ts';
import type { Storage } from '#storage/storage.ts';
import { anEmailAcceptance, aReason, aSettlement } from '#test/harness/email-records.ts';
import { anEvent, atMs } from '#test/harness/records.ts';
import { adds, catcherLane, statesOf, webhookLane } from './email-setup.ts';
import { aLease, plain, withAccount } from './setup.ts';

export function mailSettling(open: () => Promise<Storage>): void {
  settling(open);
  facts(open);
}

function settling(open: () => Promise<Storage>): void {
  test('a mail that was sent is owed no more, and its event is', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1, { recipients: 2 });
    await storage.emails.acceptEmail(accepted);
    const attempt = anAttempt(accepted.jobs[0]?.id ?? 0);
    const settled = [aSettlement(accepted, { events: [anEvent(1)], attempt })];
    assert.deepEqual(await storage.emails.settleMails(settled), [true]);
    assert.deepEqual(await storage.emails.settleMails(settled.map(onceMore)), [false]);
    const attempts = await storage.emails.attemptsOf(512, 10);
    assert.deepEqual(attempts, [settled[0]?.attempt]);
    assert.deepEqual(await storage.emails.attemptsOf(513, 10), []);
    assert.deepEqual(await statesOf(storage, account), ['sent', 'queued']);
    assert.equal((await storage.emails.dueMails(catcherLane)).length, 1);
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane as never)).length, 1);
    assert.deepEqual(plain(await storage.emails.factsOf(512)), [
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
    assert.deepEqual(await storage.emails.settleMails([aSettlement(accepted, { fact, retry })]), [
      true,
    ]);
    assert.deepEqual(await storage.emails.dueMails(catcherLane), []);
    const due = await storage.emails.dueMails({ ...catcherLane, nowMs: atMs + 60_000 });
    assert.deepEqual(
      due.map(({ job, load }) => [job.attempt, load.state, load.deferredAs, load.deferredSinceMs]),
      [[1, 'deferred', 'greylisted', atMs + 1_000]],
    );
    // The same attempt decides nothing a second time.
    const late = aSettlement(accepted, { fact: { kind: 'failed', reason: null } });
    assert.deepEqual(await storage.emails.settleMails([late]), [false]);
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
    assert.deepEqual(await storage.emails.settleMails([put(old)]), [false]);
    const move = { jobId: 1_000, attemptRead: 0, lane: 'mail/relay:normal/1' };
    await storage.emails.moveMails([{ ...move, lease: old }]);
    assert.equal((await storage.emails.dueMails(catcherLane)).length, 1);
    assert.deepEqual(await storage.emails.settleMails([put(lease)]), [true]);
    await storage.emails.moveMails([{ ...move, attemptRead: 1, lease }]);
    const moved = { ...catcherLane, lane: move.lane };
    assert.equal((await storage.emails.dueMails(moved)).length, 1);
    assert.deepEqual(await storage.emails.settleMails([aSettlement(accepted)]), [true]);
    assert.deepEqual(await storage.emails.dueMails(moved), []);
  });

  test('what never left is given back once, to the purse that paid', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1, { recipients: 2 });
    await storage.emails.acceptEmail(accepted);
    await adds(storage, account, 2_000);
    const fact = { kind: 'suppressed', reason: null } as const;
    const settled = aSettlement(accepted, { fact, refund: true, events: [anEvent(1)] });
    assert.deepEqual(await storage.emails.settleMails([settled, onceMore(settled)]), [true, false]);
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
    assert.deepEqual(await storage.emails.settleMails([settled, other]), [true, false]);
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
    const noted = await storage.emails.settleMails(settled);
    assert.equal(noted.filter(Boolean).length, 400);
    assert.deepEqual(await storage.emails.dueMails(catcherLane), []);
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane as never)).length, 400);
  });
}

function facts(open: () => Promise<Storage>): void {
  test('a late bounce follows from what was sent, once, with its event', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = anEmailAcceptance(account, 1, { recipients: 2 });
    await storage.emails.acceptEmail(accepted);
    await storage.emails.settleMails([aSettlement(accepted)]);
    const noted = await storage.emails.recordMailFacts([bounce(512, 1), bounce(513, 2)]);
    assert.deepEqual(noted, [true, false]);
    assert.deepEqual(await storage.emails.recordMailFacts([bounce(512, 3)]), [false]);
    assert.deepEqual(await statesOf(storage, account), ['bounced', 'queued']);
    assert.equal((await storage.emails.mailsOf(account.id, 1))[0]?.class, 'mailbox-unknown');
    assert.equal((await storage.webhooks.dueDeliveries(webhookLane as never)).length, 1);
  });

  test('a mark is added to the story of a mail, whose state stays', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await storage.emails.acceptEmail(anEmailAcceptance(account, 1));
    const opened = { kind: 'opened', atMs, detail: { proxy: true }, events: [] } as const;
    const noted = await storage.emails.recordMailFacts([
      { ...opened, mailId: 512 },
      { ...opened, mailId: 99 },
    ]);
    assert.deepEqual(noted, [true, false]);
    assert.deepEqual(await statesOf(storage, account), ['queued']);
    assert.deepEqual(plain(await storage.emails.factsOf(512)), [
      { atMs, kind: 'opened', detail: '{"proxy":true}' },
    ]);
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

/** The same once more, as after a commit whose answer did not come: events are numbered anew. */
function onceMore(settlement: MailSettlement): MailSettlement {
  const events = settlement.events.map((event) => anEvent(event.id + 100));
  return { ...settlement, events, attempt: undefined };
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
