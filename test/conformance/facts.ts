/** What protocol work has learned: submits, receipts, refusals. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { recipientOfPart } from '#model/ids.ts';
import type { Job } from '#queue/job.ts';
import type { Acceptance, OverdueFound } from '#sms/message-store.ts';
import type { Storage } from '#storage/storage.ts';
import {
  aMatch,
  anAcceptance,
  anEvent,
  aRefusal,
  aSubmit,
  atMs,
  money,
  phone,
} from '#test/harness/records.ts';
import { aLease, noEvents, smsLane, webhookLane, withAccount } from './setup.ts';

type Submitted = ReturnType<typeof aSubmit>;

export function facts(open: () => Promise<Storage>): void {
  test('a submit settles its job, and its receipt settles the recipient with one event', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    const submitted = await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    assert.deepEqual(submitted.submits, [[]]);
    assert.deepEqual(await storage.messages.dueParts(smsLane), []);
    const receipts = [aMatch(submit, anEvent(1)), aMatch(submit, anEvent(2))];
    const received = await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.deepEqual(received.receipts, ['state changed', 'nothing new']);
    const status = await storage.messages.findStatus(
      { accountId: account.id, mode: 'live' },
      1,
      submit.phone,
    );
    assert.deepEqual([status?.state, status?.atMs], ['delivered', atMs + 1_000]);
    const owed = await storage.webhooks.dueDeliveries(webhookLane);
    assert.deepEqual(
      owed.map(({ load }) => load.eventId),
      [1],
    );
  });

  test('one report for all parts settles the recipient, whichever part it speaks of', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 5, { recipient: { parts: 3 } });
    await storage.messages.acceptMessages([acceptance]);
    const job = must(acceptance.jobs[1], 'second part');
    const submit = aSubmit(acceptance, { job, submittedPartId: job.id });
    await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    const match = aMatch(submit, anEvent(1, { accountId: account.id }), { parts: 1 });
    const { receipts } = await storage.messages.recordFacts({ ...noEvents, receipts: [match] });
    assert.deepEqual(receipts, ['state changed']);
    const status = await storage.messages.findStatus(
      { accountId: account.id, mode: 'live' },
      5,
      submit.phone,
    );
    assert.equal(status?.state, 'delivered');
  });

  test('a change of state tells each of its listeners, or none where nobody listens', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptances = [1, 2, 3].map((id) => anAcceptance(account, id));
    await storage.messages.acceptMessages(acceptances);
    const [first, second, third] = acceptances as [Acceptance, Acceptance, Acceptance];
    const submits = [first, second].map((acceptance) => aSubmit(acceptance));
    const stored = await storage.messages.recordFacts({
      submits,
      receipts: [
        { ...aMatch(submits[0] as Submitted, anEvent(1)), events: [anEvent(1), anEvent(2)] },
        { ...aMatch(submits[1] as Submitted, anEvent(3)), events: [] },
      ],
      refusals: [{ ...aRefusal(third, anEvent(4)), events: [anEvent(4), anEvent(5)] }],
    });
    assert.deepEqual(stored.receipts, ['state changed', 'state changed']);
    assert.deepEqual(stored.refusals, [true]);
    const owed = await storage.webhooks.dueDeliveries(webhookLane);
    assert.deepEqual(
      owed.map(({ load }) => load.eventId),
      [1, 2, 4, 5],
    );
  });

  test('what is not delivered is paid back once, where the account gets that', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 1_000_000);
    const sent = [1, 2, 3, 4].map((id) =>
      anAcceptance(account, id, { recipient: { parts: id === 1 ? 2 : 1 } }),
    );
    await storage.messages.acceptMessages(sent);
    const paid = sent.reduce((sum, { cost }) => sum + cost, 0);
    const left = async () => {
      const { balance, movements, costs } = await storage.accounts.ledgerSums(account.id, 'live');
      assert.equal(balance, movements - costs);
      return balance - (1_000_000 - paid);
    };
    const submits = sent.flatMap((acceptance) =>
      acceptance.jobs.map((job) => aSubmit(acceptance, { job, submittedPartId: job.id })),
    );
    const of = (place: number) => must(submits[place], 'submit');
    const refund = (cost: number) =>
      ({ accountId: account.id, purse: 'live', cost: money(cost), atMs: atMs + 9_000 }) as const;
    const failed = { receipt: { outcome: 'not delivered', word: 'UNDELIV' } } as const;
    await storage.messages.recordFacts({ ...noEvents, submits });
    const receipts = [
      // Both parts of one recipient, each with its receipt, and one of them twice.
      aMatch(of(0), anEvent(1), { ...failed, parts: 2, refund: refund(70_000) }),
      aMatch(of(1), anEvent(2), { ...failed, parts: 2, refund: refund(70_000) }),
      aMatch(of(0), anEvent(3), { ...failed, parts: 2, refund: refund(70_000) }),
      // Of an account that gets nothing back.
      aMatch(of(2), anEvent(4), failed),
      // Whatever is said later: it was delivered.
      aMatch(of(3), anEvent(5)),
      aMatch(of(3), anEvent(6), { ...failed, refund: refund(500) }),
      aMatch(of(4), anEvent(7), { ...failed, refund: refund(3_000) }),
    ];
    assert.equal(await left(), 0);
    await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.equal(await left(), 73_000);
    await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.equal(await left(), 73_000);
  });

  test('a submit and its receipt may come in one call', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    const receipts = [aMatch(submit, anEvent(1))];
    const stored = await storage.messages.recordFacts({ ...noEvents, submits: [submit], receipts });
    assert.deepEqual(stored.receipts, ['state changed']);
  });

  test('a receipt whose submit is not stored is not stored either', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const receipts = [aMatch(aSubmit(acceptance), anEvent(1))];
    const stored = await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.deepEqual(stored.receipts, ['unknown part']);
    assert.deepEqual(await storage.webhooks.dueDeliveries(webhookLane), []);
  });

  test('waiting comes once and never after a final state', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    const waiting = { receipt: { outcome: 'waiting', word: 'ENROUTE' } } as const;
    const stored = await storage.messages.recordFacts({
      ...noEvents,
      submits: [submit],
      receipts: [
        aMatch(submit, anEvent(1), waiting),
        aMatch(submit, anEvent(2), waiting),
        aMatch(submit, anEvent(3), { receipt: { outcome: 'not delivered', word: 'UNDELIV' } }),
        aMatch(submit, anEvent(4), waiting),
        aMatch(submit, anEvent(5)),
      ],
    });
    const [first, second, third] = ['state changed', 'nothing new', 'state changed'];
    assert.deepEqual(stored.receipts, [first, second, third, 'nothing new', 'nothing new']);
    const status = await storage.messages.findStatus(
      { accountId: account.id, mode: 'live' },
      1,
      submit.phone,
    );
    assert.equal(status?.state, 'not delivered');
  });

  test('a text of three parts is delivered with the last of them, in any order', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1, { recipient: { parts: 3 } });
    await storage.messages.acceptMessages([acceptance]);
    const submits = acceptance.jobs.map((job) =>
      aSubmit(acceptance, { job, submittedPartId: job.id, remoteId: `r${job.id}` }),
    );
    const [one, two, three] = submits as [Submitted, Submitted, Submitted];
    const receipts = [three, one, one, two].map((submit, index) =>
      aMatch(submit, anEvent(index + 1), { parts: 3 }),
    );
    const stored = await storage.messages.recordFacts({ ...noEvents, submits, receipts });
    const nothing = 'nothing new';
    assert.deepEqual(stored.receipts, [nothing, nothing, nothing, 'state changed']);
  });

  test('a refused part is not delivered, and its money comes back once', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const refusals = [aRefusal(acceptance, anEvent(1)), aRefusal(acceptance, anEvent(2))];
    const stored = await storage.messages.recordFacts({ ...noEvents, refusals });
    assert.deepEqual(stored.refusals, [true, false]);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.deepEqual({ ...sums }, { balance: 1_000_000, movements: 1_038_000, costs: 38_000 });
    const to = phone('33612345678');
    const status = await storage.messages.findStatus(
      { accountId: account.id, mode: 'live' },
      1,
      to,
    );
    assert.equal(status?.state, 'not delivered');
  });

  test('no money comes back while one part was taken', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1, { recipient: { parts: 2 } });
    await storage.messages.acceptMessages([acceptance]);
    const [first, second] = acceptance.jobs as [Job, Job];
    const stored = await storage.messages.recordFacts({
      submits: [aSubmit(acceptance, { job: first })],
      receipts: [],
      refusals: [aRefusal(acceptance, anEvent(1), { job: second })],
    });
    assert.deepEqual(stored.refusals, [true]);
    assert.equal((await storage.accounts.findAccount(account.id))?.balance, 962_000);
  });

  test('a part that was taken in the meantime is not refused', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const stored = await storage.messages.recordFacts({
      submits: [aSubmit(acceptance)],
      receipts: [],
      refusals: [aRefusal(acceptance, anEvent(1))],
    });
    assert.deepEqual(stored.refusals, [false]);
  });

  test('an intent stays with its job until the outcome is known', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const [first, second] = [anAcceptance(account, 1), anAcceptance(account, 2)];
    await storage.messages.acceptMessages([first, second]);
    const lease = await aLease(storage);
    await storage.messages.intendSubmits([10, 20], lease);
    await storage.messages.intendSubmits([10], lease);
    await storage.messages.withdrawIntents([20]);
    const due = await storage.messages.dueParts(smsLane);
    assert.deepEqual(
      due.map(({ load }) => load.intended),
      [true, false],
    );
    await storage.messages.recordFacts({
      ...noEvents,
      submits: [aSubmit(first, { intended: true })],
      refusals: [aRefusal(second, anEvent(1), { intended: true })],
    });
    await storage.messages.acceptMessages([{ ...anAcceptance(account, 3), jobs: first.jobs }]);
    const [again] = await storage.messages.dueParts(smsLane);
    assert.equal(again?.load.intended, false);
  });

  test('a part without a report for too long is found, and only while it is awaited', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    const overdueAt = async (beforeMs: number) => {
      const wish = { operatorId: 1, beforeMs, from: undefined, limit: 10 };
      return (await storage.messages.overdueParts(wish)).parts;
    };
    assert.deepEqual(await overdueAt(atMs), []);
    const [overdue] = await overdueAt(atMs + 1);
    const expected = [submit.remoteId, submit.job.subject];
    assert.deepEqual([overdue?.remoteId, overdue?.partId], expected);
    const receipts = [aMatch(submit, anEvent(1))];
    await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.deepEqual(await overdueAt(atMs + 1), []);
  });

  test('awaited parts are gone through a page at a time, whatever ids they have', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const accepted = Array.from({ length: 7 }, (_, n) => anAcceptance(account, 1 + n));
    await storage.messages.acceptMessages(accepted);
    const remoteIds = ['b', 'a', 'b', 'b', 'b', 'c', ''];
    const submits = accepted.map((acceptance, n) =>
      aSubmit(acceptance, {
        remoteId: must(remoteIds[n], 'id'),
        submittedAtMs: atMs + (n === 4 ? 5_000 : 0),
      }),
    );
    // The second submit of each is a row of its own.
    const again = submits.map((submit) => ({
      ...submit,
      submittedPartId: 100 + submit.submittedPartId,
    }));
    await storage.messages.recordFacts({ ...noEvents, submits: [...submits, ...again] });
    const found: number[] = [];
    let from: OverdueFound['next'];
    do {
      const wish = { operatorId: 1, beforeMs: atMs + 1, from, limit: 2 };
      const page = await storage.messages.overdueParts(wish);
      found.push(...page.parts.map(({ submittedPartId }) => submittedPartId));
      from = page.next;
    } while (from !== undefined);
    const old = [...submits, ...again].filter(({ submittedAtMs }) => submittedAtMs === atMs);
    assert.deepEqual(
      found.toSorted((a, b) => a - b),
      old.map(({ submittedPartId }) => submittedPartId),
    );
  });

  test('each submit of a part is kept once, and is reported on under its own id', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const [first, second] = [1, 2].map((id) =>
      aSubmit(acceptance, { submittedPartId: id, remoteId: `remote ${id}` }),
    ) as [Submitted, Submitted];
    await storage.messages.recordFacts({ ...noEvents, submits: [first] });
    await storage.messages.recordFacts({ ...noEvents, submits: [first, second] });
    await storage.messages.recordFacts({ ...noEvents, submits: [second] });
    const awaited = await storage.messages.newestAwaited(1, 10);
    const ids = awaited.map(({ submittedPartId: id }) => id);
    assert.deepEqual(
      ids.toSorted((a, b) => a - b),
      [1, 2],
    );
    const late = [aMatch(second, anEvent(1)), aMatch(first, anEvent(2))];
    const { receipts } = await storage.messages.recordFacts({ ...noEvents, receipts: late });
    assert.deepEqual(receipts, ['state changed', 'nothing new']);
    assert.deepEqual(await storage.messages.newestAwaited(1, 10), []);
    const recipientId = recipientOfPart(first.job.subject);
    const told = await storage.messages.recipientFacts(account.id, recipientId);
    assert.deepEqual(
      told?.submits.map(({ part, remoteId, outcome }) => [part, remoteId, outcome]),
      [
        [1, 'remote 1', 'delivered'],
        [1, 'remote 2', 'delivered'],
      ],
    );
  });

  test('a submit and its second one may come in one call', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const submits = [1, 2].map((id) => aSubmit(acceptance, { submittedPartId: id }));
    const receipts = submits.map((submit, n) => aMatch(submit, anEvent(1 + n)));
    const recorded = await storage.messages.recordFacts({ ...noEvents, submits, receipts });
    assert.deepEqual(recorded.receipts.toSorted(), ['nothing new', 'state changed']);
    const again = await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.deepEqual(again.receipts, ['nothing new', 'nothing new']);
  });
}
