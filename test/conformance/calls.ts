/** Trunks, what calls cost, and calls with the money that is set aside for them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallEnd, CallQuery, CallRecordQuery, NewCall } from '#numbers/calls/call-record.ts';
import type { Storage } from '#storage/storage.ts';
import { aTrunk, atMs, money, phone } from '#test/harness/records.ts';
import { plain, withAccount } from './setup.ts';

const author = { actor: 'test', atMs };
const number = phone('33755000001');

function aCall(accountId: number | null, over: Partial<NewCall> = {}): NewCall {
  return {
    id: 1,
    accountId,
    payerId: accountId,
    number,
    hops: [],
    caller: '33612345678',
    target: '33112345678',
    kind: 'forward',
    trunkIn: 'carrier',
    processId: 1,
    startedAtMs: atMs,
    perMinute: money(60_000),
    firstS: 1,
    nextS: 1,
    ...over,
  };
}

const anEnd: CallEnd = {
  endedAtMs: atMs + 90_000,
  ringingAtMs: atMs + 1_000,
  answeredAtMs: atMs + 5_000,
  trunkOut: 'carrier',
  billedS: 85,
  cost: money(85_000),
  cause: 'caller_hung_up',
  sipStatus: 200,
  rule: '',
};

const balanceOf = async (storage: Storage, accountId: number) =>
  (await storage.accounts.findAccount(accountId))?.balance;

/** Balance and movements agree whatever happens. */
async function assertLedger(storage: Storage, accountId: number, balance: number): Promise<void> {
  const sums = await storage.accounts.ledgerSums(accountId, 'live');
  assert.deepEqual([sums.balance, sums.movements - sums.costs], [balance, balance]);
}

export function calls(open: () => Promise<Storage>): void {
  test('calls are found by who called, the number, and whom they were led to', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const ended = { endedAtMs: atMs, cause: 'busy', sipStatus: 486 } as const;
    const end = { ...ended, ringingAtMs: null, answeredAtMs: null, trunkOut: '', rule: '' };
    for (const [id, caller, target] of [
      [901, '33600000001', '33600000002'],
      [902, '33600000002', '33600000003'],
      [903, '33600000003', '33600000003'],
    ] as const) {
      const call = aCall(account.id, { id, caller, target });
      await storage.calls.recordRefused(call, { ...end, billedS: 0, cost: money(0) });
    }
    const idsOf = async (digits: string, limit = 9) =>
      (await storage.calls.callsOfNumber(account.id, digits, limit)).map(({ id }) => id);
    assert.deepEqual(await idsOf('33600000002'), [902, 901]);
    assert.deepEqual(await idsOf('33600000003', 1), [903]);
    assert.deepEqual(await idsOf(aCall(account.id).number, 2), [903, 902]);
    assert.deepEqual(await storage.calls.callsOfNumber(account.id + 1, '33600000002', 9), []);
  });

  test('calls are looked up by caller, outcome and time, from either end, and counted', async () => {
    await using storage = await open();
    const [account, other] = [await withAccount(storage), await withAccount(storage)];
    const { calls: store } = storage;
    const second = phone('33755000002');
    const led = { hops: [{ number: second, accountId: other.id }] };
    const begun = [
      aCall(account.id, { id: 901, caller: '33600000001', ...led }),
      aCall(account.id, {
        id: 902,
        caller: '33700000002',
        kind: 'voicemail',
        startedAtMs: atMs + 10,
      }),
      aCall(account.id, { id: 903, caller: '33700000003', startedAtMs: atMs + 20 }),
      aCall(other.id, { id: 904, number: second, startedAtMs: atMs + 30 }),
    ];
    for (const call of begun) assert.ok(await store.beginCall(call, money(0)));
    await store.endCall(901, { ...anEnd, cost: money(0) });
    await store.endCall(902, { ...anEnd, answeredAtMs: null, billedS: 0, cost: money(0) });
    const all = { accountId: account.id, beforeId: Number.MAX_SAFE_INTEGER, limit: 9 };
    const idsOf = async (wish: Partial<CallRecordQuery> = {}) => {
      const { calls: found, nextId } = await store.callRecords({ ...all, ...wish });
      if (wish.limit === undefined) assert.equal(nextId, undefined);
      if (wish.limit === undefined && wish.afterId === undefined) {
        const total = await store.callTotal({ ...all, ...wish });
        assert.deepEqual(total, { calls: found.length, of: undefined });
      }
      return found.map(({ id }) => id);
    };
    assert.deepEqual(await idsOf(), [903, 902, 901]);
    assert.deepEqual(await idsOf({ limit: 2 }), [903, 902]);
    assert.equal((await store.callRecords({ ...all, limit: 2 })).nextId, 902);
    assert.equal((await store.callRecords({ ...all, limit: 3 })).nextId, undefined);
    assert.deepEqual(await idsOf({ afterId: 0, limit: 2 }), [901, 902]);
    assert.deepEqual(await idsOf({ afterId: 901 }), [902, 903]);
    assert.deepEqual(await idsOf({ callerBegins: '337' }), [903, 902]);
    assert.deepEqual(await idsOf({ fromMs: atMs + 10, untilMs: atMs + 20 }), [902]);
    assert.deepEqual(await idsOf({ outcome: 'under way' }), [903]);
    assert.deepEqual(await idsOf({ outcome: 'answered' }), [901]);
    assert.deepEqual(await idsOf({ outcome: 'not answered' }), [902]);
    assert.deepEqual(await idsOf({ outcome: 'voicemail' }), []);
    assert.deepEqual(await idsOf({ outcome: 'refused' }), []);
    // A call that was led on is its next account's as well.
    assert.deepEqual(await idsOf({ accountId: other.id }), [904, 901]);
    assert.deepEqual(
      await idsOf({ accountId: other.id, number: second, untilMs: atMs + 1 }),
      [901],
    );
  });

  test('a call is listed under each number that it was led on to, once for each account', async () => {
    await using storage = await open();
    const [first, last] = [await withAccount(storage), await withAccount(storage)];
    const [second, third] = [phone('33755000002'), phone('33755000003')];
    const hops = [second, third].map((digits) => ({ number: digits, accountId: last.id }));
    const { calls: store } = storage;
    await store.beginCall(aCall(first.id, { payerId: last.id, hops }), money(0));
    await store.recordRefused(aCall(first.id, { id: 2, kind: 'refused', hops }), anEnd);
    await store.beginCall(aCall(last.id, { id: 3, number: second }), money(0));
    const idsOf = async (query: Partial<CallQuery>) =>
      (await store.listCalls({ beforeId: 99, limit: 9, ...query })).map(({ id }) => id);
    assert.deepEqual(await idsOf({}), [3, 2, 1]);
    assert.deepEqual(await idsOf({ accountId: first.id }), [2, 1]);
    assert.deepEqual(await idsOf({ accountId: last.id }), [3, 2, 1]);
    assert.deepEqual(await idsOf({ accountId: last.id, limit: 2 }), [3, 2]);
    assert.deepEqual(await idsOf({ accountId: last.id, beforeId: 2 }), [1]);
    assert.deepEqual(await idsOf({ number: third }), [2, 1]);
    assert.deepEqual(await idsOf({ number: second, accountId: last.id, mode: 'live' }), [3, 2, 1]);
    assert.deepEqual(await idsOf({ number: second, accountId: last.id, mode: 'test' }), []);
    assert.deepEqual(await idsOf({ number: second, accountId: first.id }), []);
    assert.deepEqual((await store.findCall(1))?.hops, hops);
    const named = await store.callsOfNumber(last.id, aCall(null).caller, 9);
    assert.deepEqual(
      named.map(({ id }) => id),
      [3, 2, 1],
    );
    assert.equal((await store.callsOfNumber(last.id, third, 9)).length, 2);
    const owner = { payerId: last.id, number: third };
    assert.deepEqual(await store.countElsewhere(2, owner), { ofPayer: 2, ofNumber: 1 });
    await store.endCall(1, anEnd);
    for await (const _ of storage.history.forgetCalls({ nowMs: atMs + 9, beforeMs: atMs + 1 }));
    assert.deepEqual(await idsOf({ number: third }), []);
  });

  test('messages of a traced trunk are kept, the newest, and go with it', async () => {
    await using storage = await open();
    const { trunks } = storage;
    const made = await trunks.createTrunk(aTrunk(), author);
    assert.ok(made);
    assert.equal(made.tracedUntilMs, 0);
    const traced = await trunks.changeTrunk(made.id, { tracedUntilMs: atMs + 1 }, author);
    assert.equal(traced?.tracedUntilMs, atMs + 1);
    const message = (n: number) => ({
      trunkId: made.id,
      atMs: atMs + n,
      direction: n % 2 === 0 ? ('in' as const) : ('out' as const),
      peer: 'udp 192.0.2.1:5060',
      text: `OPTIONS é\r\n${n}`,
    });
    await trunks.keepMessages([message(1), message(2)], 3);
    await trunks.keepMessages([message(3), message(4)], 3);
    const newest = { trunkId: made.id, beforeId: Number.MAX_SAFE_INTEGER, limit: 2 };
    const listed = await trunks.listMessages(newest);
    const wanted = [4, 3].map((n, place) => ({ id: listed[place]?.id, ...message(n) }));
    assert.deepEqual(listed, wanted);
    const older = await trunks.listMessages({ ...newest, beforeId: listed.at(-1)?.id ?? 0 });
    assert.deepEqual(
      older.map(({ atMs: at }) => at - atMs),
      [2],
    );
    const between = await trunks.messagesBetween(atMs + 3, atMs + 4);
    assert.deepEqual(
      between.map(({ atMs: at }) => at - atMs),
      [3, 4],
    );
    const age = { nowMs: atMs + 9, beforeMs: atMs + 3 };
    for await (const _ of storage.history.forgetTrunkMessages(age));
    assert.equal((await trunks.listMessages({ ...newest, limit: 9 })).length, 2);
    await trunks.removeTrunk(made.id, author);
    assert.deepEqual(await trunks.listMessages(newest), []);
  });

  test('a trunk is made once, changed, and removed', async () => {
    await using storage = await open();
    const wanted = aTrunk({ host: 'sip.carrier.example', sources: ['192.0.2.0/24'] });
    const made = await storage.trunks.createTrunk(wanted, author);
    assert.ok(made);
    assert.deepEqual(made, { ...wanted, id: made.id, tracedUntilMs: 0 });
    assert.equal(await storage.trunks.createTrunk(wanted, author), undefined);
    const settings = { ...wanted.settings, maxCalls: 20 };
    const changed = await storage.trunks.changeTrunk(made.id, { enabled: false, settings }, author);
    assert.deepEqual(changed, { ...made, enabled: false, settings });
    assert.deepEqual(await storage.trunks.listTrunks(), [changed]);
    assert.equal(await storage.trunks.changeTrunk(99, { enabled: true }, author), undefined);
    assert.equal(await storage.trunks.removeTrunk(made.id, author), true);
    assert.equal(await storage.trunks.removeTrunk(made.id, author), false);
    assert.deepEqual(await storage.trunks.listTrunks(), []);
  });

  test('a price of calls is set, replaced and removed', async () => {
    await using storage = await open();
    const price = { accountId: 0, prefix: '33', perMinute: money(10_000), firstS: 1, nextS: 1 };
    await storage.calls.setCallPrice({ ...price, firstS: 60 }, author);
    await storage.calls.setCallPrice(price, author);
    assert.deepEqual(plain(await storage.calls.listCallPrices()), [price]);
    assert.equal(await storage.calls.removeCallPrice(price, author), true);
    assert.equal(await storage.calls.removeCallPrice(price, author), false);
  });

  test('a call sets money aside, more as it goes on, and gives back what it did not cost', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage);
    assert.equal(await storage.calls.beginCall(aCall(id), money(120_000)), true);
    assert.equal(await balanceOf(storage, id), 880_000);
    assert.equal(await storage.calls.reserveMore(1, 1, money(60_000), atMs), true);
    assert.equal(await storage.calls.reserveMore(1, 1, money(60_000), atMs), false);
    assert.equal(await balanceOf(storage, id), 820_000);
    assert.equal(await storage.calls.spentOnCalls(id, atMs), 180_000);
    await assertLedger(storage, id, 820_000);
    const ended = await Promise.all([
      storage.calls.endCall(1, anEnd),
      storage.calls.endCall(1, anEnd),
    ]);
    assert.deepEqual(new Set(ended), new Set([true, false]));
    await assertLedger(storage, id, 915_000);
    assert.equal(await storage.calls.spentOnCalls(id, atMs), 85_000);
    assert.equal(await storage.calls.spentOnCalls(id, atMs + 1), 0);
    assert.equal(await storage.calls.reserveMore(1, 2, money(60_000), atMs), false);
    const [kept] = await storage.calls.listCalls({ accountId: id, beforeId: 99, limit: 9 });
    assert.deepEqual(kept, { ...aCall(id), ...anEnd, reserved: 180_000 });
    assert.deepEqual(await storage.calls.findCall(1), kept);
    assert.equal(await storage.calls.findCall(2), undefined);
  });

  test('calls under way in other processes are counted, of who pays and of a number', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage, 10_000_000);
    const { calls: store } = storage;
    const begin = (callId: number, over: Partial<NewCall>) =>
      store.beginCall(aCall(id, { id: callId, ...over }), money(0));
    await begin(1, { processId: 1 });
    await begin(2, { processId: 2 });
    await begin(3, { processId: 2, number: phone('33755000002') });
    const owner = { payerId: id, number };
    assert.deepEqual(await store.countElsewhere(1, owner), { ofPayer: 2, ofNumber: 1 });
    assert.deepEqual(await store.countElsewhere(2, owner), { ofPayer: 1, ofNumber: 1 });
    await store.endCall(2, anEnd);
    assert.deepEqual(await store.countElsewhere(1, owner), { ofPayer: 1, ofNumber: 0 });
    const nobody = { payerId: id + 1, number: '1' };
    assert.deepEqual(await store.countElsewhere(1, nobody), { ofPayer: 0, ofNumber: 0 });
  });

  test('without the money there is no call, and none that goes on gets more', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage, 120_000);
    assert.equal(await storage.calls.beginCall(aCall(id), money(120_001)), false);
    assert.deepEqual(await storage.calls.listCalls({ beforeId: 99, limit: 9 }), []);
    assert.equal(await storage.calls.beginCall(aCall(id), money(120_000)), true);
    assert.equal(await storage.calls.reserveMore(1, 1, money(1), atMs), false);
    const [kept] = await storage.calls.listCalls({ beforeId: 99, limit: 9 });
    assert.equal(kept?.reserved, 120_000);
    await assertLedger(storage, id, 0);
  });

  test('a call that nobody answered costs nothing', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage);
    await storage.calls.beginCall(aCall(id), money(120_000));
    const unanswered = { ...anEnd, answeredAtMs: null, billedS: 0, cost: money(0) };
    await storage.calls.endCall(1, { ...unanswered, cause: 'busy', sipStatus: 486 });
    await assertLedger(storage, id, 1_000_000);
  });

  test('a call without a price, and one that was refused, move no money', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage);
    assert.equal(await storage.calls.beginCall(aCall(id), money(0)), true);
    await storage.calls.endCall(1, { ...anEnd, cost: money(0) });
    const refused = aCall(null, { id: 2, kind: 'refused', target: '' });
    const end = { ...anEnd, cost: money(0), cause: 'unknown_number', sipStatus: 404 } as const;
    await storage.calls.recordRefused(refused, end);
    await assertLedger(storage, id, 1_000_000);
    const listed = await storage.calls.listCalls({ number, beforeId: 99, limit: 9 });
    assert.deepEqual(
      listed.map((call) => [call.id, call.cause]),
      [
        [2, 'unknown_number'],
        [1, 'caller_hung_up'],
      ],
    );
    assert.equal((await storage.calls.listCalls({ number, beforeId: 2, limit: 9 })).length, 1);
  });

  test('a call of a process that is not seen any more is found, with when it was', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage);
    await storage.calls.seen(1);
    await storage.calls.seen(2);
    await storage.calls.beginCall(aCall(id), money(0));
    await storage.calls.beginCall(aCall(id, { id: 2, processId: 2 }), money(0));
    const price = { perMinute: money(70_000), firstS: 30, nextS: 6 };
    await storage.calls.answered(1, atMs + 5_000, price);
    const query = { silentMs: 0, exceptProcess: 2, limit: 9 };
    assert.deepEqual(await storage.calls.listInterrupted({ ...query, silentMs: 600_000 }), []);
    const [found, ...others] = await storage.calls.listInterrupted(query);
    assert.deepEqual([found?.id, others.length], [1, 0]);
    const { perMinute, firstS, nextS } = found ?? {};
    assert.deepEqual([found?.answeredAtMs, { perMinute, firstS, nextS }], [atMs + 5_000, price]);
    assert.ok((found?.seenAtMs ?? 0) > 0);
    await storage.calls.endCall(1, { ...anEnd, cause: 'interrupted' });
    assert.deepEqual(await storage.calls.listInterrupted(query), []);
  });

  test('a process that is not seen any more is forgotten once none of its calls goes on', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage);
    await storage.calls.seen(1);
    await storage.calls.beginCall(aCall(id), money(0));
    const query = { silentMs: 0, exceptProcess: 2, limit: 9 };
    const found = async () => (await storage.calls.listInterrupted(query)).map((call) => call.id);
    await storage.calls.forgetProcesses(0);
    assert.deepEqual(await found(), [1]);
    await storage.calls.endCall(1, { ...anEnd, cost: money(0) });
    await storage.calls.forgetProcesses(600_000);
    await storage.calls.beginCall(aCall(id, { id: 2 }), money(0));
    assert.deepEqual(await found(), [2]);
    await storage.calls.endCall(2, { ...anEnd, cost: money(0) });
    await storage.calls.forgetProcesses(0);
    await storage.calls.beginCall(aCall(id, { id: 3 }), money(0));
    assert.deepEqual(await found(), []);
  });

  test('an answer that is noted after the end changes nothing', async () => {
    await using storage = await open();
    const { id } = await withAccount(storage);
    await storage.calls.beginCall(aCall(id), money(0));
    await storage.calls.endCall(1, { ...anEnd, answeredAtMs: null, cost: money(0) });
    await storage.calls.answered(1, atMs, aCall(id));
    const [kept] = await storage.calls.listCalls({ beforeId: 99, limit: 9 });
    assert.equal(kept?.answeredAtMs, null);
  });
}
