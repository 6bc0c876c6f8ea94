/** Two processes on one database: whatever both of them do at once happens once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import type { Hint } from '#queue/hints.ts';
import type { Acceptance, Facts, PartRefusal, Submit } from '#sms/message-store.ts';
import type { Storage } from '#storage/storage.ts';
import {
  aMatch,
  anAcceptance,
  anEvent,
  aReceipt,
  aRefusal,
  aSubmit,
  atMs,
} from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { Arrivals } from '#test/harness/smpp-link.ts';
import { anAttempt, noEvents, smsLane, webhookLane, withAccount } from './setup.ts';

/** Two storages on one database, as two processes have it. */
export type Pair = AsyncDisposable & { readonly first: Storage; readonly second: Storage };

export type SharingAbilities = {
  /** Processes tell one another of new work; without it each looks for itself. */
  readonly supportsHints: boolean;
};

export function sharing(open: () => Promise<Pair>, { supportsHints }: SharingAbilities): void {
  money(open);
  outcomes(open);
  queue(open);
  if (supportsHints) telling(open);
  else silent(open);
}

function accept(storage: Storage, account: Account, ids: readonly number[]) {
  const items = ids.map((id) => anAcceptance(account, id));
  return storage.messages.acceptMessages(items);
}

function money(open: () => Promise<Pair>): void {
  test('two processes spend one balance once', async () => {
    await using pair = await open();
    const account = await withAccount(pair.first, 38_000 * 7);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => [
        accept(pair.first, account, [index * 2 + 1]),
        accept(pair.second, account, [index * 2 + 2]),
      ]).flat(),
    );
    const accepted = results.flat().filter(({ kind }) => kind === 'accepted');
    assert.equal(accepted.length, 7);
    const sums = await pair.second.accounts.ledgerSums(account.id, 'live');
    assert.deepEqual({ ...sums }, { balance: 0, movements: 266_000, costs: 266_000 });
  });

  test('one idempotency key is accepted once, whichever process hears it first', async () => {
    await using pair = await open();
    const account = await withAccount(pair.first);
    for (let round = 0; round < 10; round += 1) {
      const keyed = (id: number) => {
        const reply = { key: `k${round}`, fingerprint: 'f', reply: `${id}`, forgottenBeforeMs: 0 };
        return anAcceptance(account, id, { idempotency: reply });
      };
      const [one, two] = [round * 2 + 1, round * 2 + 2];
      const results = await Promise.all([
        pair.first.messages.acceptMessages([keyed(one)]),
        pair.second.messages.acceptMessages([keyed(two)]),
      ]);
      const kinds = results.flat().map(({ kind }) => kind);
      assert.deepEqual(kinds.toSorted(), ['accepted', 'repeated']);
    }
    const sums = await pair.first.accounts.ledgerSums(account.id, 'live');
    assert.equal(sums.costs, 380_000);
  });

  test('accepts and refunds of two accounts at once add up, and nobody waits for ever', async () => {
    await using pair = await open();
    const accounts = [await withAccount(pair.first), await withAccount(pair.first)];
    const both = (start: number) =>
      accounts.map((account, index) => anAcceptance(account, start + index));
    const before = Array.from({ length: 5 }, (_, round) => both(round * 2 + 1)).flat();
    await pair.first.messages.acceptMessages(before);
    const work = before.flatMap((acceptance, index) => {
      const refusals = [aRefusal(acceptance, anEvent(index + 1))];
      return [
        pair.first.messages.recordFacts({ ...noEvents, refusals }),
        pair.second.messages.acceptMessages(both(100 + index * 2).toReversed()),
      ];
    });
    await Promise.all(work);
    for (const account of accounts) {
      const { balance, movements, costs } = await pair.first.accounts.ledgerSums(
        account.id,
        'live',
      );
      assert.deepEqual([movements, costs], [1_190_000, 15 * 38_000]);
      assert.equal(balance, movements - costs);
    }
  });
}

/** An accepted message for each id, with its submit. */
async function withMessages(storage: Storage, count: number, over: { parts?: number } = {}) {
  const account = await withAccount(storage);
  const acceptances = Array.from({ length: count }, (_, index) =>
    anAcceptance(account, index + 1, { recipient: over }),
  );
  await storage.messages.acceptMessages(acceptances);
  const submits = acceptances.flatMap((acceptance) =>
    acceptance.jobs.map((job) =>
      aSubmit(acceptance, { job, submittedPartId: job.id, remoteId: `remote-${job.id}` }),
    ),
  );
  return { account, acceptances, submits };
}

/** Both processes store facts about the same thing at the same time. */
function together(pair: Pair, first: Partial<Facts>, second: Partial<Facts>) {
  return Promise.all([
    pair.first.messages.recordFacts({ ...noEvents, ...first }),
    pair.second.messages.recordFacts({ ...noEvents, ...second }),
  ]);
}

function outcomes(open: () => Promise<Pair>): void {
  test('the same receipt at two processes changes the state once and owes one event', async () => {
    await using pair = await open();
    const { submits } = await withMessages(pair.first, 10);
    await pair.first.messages.recordFacts({ ...noEvents, submits });
    const matches = (offset: number) =>
      submits.map((submit, index) => aMatch(submit, anEvent(offset + index)));
    const results = await together(
      pair,
      { receipts: matches(1) },
      { receipts: matches(101).toReversed() },
    );
    const changed = results
      .flatMap(({ receipts }) => receipts)
      .filter((each) => each !== 'nothing new');
    assert.deepEqual(changed, Array(10).fill('state changed'));
    const owed = await pair.second.webhooks.dueDeliveries({ ...webhookLane, limit: 100 });
    assert.equal(owed.length, 10);
  });

  test('parts that two processes report are all counted, and delivered is told once', async () => {
    await using pair = await open();
    const { submits } = await withMessages(pair.first, 5, { parts: 2 });
    await pair.first.messages.recordFacts({ ...noEvents, submits });
    const matches = (part: number) =>
      submits
        .filter(({ job }) => job.subject % 16 === part)
        .map((submit) => aMatch(submit, anEvent(submit.job.id), { parts: 2 }));
    const results = await together(pair, { receipts: matches(1) }, { receipts: matches(2) });
    const changed = results
      .flatMap(({ receipts }) => receipts)
      .filter((each) => each !== 'nothing new');
    assert.deepEqual(changed, Array(5).fill('state changed'));
  });

  test('a part that two processes refuse is refunded once', async () => {
    await using pair = await open();
    const { account, acceptances } = await withMessages(pair.first, 5);
    const refusals = (offset: number): PartRefusal[] =>
      acceptances.map((acceptance, index) => aRefusal(acceptance, anEvent(offset + index)));
    const results = await together(
      pair,
      { refusals: refusals(1) },
      { refusals: refusals(101).toReversed() },
    );
    const told = results.flatMap((each) => each.refusals).filter((changed) => changed);
    assert.equal(told.length, 5);
    const { balance } = await pair.first.accounts.ledgerSums(account.id, 'live');
    assert.equal(balance, 1_000_000);
  });

  test('a receipt and its submit that cross find each other, now or at the next sweep', async () => {
    await using pair = await open();
    const { submits } = await withMessages(pair.first, 20);
    const met = await Promise.all(submits.map((submit) => cross(pair, submit)));
    const missed = await pair.first.messages.claimableReceipts(100);
    const claimable = new Set(missed.map(({ part }) => part.submittedPartId));
    for (const [index, { submittedPartId }] of submits.entries()) {
      assert.ok(met[index] === true || claimable.has(submittedPartId));
    }
  });
}

/** Whether one of the two has seen the other. */
async function cross({ first, second }: Pair, submit: Submit): Promise<boolean> {
  const [stored, [part]] = await Promise.all([
    first.messages.recordFacts({ ...noEvents, submits: [submit] }),
    second.messages.matchOrKeepReceipts([aReceipt(submit)]),
  ]);
  return part !== undefined || stored.submits[0]?.length === 1;
}

function queue(open: () => Promise<Pair>): void {
  test('a delivery that two processes settle is gone, and its retry changes nothing any more', async () => {
    await using pair = await open();
    const { submits } = await withMessages(pair.first, 1);
    const [submit] = submits as [Submit];
    const receipts = [aMatch(submit, anEvent(1))];
    await pair.first.messages.recordFacts({ ...noEvents, submits, receipts });
    const [owed] = await pair.first.webhooks.dueDeliveries(webhookLane);
    assert.ok(owed);
    const attempt = anAttempt(owed.job.id);
    const retry = { attempt: 1, dueAtMs: atMs + 1 };
    await Promise.all([
      pair.first.webhooks.settleDeliveries([{ job: owed.job, attempt }]),
      pair.second.webhooks.settleDeliveries([{ job: owed.job, attempt }]),
    ]);
    await pair.second.webhooks.settleDeliveries([{ job: owed.job, attempt, retry }]);
    const left = await pair.first.webhooks.dueDeliveries({ ...webhookLane, nowMs: atMs * 2 });
    assert.deepEqual(left, []);
  });

  test('of two processes that put a job off, the one that read it first does', async () => {
    await using pair = await open();
    const { acceptances } = await withMessages(pair.first, 1);
    const [{ jobs }] = acceptances as [Acceptance];
    const [job] = jobs;
    assert.ok(job);
    const read = { jobId: job.id, attemptRead: 0, attempt: 1 };
    await pair.first.jobs.retryJobs([{ ...read, dueAtMs: atMs + 1 }]);
    await pair.second.jobs.retryJobs([{ ...read, dueAtMs: atMs + 2 }]);
    const [due] = await pair.second.messages.dueParts({ ...smsLane, nowMs: atMs + 5 });
    assert.equal(due?.job.dueAtMs, atMs + 1);
  });

  test('two processes are never given the same id', async () => {
    await using pair = await open();
    const storages = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? pair.first : pair.second,
    );
    const firsts = await Promise.all(storages.map(({ ids }) => ids.reserveIds('message', 100)));
    assert.deepEqual(
      firsts.toSorted((a, b) => a - b),
      firsts.map((_, index) => 1 + index * 100),
    );
  });

  test('what one process changes raises the version that the other one reads', async () => {
    await using pair = await open();
    const before = await pair.second.settings.settingsVersion();
    await withAccount(pair.first);
    assert.ok((await pair.second.settings.settingsVersion()) > before);
  });
}

/** What a process is told, and a wait for one that fits. */
function hearing(storage: Storage) {
  const heard = new Arrivals<Hint>();
  const listening = must(storage.hints, 'way to tell each other').listen((hint) => heard.add(hint));
  return { heard, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() };
}

function silent(open: () => Promise<Pair>): void {
  test('there is no way to tell the other, and none is promised', async () => {
    await using pair = await open();
    assert.equal(pair.first.hints, undefined);
  });
}

function telling(open: () => Promise<Pair>): void {
  test('one process tells the other of lanes, and not itself', async () => {
    await using pair = await open();
    await using first = hearing(pair.first);
    await using second = hearing(pair.second);
    // Who hears this hears all that comes after it.
    await first.heard.next(({ about }) => about === 'leases');
    await second.heard.next(({ about }) => about === 'leases');
    const lanes = Array.from({ length: 900 }, (_, n) => `sms/${n}/0:normal/1000000`);
    pair.first.hints?.tell(lanes);
    pair.first.hints?.tell(['webhook/7']);
    const told = new Set<string>();
    await second.heard.next((hint) => {
      if (hint.about === 'lanes') for (const lane of hint.lanes) told.add(lane);
      return told.size === lanes.length + 1;
    });
    pair.second.hints?.tell(['webhook/8']);
    const back = await first.heard.next(({ about }) => about === 'lanes');
    assert.deepEqual(back, { about: 'lanes', lanes: ['webhook/8'] });
  });

  test('what live pages are told arrives as it was said', async () => {
    await using pair = await open();
    await using second = hearing(pair.second);
    await using first = hearing(pair.first);
    await first.heard.next(({ about }) => about === 'leases');
    await second.heard.next(({ about }) => about === 'leases');
    const text = '{"é":"settings  leases"}';
    pair.first.hints?.sendLive(text);
    const told = await second.heard.next(({ about }) => about === 'live');
    assert.deepEqual(told, { about: 'live', text });
  });

  test('a change of settings and a lease given up are told by the database itself', async () => {
    await using pair = await open();
    await using second = hearing(pair.second);
    await second.heard.next(({ about }) => about === 'leases');
    second.heard.clear();
    await withAccount(pair.first);
    const [lease] = await pair.first.leases.take(1, ['a'], 60_000);
    assert.ok(lease);
    assert.deepEqual(
      second.heard.all.filter(({ about }) => about === 'leases'),
      [],
    );
    await pair.first.leases.release(1, [lease]);
    await second.heard.next(({ about }) => about === 'leases');
    await pair.first.operators.setOperatorState(1, 'paused', anAuthor);
    await second.heard.next(({ about }) => about === 'settings');
  });
}
