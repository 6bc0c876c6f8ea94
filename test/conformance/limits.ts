/** Policies, exceptions from limits, windows that all processes count in, and what is held. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WindowDelta } from '#accounts/limits/counters.ts';
import type { AccountPolicy } from '#accounts/limits/policy.ts';
import type { Storage } from '#storage/storage.ts';
import { anAcceptance, atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { auditBehindSetup, plain, smsLane, withAccount } from './setup.ts';

const hourMs = 3_600_000;

function aDelta(over: Partial<WindowDelta> = {}): WindowDelta {
  const windowStartMs = over.windowStartMs ?? atMs;
  return {
    rule: 'country-hour',
    subject: '1/FR',
    windowStartMs,
    windowEndMs: windowStartMs + hourMs,
    amount: 1,
    ...over,
  };
}

export function limits(open: () => Promise<Storage>): void {
  test('a policy is what was saved last', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage);
    const usual: AccountPolicy = {
      accountId: id,
      trust: 'trusted',
      countries: 'home',
      costlyNumbers: false,
      quietHours: 'country',
      marketing: false,
      refundUndelivered: false,
    };
    const more = { quietHours: 'off', marketing: true, refundUndelivered: true } as const;
    const loose: AccountPolicy = { ...usual, countries: 'all', trust: 'new', ...more };
    const few: AccountPolicy = {
      ...usual,
      countries: new Set(['BE', 'FR']),
      costlyNumbers: true,
      quietHours: 'on',
    };
    assert.deepEqual(await storage.accounts.listPolicies(), []);
    for (const policy of [usual, loose, few]) {
      await storage.accounts.savePolicy(policy, anAuthor);
      assert.deepEqual(await storage.accounts.listPolicies(), [policy]);
    }
  });

  test('an exception stands once for each account, key and rule', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const store = storage.accounts;
    const place = { accountId, keyId: 0, rule: 'run' } as const;
    const exception = { ...place, limit: { max: 7, action: 'block' } } as const;
    await store.setException({ ...exception, limit: { max: 1, action: 'alert' } }, anAuthor);
    await store.setException(exception, anAuthor);
    await store.setException({ ...exception, keyId: 3 }, anAuthor);
    assert.equal((await store.listExceptions()).length, 2);
    assert.equal(await store.removeException({ ...place, keyId: 3 }, anAuthor), true);
    assert.equal(await store.removeException({ ...place, keyId: 3 }, anAuthor), false);
    assert.deepEqual(plain(await store.listExceptions()), [exception]);
    const actions = (await auditBehindSetup(storage)).map(({ action }) => action);
    assert.deepEqual(actions, ['limit.removed', 'limit.set', 'limit.set', 'limit.set']);
  });

  test('windows add up what every process brings, and answer the sums', async () => {
    await using storage = await open();
    const store = storage.accounts;
    const two = aDelta({ amount: 2 });
    const sums = await store.addToWindows([two, aDelta({ subject: '1/BE' }), two]);
    const amounts = new Map(sums.map(({ subject, amount }) => [subject, amount]));
    assert.deepEqual([amounts.size, amounts.get('1/BE'), amounts.get('1/FR')], [2, 1, 4]);
    const [sum] = await store.addToWindows([aDelta({ amount: -1 })]);
    assert.deepEqual(sum && { ...sum }, {
      rule: 'country-hour',
      subject: '1/FR',
      windowStartMs: atMs,
      amount: 3,
    });
    assert.deepEqual(await store.addToWindows([]), []);
    const many = Array.from({ length: 1_201 }, (_, index) => aDelta({ subject: `2/${index}` }));
    assert.equal((await store.addToWindows(many)).length, 1_201);
  });

  test('open windows, the busiest hours and old windows are found by their time', async () => {
    await using storage = await open();
    const store = storage.accounts;
    const next = aDelta({ windowStartMs: atMs + hourMs, amount: 9 });
    const other = aDelta({ rule: 'spend-day', amount: 50 });
    await store.addToWindows([aDelta({ amount: 4 }), next, other]);
    const openNow = await store.openWindows(atMs + hourMs, 10);
    assert.deepEqual(
      openNow.map(({ amount }) => amount),
      [9],
    );
    assert.equal((await store.openWindows(atMs, 2)).length, 2);
    assert.deepEqual([...(await store.busiestHours(atMs))], [['1/FR', 9]]);
    assert.deepEqual([...(await store.busiestHours(atMs + hourMs + 1))], []);
    assert.equal(await store.forgetWindows(atMs + hourMs, 10), 0);
    assert.equal(await store.forgetWindows(atMs + hourMs + 1, 10), 2);
  });

  test('a reset forgets one account’s windows, and tells the others', async () => {
    await using storage = await open();
    const store = storage.accounts;
    const subjects = ['1', '1/FR', '1/3', '10/FR', '10', '2/1/x'];
    await store.addToWindows(subjects.map((subject) => aDelta({ subject })));
    assert.equal(await store.windowsGeneration(), 0);
    const before = await storage.settings.settingsVersion();
    await store.resetWindows(1, anAuthor);
    await store.resetWindows(1, anAuthor);
    assert.equal(await store.windowsGeneration(), 2);
    assert.ok((await storage.settings.settingsVersion()) > before);
    const left = await store.openWindows(atMs, 10);
    assert.deepEqual(left.map(({ subject }) => subject).toSorted(), ['10', '10/FR', '2/1/x']);
  });

  test('what is held leaves when it is released, and is nobody’s work before', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const store = storage.accounts;
    const lanes = ['held/1/0:normal/1', 'held/2/0:bulk/1', 'held/1/0:normal/11'];
    await storage.messages.acceptMessages(
      lanes.map((lane, index) => anAcceptance(account, index + 1, { job: { lane } })),
    );
    assert.deepEqual(await storage.jobs.lanesWithWork('sms', atMs), []);
    const held = (await store.listHeld()).toSorted((a, b) => a.parts - b.parts);
    assert.partialDeepStrictEqual(held, [
      { accountId: 11, parts: 1 },
      { accountId: 1, parts: 2 },
    ]);
    const kept = (await storage.messages.dueParts({ ...smsLane, lane: 'held/1/0:normal/1' }))[0];
    assert.deepEqual(
      [held[1]?.firstPartId, held[1]?.endsAtMs],
      [kept?.job.subject, kept?.job.expiresAtMs],
    );
    assert.equal(await store.releaseHeld(1, 'send', anAuthor), 2);
    assert.equal(await store.releaseHeld(1, 'send', anAuthor), 0);
    assert.equal((await storage.messages.dueParts(smsLane)).length, 1);
    assert.partialDeepStrictEqual(await store.listHeld(), [{ accountId: 11, parts: 1 }]);
  });

  test('what is held and refused expires at once, and what is forgotten with its validity', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const lanes = ['held/1/0:normal/1', 'held/1/0:normal/2', 'held/1/0:normal/3'];
    const expiries = [atMs + hourMs, atMs, atMs + 2 * hourMs];
    await storage.messages.acceptMessages(
      lanes.map((lane, index) =>
        anAcceptance(account, index + 1, {
          job: { lane, expiresAtMs: expiries[index] ?? 0 },
        }),
      ),
    );
    assert.equal(await storage.accounts.releaseHeld(1, 'expire', anAuthor), 1);
    const [refused] = await storage.messages.dueParts(smsLane);
    assert.equal(refused?.job.expiresAtMs, anAuthor.atMs);
    assert.equal(await storage.accounts.expireHeld(atMs), 1);
    const [forgotten] = await storage.messages.dueParts({ ...smsLane, lane: 'sms/1/0:normal/2' });
    assert.equal(forgotten?.job.expiresAtMs, atMs);
  });
}
