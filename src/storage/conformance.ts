/** What a backend is: each behaviour is written here once, and every backend runs all of them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Job } from '#queue/job.ts';
import {
  aMatch,
  anAcceptance,
  anEvent,
  aReceipt,
  aRefusal,
  aSubmit,
  atMs,
  money,
  phone,
} from '#test/harness/records.ts';
import type { Storage } from './storage.ts';

const noEvents = { submits: [], receipts: [], refusals: [] } as const;
const smsLane = { lane: 'sms/1/0:normal/1', limit: 10, nowMs: atMs };
const webhookLane = { lane: 'webhook/1', limit: 10, nowMs: atMs };

/** `open` gives an empty storage each time. */
export function exerciseStorage(backend: string, open: () => Promise<Storage>): void {
  suite(`${backend}: accounts and keys`, () => accounts(open));
  suite(`${backend}: accepting messages`, () => accepting(open));
  suite(`${backend}: what protocol work has learned`, () => facts(open));
  suite(`${backend}: receipts before their submit`, () => earlyReceipts(open));
  suite(`${backend}: owed work`, () => owedWork(open));
  suite(`${backend}: webhooks`, () => webhooks(open));
  suite(`${backend}: operators, settings and ids`, () => settings(open));
}

async function withAccount(storage: Storage, balance = 1_000_000) {
  return storage.accounts.createAccount(
    {
      name: 'Acme',
      email: 'a@acme.example',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(balance),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'test',
  );
}

function accounts(open: () => Promise<Storage>): void {
  test('money moves by movements alone, and the ledger knows them', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 5_000_000);
    const moved = await storage.accounts.move({
      accountId: account.id,
      purse: 'live',
      amount: money(-1_500_000),
      kind: 'correction',
      actor: 'test',
      atMs,
    });
    assert.equal(moved?.balance, 3_500_000);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.deepEqual({ ...sums }, { balance: 3_500_000, movements: 3_500_000, costs: 0 });
  });

  test('money for an account that does not exist goes nowhere', async () => {
    await using storage = await open();
    const movement = { accountId: 9, purse: 'live', amount: money(1), atMs } as const;
    const moved = storage.accounts.move({ ...movement, kind: 'top-up', actor: 'test' });
    assert.equal(await moved, undefined);
  });

  test('a key is found by its hash until it is revoked, and only by its own account', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const key = await storage.accounts.createKey({
      accountId: account.id,
      bases: ['sms', 'email'],
      mode: 'live',
      prefix: 'live_abc',
      label: '',
      hash: 'h1',
      createdAtMs: atMs,
    });
    assert.deepEqual(await storage.accounts.findKeyByHash('h1'), { key, account });
    assert.equal(await storage.accounts.revokeKey(account.id + 1, key.id, atMs), false);
    assert.equal(await storage.accounts.revokeKey(account.id, key.id, atMs), true);
    assert.equal(await storage.accounts.findKeyByHash('h1'), undefined);
    assert.equal(await storage.accounts.revokeKey(account.id, key.id, atMs), false);
  });

  test('a change touches what it names and nothing else', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const changed = await storage.accounts.changeAccount(account.id, { state: 'disabled' });
    assert.deepEqual(changed, { ...account, state: 'disabled' });
    assert.deepEqual(await storage.accounts.listAccounts(0, 10), [changed]);
  });
}

function costing(millionths: number) {
  return { recipient: { cost: money(millionths) } };
}

function accepting(open: () => Promise<Storage>): void {
  test('what is accepted is paid for, owed, and findable by its own account alone', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 307);
    const results = await storage.messages.acceptMessages([acceptance]);
    assert.deepEqual(results, [{ kind: 'accepted' }]);
    assert.equal((await storage.accounts.findAccount(account.id))?.balance, 962_000);
    const to = phone('33612345678');
    const status = await storage.messages.findStatus(account.id, 307, to);
    const { cost, currency } = { cost: 38_000, currency: 'EUR' };
    const state = 'waiting';
    assert.deepEqual(status, { messageId: 307, phone: to, state, atMs, cost, currency });
    assert.equal(await storage.messages.findStatus(account.id + 1, 307, to), undefined);
    assert.equal(await storage.messages.findStatus(account.id, 307, phone('336999')), undefined);
  });

  test('owed parts are read back with all they are made of', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const text = 'é€\u0000\u{1F600}';
    const acceptance = anAcceptance(account, 5, {
      message: { text, alphabet: 'ucs2', tag: 't', reportUrl: 'https://x/?a=1', scheduledAtMs: 1 },
      recipient: { parts: 2, concatReference: 65_535 },
    });
    await storage.messages.acceptMessages([acceptance]);
    const due = await storage.messages.dueParts(smsLane);
    const [recipient] = acceptance.recipients;
    assert.deepEqual(
      due,
      acceptance.jobs.map((job, index) => ({
        job,
        load: { message: acceptance.message, recipient, part: index + 1, intended: false },
      })),
    );
  });

  test('a request that the balance does not cover is refused and its neighbours pass', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 100_000);
    const results = await storage.messages.acceptMessages([
      anAcceptance(account, 1, costing(60_000)),
      anAcceptance(account, 2, costing(50_000)),
      anAcceptance(account, 3, costing(40_000)),
    ]);
    assert.deepEqual(results, [
      { kind: 'accepted' },
      { kind: 'balance is too low', balance: 40_000 },
      { kind: 'accepted' },
    ]);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.deepEqual({ ...sums }, { balance: 0, movements: 100_000, costs: 100_000 });
    assert.equal((await storage.messages.dueParts(smsLane)).length, 2);
  });

  test('callers who race for a balance spend it once', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 38_000 * 5);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        storage.messages.acceptMessages([anAcceptance(account, index + 1)]),
      ),
    );
    const accepted = results.flat().filter(({ kind }) => kind === 'accepted');
    assert.equal(accepted.length, 5);
    assert.equal((await storage.accounts.findAccount(account.id))?.balance, 0);
  });

  test('test messages spend test money', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const [result] = await storage.messages.acceptMessages([
      anAcceptance(account, 1, { message: { test: true } }),
    ]);
    assert.deepEqual(result, { kind: 'balance is too low', balance: 0 });
    assert.equal((await storage.accounts.findAccount(account.id))?.balance, 1_000_000);
  });

  test('the same idempotency key answers the same, and another request is told so', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const keyed = (id: number, fingerprint: string, forgottenBeforeMs = 0) =>
      anAcceptance(account, id, {
        idempotency: { key: 'k', fingerprint, reply: `reply ${id}`, forgottenBeforeMs },
      });
    const results = await storage.messages.acceptMessages([
      keyed(1, 'f'),
      keyed(2, 'f'),
      keyed(3, 'g'),
    ]);
    assert.deepEqual(results, [
      { kind: 'accepted' },
      { kind: 'repeated', reply: 'reply 1' },
      { kind: 'key was used for another request' },
    ]);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.equal(sums.costs, 38_000);
    assert.deepEqual(await storage.messages.acceptMessages([keyed(4, 'g', atMs + 1)]), [
      { kind: 'accepted' },
    ]);
    assert.equal(await storage.messages.forgetReplies(atMs + 1, 10), 1);
  });

  test('a call that breaks a constraint takes nothing of its neighbours with it', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const twice = anAcceptance(account, 1);
    const good = storage.messages.acceptMessages([twice]);
    const bad = storage.messages.acceptMessages([anAcceptance(account, 2), twice]);
    const other = storage.messages.acceptMessages([anAcceptance(account, 3)]);
    assert.deepEqual(await good, [{ kind: 'accepted' }]);
    await assert.rejects(bad);
    assert.deepEqual(await other, [{ kind: 'accepted' }]);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.deepEqual({ ...sums }, { balance: 924_000, movements: 1_000_000, costs: 76_000 });
  });
}

function facts(open: () => Promise<Storage>): void {
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
    const status = await storage.messages.findStatus(account.id, 1, submit.phone);
    assert.deepEqual([status?.state, status?.atMs], ['delivered', atMs + 1_000]);
    const owed = await storage.webhooks.dueDeliveries(webhookLane);
    assert.deepEqual(
      owed.map(({ load }) => load.eventId),
      [1],
    );
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
    const status = await storage.messages.findStatus(account.id, 1, submit.phone);
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
    const status = await storage.messages.findStatus(account.id, 1, to);
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
    await storage.messages.intendSubmits([10, 20]);
    await storage.messages.intendSubmits([10]);
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
    assert.deepEqual(await storage.messages.overdueParts(1, atMs, 10), []);
    const [overdue] = await storage.messages.overdueParts(1, atMs + 1, 10);
    const expected = [submit.remoteId, submit.job.subject];
    assert.deepEqual([overdue?.remoteId, overdue?.partId], expected);
    const receipts = [aMatch(submit, anEvent(1))];
    await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.deepEqual(await storage.messages.overdueParts(1, atMs + 1, 10), []);
  });
}

type Submitted = ReturnType<typeof aSubmit>;

function earlyReceipts(open: () => Promise<Storage>): void {
  test('a receipt that comes first is kept, and its submit is told of it', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    const submit = aSubmit(acceptance);
    const receipt = aReceipt(submit);
    assert.deepEqual(await storage.messages.matchOrKeepReceipts([receipt]), [undefined]);
    const { submits } = await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    const [[kept] = []] = submits;
    assert.deepEqual({ ...kept }, { ...receipt, id: kept?.id });
    const claimable = await storage.messages.claimableReceipts(10);
    assert.deepEqual(
      claimable.map(({ part, receipt: found }) => [part.partId, found.id]),
      [[submit.job.subject, kept?.id]],
    );
    const receipts = [aMatch(submit, anEvent(1), { keptReceiptId: kept?.id ?? 0 })];
    await storage.messages.recordFacts({ ...noEvents, receipts });
    assert.deepEqual(await storage.messages.claimableReceipts(10), []);
    assert.equal(await storage.messages.forgetReceipts(atMs * 2, 10), 0);
  });

  test('a receipt finds its part by operator and id, its own phone first, else the newest', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const to = ['33611111111', '33622222222', '33633333333'];
    const submits = to.map((digits, index) => {
      const recipient = { phone: phone(digits) };
      const acceptance = anAcceptance(account, index + 1, { recipient });
      return { acceptance, submit: aSubmit(acceptance, { remoteId: 'again' }) };
    });
    await storage.messages.acceptMessages(submits.map(({ acceptance }) => acceptance));
    const all = submits.map(({ submit }) => submit);
    await storage.messages.recordFacts({ ...noEvents, submits: all });
    const [first] = all as [Submitted];
    const found = await storage.messages.matchOrKeepReceipts([
      aReceipt(first, { phone: '33622222222' }),
      aReceipt(first, { phone: '' }),
      aReceipt(first, { operatorId: 2 }),
    ]);
    assert.deepEqual(
      found.map((part) => part?.phone),
      ['33622222222', '33633333333', undefined],
    );
  });

  test('receipts that nobody claims are forgotten', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const receipt = aReceipt(aSubmit(anAcceptance(account, 1)));
    await storage.messages.matchOrKeepReceipts([receipt, receipt, receipt]);
    assert.equal(await storage.messages.forgetReceipts(receipt.receivedAtMs, 10), 0);
    assert.equal(await storage.messages.forgetReceipts(receipt.receivedAtMs + 1, 2), 2);
    assert.equal(await storage.messages.forgetReceipts(receipt.receivedAtMs + 1, 2), 1);
  });
}

function owedWork(open: () => Promise<Storage>): void {
  test('lanes with due work are found, each once, of their own engine', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const lanes = [
      'sms/1/0:normal/1',
      'sms/1/0:normal/1',
      'sms/10/0:bulk/2',
      'smsx/1',
      'webhook/1',
    ];
    await storage.messages.acceptMessages(
      lanes.map((lane, index) =>
        anAcceptance(account, index + 1, { job: { lane, dueAtMs: atMs + index } }),
      ),
    );
    const found = await storage.jobs.lanesWithWork('sms', atMs + 10);
    assert.deepEqual(
      found.map((each) => ({ ...each })),
      [
        { lane: 'sms/1/0:normal/1', earliestJobId: 10 },
        { lane: 'sms/10/0:bulk/2', earliestJobId: 30 },
      ],
    );
    assert.equal((await storage.jobs.lanesWithWork('sms', atMs)).length, 1);
    assert.equal(await storage.jobs.countOwed('sms/1/', 10), 2);
    assert.equal(await storage.jobs.countOwed('sms/', 2), 2);
    assert.equal(await storage.messages.countToSend(1, 10), 2);
    assert.equal(await storage.messages.countToSend(2, 10), 1);
    assert.equal(await storage.messages.countToSend(3, 10), 0);
  });

  test('rows come by due time and then by id, and none before it is due', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const dues = [atMs + 5, atMs, atMs + 1, atMs];
    await storage.messages.acceptMessages(
      dues.map((dueAtMs, index) => anAcceptance(account, index + 1, { job: { dueAtMs } })),
    );
    const ids = async (nowMs: number, limit: number) =>
      (await storage.messages.dueParts({ ...smsLane, nowMs, limit })).map(({ job }) => job.id);
    assert.deepEqual(await ids(atMs + 1, 10), [20, 40, 30]);
    assert.deepEqual(await ids(atMs + 9, 2), [20, 40]);
  });

  test('a job is put off only from the attempt that its owner read', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    await storage.messages.acceptMessages([anAcceptance(account, 1)]);
    const retry = { jobId: 10, attemptRead: 0, attempt: 1, dueAtMs: atMs + 100 };
    await storage.jobs.retryJobs([retry, { ...retry, dueAtMs: atMs + 900 }]);
    assert.deepEqual(await storage.messages.dueParts(smsLane), []);
    const [owed] = await storage.messages.dueParts({ ...smsLane, nowMs: atMs + 100 });
    assert.deepEqual([owed?.job.attempt, owed?.job.dueAtMs], [1, atMs + 100]);
  });
}

async function withEvents(storage: Storage, keys: readonly string[]): Promise<void> {
  const account = await withAccount(storage, 100_000_000);
  const acceptances = keys.map((_, index) => anAcceptance(account, index + 1));
  await storage.messages.acceptMessages(acceptances);
  const submits = acceptances.map((acceptance) => aSubmit(acceptance));
  const receipts = submits.map((submit, index) => {
    const orderKey = keys[index] ?? '';
    const event = anEvent(index + 1, { orderKey });
    return aMatch(submit, { ...event, job: event.job && { ...event.job, orderKey } });
  });
  await storage.messages.recordFacts({ ...noEvents, submits, receipts });
}

const endpoint = {
  accountId: 1,
  source: 'reply',
  url: 'https://a.example/hook',
  sealedSecret: 's1',
  createdAtMs: atMs,
} as const;

function ofOrigin(url: string) {
  return { ...endpoint, source: 'request', url } as const;
}

function webhooks(open: () => Promise<Storage>): void {
  test('an account has one reply endpoint, whose lane stays when its URL changes', async () => {
    await using storage = await open();
    await withAccount(storage);
    const made = await storage.webhooks.saveAccountEndpoint(endpoint);
    await storage.webhooks.disableEndpoint(made.id, 'gone');
    assert.equal((await storage.webhooks.findEndpoint(made.id))?.state, 'disabled');
    const url = 'https://b.example/';
    const saved = await storage.webhooks.saveAccountEndpoint({ ...endpoint, url });
    assert.deepEqual(saved, { ...made, url });
    assert.deepEqual(await storage.webhooks.findAccountEndpoint(1, 'reply'), saved);
    await storage.webhooks.limitAccountEndpoints(1, 64);
    const limited = await storage.webhooks.findAccountEndpoint(1, 'reply');
    assert.deepEqual(limited, { ...saved, inFlightMax: 64 });
    await assert.rejects(storage.webhooks.limitAccountEndpoints(1, 65));
    assert.equal(await storage.webhooks.removeAccountEndpoint(1, 'reply'), true);
    assert.equal(await storage.webhooks.findAccountEndpoint(1, 'reply'), undefined);
  });

  test('URLs of one origin share a lane, and an account has a bounded number of them', async () => {
    await using storage = await open();
    await withAccount(storage);
    const first = await storage.webhooks.endpointForOrigin(ofOrigin('https://a.example'), 2);
    const again = await storage.webhooks.endpointForOrigin(ofOrigin('https://a.example'), 2);
    assert.deepEqual(again, first);
    assert.ok(await storage.webhooks.endpointForOrigin(ofOrigin('https://b.example'), 2));
    assert.equal(
      await storage.webhooks.endpointForOrigin(ofOrigin('https://c.example'), 2),
      undefined,
    );
    assert.equal((await storage.webhooks.findRequestEndpoint(1))?.source, 'request');
  });

  test('bodies come back byte for byte', async () => {
    await using storage = await open();
    await withEvents(storage, ['a']);
    const [owed] = await storage.webhooks.dueDeliveries(webhookLane);
    assert.deepEqual(Buffer.from(owed?.load.body ?? []), Buffer.from('{"event":1}'));
  });

  test('while an event is in retry the later ones of its key stay back, the others do not', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'a', 'b']);
    const [first] = await storage.webhooks.dueDeliveries(webhookLane);
    assert.ok(first);
    const attempt = anAttempt(first.job.id);
    const later = { attempt: 1, dueAtMs: atMs + 1_000 };
    await storage.webhooks.settleDeliveries([{ job: first.job, attempt, retry: later }]);
    const due = async (nowMs: number) =>
      (await storage.webhooks.dueDeliveries({ ...webhookLane, nowMs })).map(
        ({ load }) => load.eventId,
      );
    assert.deepEqual(await due(atMs), [3]);
    const held = await storage.webhooks.jobsInRetry('webhook/1', 10);
    assert.deepEqual(held, [{ ...first.job, ...later }]);
    const again = { ...first.job, attempt: 1 };
    const fifth = { attempt: 5, dueAtMs: atMs + 2_000 };
    await storage.webhooks.settleDeliveries([{ job: again, attempt, retry: fifth }]);
    assert.deepEqual(await due(atMs), [2, 3]);
    assert.deepEqual(await storage.webhooks.jobsInRetry('webhook/1', 10), []);
    await storage.webhooks.settleDeliveries([{ job: { ...again, attempt: 5 }, attempt }]);
    assert.deepEqual(await due(atMs + 9_000), [2, 3]);
  });

  test('what a breaker must remember is remembered by its lane', async () => {
    await using storage = await open();
    const state = { lane: 'webhook/1', openUntilMs: 5, failures: 2, failingSinceMs: 1 };
    await storage.webhooks.saveLaneStates([state]);
    await storage.webhooks.saveLaneStates([{ ...state, failures: 3 }]);
    const states = await storage.webhooks.findLaneStates('webhook');
    assert.deepEqual(
      states.map((each) => ({ ...each })),
      [{ ...state, failures: 3 }],
    );
    assert.deepEqual(await storage.webhooks.findLaneStates('sms'), []);
  });
}

function anAttempt(jobId: number) {
  return {
    eventId: 1,
    endpointId: 1,
    jobId,
    n: 1,
    atMs,
    outcome: 'retry',
    status: 500,
    error: 'answered 500',
    durationMs: 3,
    ip: '192.0.2.1',
    responseHead: '',
    responseBody: '',
  } as const;
}

/** Without the prototype that a backend's rows may have. */
function plain(rows: readonly object[]) {
  return rows.map((row) => ({ ...row }));
}

function settings(open: () => Promise<Storage>): void {
  const operator = {
    name: 'acme',
    builtIn: false,
    state: 'active',
    settings: { host: 'smsc.example', port: 2775 } as never,
    sealedPassword: 'sealed',
    createdAtMs: atMs,
  } as const;

  test('operators have names of their own, until they are removed with their routes', async () => {
    await using storage = await open();
    const made = await storage.operators.createOperator(operator);
    assert.ok(made);
    assert.equal(await storage.operators.createOperator(operator), undefined);
    await storage.operators.setRoute({ prefix: '33', operatorId: made.id });
    await storage.operators.setOperatorState(made.id, 'paused');
    assert.deepEqual(await storage.operators.listOperators(), [{ ...made, state: 'paused' }]);
    await storage.operators.removeOperator(made.id);
    assert.deepEqual(await storage.operators.listOperators(), []);
    assert.deepEqual(await storage.operators.listRoutes(), []);
    const next = await storage.operators.createOperator(operator);
    assert.notEqual(next?.id, made.id);
  });

  test('the built-in operator keeps its place whatever port it has this time', async () => {
    await using storage = await open();
    const builtIn = { ...operator, builtIn: true };
    const first = await storage.operators.saveBuiltInOperator(builtIn);
    const moved = { host: '127.0.0.1', port: 4242 } as never;
    const second = await storage.operators.saveBuiltInOperator({ ...builtIn, settings: moved });
    assert.deepEqual(second, { ...first, settings: moved });
  });

  test('a route and a price stand once for each prefix', async () => {
    await using storage = await open();
    const made = await storage.operators.createOperator(operator);
    const operatorId = made?.id ?? 0;
    await storage.operators.setRoute({ prefix: '33', operatorId });
    await storage.operators.setRoute({ prefix: '33', operatorId });
    await storage.operators.setPrice({ prefix: '33', price: money(1) });
    await storage.operators.setPrice({ prefix: '33', price: money(2) });
    assert.deepEqual(plain(await storage.operators.listRoutes()), [{ prefix: '33', operatorId }]);
    assert.deepEqual(plain(await storage.operators.listPrices()), [{ prefix: '33', price: 2 }]);
    assert.equal(await storage.operators.removeRoute('33'), true);
    assert.equal(await storage.operators.removeRoute('33'), false);
  });

  test('every change of what is cached raises the version', async () => {
    await using storage = await open();
    let version = await storage.settings.settingsVersion();
    const raised = async (change: Promise<unknown>) => {
      await change;
      const now = await storage.settings.settingsVersion();
      assert.ok(now > version);
      version = now;
    };
    await raised(withAccount(storage));
    await raised(storage.accounts.changeAccount(1, { name: 'B' }));
    await raised(storage.operators.createOperator(operator));
    await raised(storage.operators.setRoute({ prefix: '1', operatorId: 1 }));
    await raised(storage.operators.setPrice({ prefix: '1', price: money(1) }));
    await raised(storage.operators.setOperatorState(1, 'paused'));
  });

  test('an id is never reserved twice, whoever asks', async () => {
    await using storage = await open();
    const firsts = await Promise.all(
      Array.from({ length: 20 }, () => storage.ids.reserveIds('message', 100)),
    );
    const ids = new Set(firsts.flatMap((first) => [first, first + 99]));
    assert.equal(ids.size, 40);
    assert.equal(Math.min(...firsts), 1);
    assert.equal(await storage.ids.reserveIds('job', 1), 1);
  });

  test('an invitation makes one administrator', async () => {
    await using storage = await open();
    await storage.settings.saveSetting('setup', 'token hash');
    const administrator = {
      email: 'a@b.example',
      passwordHash: 'hash',
      createdAtMs: atMs,
      setting: { name: 'setup', value: 'token hash' },
    };
    assert.equal(await storage.settings.createAdministrator(administrator), true);
    assert.equal(await storage.settings.createAdministrator(administrator), false);
    assert.equal(await storage.settings.findSetting('setup'), undefined);
    assert.equal(await storage.settings.countAdministrators(), 1);
  });
}
