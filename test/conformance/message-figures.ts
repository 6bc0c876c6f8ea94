/** How messages went, hour by hour: each counted once, no matter who counts, dies or comes late. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Account } from '#accounts/account.ts';
import { delayBucket } from '#core/delays.ts';
import type { Storage } from '#storage/storage.ts';
import { blockSize, countAt } from '#test/harness/count-messages.ts';
import {
  type AcceptanceOver,
  aMatch,
  anAcceptance,
  anEvent,
  aReceipt,
  aRefusal,
  aSubmit,
  atMs,
  phone,
} from '#test/harness/records.ts';
import { noEvents, plain, withAccount } from './setup.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const wish = {
  accountId: 1,
  purse: 'live',
  fromMs: atMs - 24 * hourMs,
  untilMs: atMs + 24 * hourMs,
} as const;

async function accept(storage: Storage, account: Account, id: number, over: AcceptanceOver = {}) {
  const acceptance = anAcceptance(account, id, over);
  await storage.messages.acceptMessages([acceptance]);
  return acceptance;
}

type Accepted = Awaited<ReturnType<typeof accept>>;

async function deliver(storage: Storage, acceptance: Accepted, afterMs: number): Promise<void> {
  const submit = aSubmit(acceptance);
  const receivedAtMs = acceptance.message.acceptedAtMs + afterMs;
  const receipt = aReceipt(submit, { receivedAtMs });
  const match = { ...aMatch(submit, anEvent(acceptance.message.id)), receipt };
  await storage.messages.recordFacts({ ...noEvents, submits: [submit], receipts: [match] });
}

async function refuse(storage: Storage, acceptance: Accepted): Promise<void> {
  const refusal = aRefusal(acceptance, anEvent(acceptance.message.id), { reason: 'refused_0x0b' });
  await storage.messages.recordFacts({ ...noEvents, refusals: [refusal] });
}

const places = async (storage: Storage, over: Partial<typeof wish> = {}) =>
  plain(await storage.messages.figuresByPlace({ ...wish, ...over }));

export function messageFigures(open: () => Promise<Storage>): void {
  test('messages are counted by hour, country, operator and what became of them', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 100_000_000);
    await storage.ids.reserveIds('message', 2 * blockSize);
    await deliver(storage, await accept(storage, account, 1), 1_500);
    const british = { recipient: { phone: phone('447700900123'), operatorId: 2 } };
    await deliver(storage, await accept(storage, account, 2, british), 9_000);
    const late = { message: { acceptedAtMs: atMs + hourMs } };
    await refuse(storage, await accept(storage, account, 3, late));
    await accept(storage, account, 4, late);
    await countAt(storage.messages, atMs + 2 * hourMs);
    const figure = { messages: 1, parts: 1, cost: 38_000 };
    assert.deepEqual(await places(storage), [
      {
        country: 'FR',
        operatorId: 1,
        state: 'delivered',
        detail: String(delayBucket(1_500)),
        ...figure,
      },
      // What was refused was given back.
      {
        country: 'FR',
        operatorId: 1,
        state: 'not delivered',
        detail: 'refused_0x0b',
        ...figure,
        cost: 0,
      },
      { country: 'FR', operatorId: 1, state: 'under way', detail: '', ...figure },
      {
        country: 'GB',
        operatorId: 2,
        state: 'delivered',
        detail: String(delayBucket(9_000)),
        ...figure,
      },
    ]);
    const hours = await storage.messages.figuresByHour(wish);
    const told = hours.map((one) => `${one.startsAtMs} ${one.state} ${one.detail} ${one.messages}`);
    assert.deepEqual(told.toSorted(), [
      `${atMs} delivered ${delayBucket(1_500)} 1`,
      `${atMs} delivered ${delayBucket(9_000)} 1`,
      `${atMs + hourMs} not delivered  1`,
      `${atMs + hourMs} under way  1`,
    ]);
    assert.deepEqual(await places(storage, { fromMs: atMs + 2 * hourMs }), []);
    assert.deepEqual(await places(storage, { purse: 'test' as 'live' }), []);
  });

  test('what was under way is counted anew when it is not, once', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 100_000_000);
    await storage.ids.reserveIds('message', blockSize);
    const acceptance = await accept(storage, account, 1);
    await countAt(storage.messages, atMs + minuteMs);
    assert.deepEqual((await places(storage)).length, 1);
    await deliver(storage, acceptance, 2 * minuteMs);
    for (let hour = 1; hour < 5; hour += 1) {
      await countAt(storage.messages, atMs + hour * hourMs);
    }
    const figure = { messages: 1, parts: 1, cost: 38_000 };
    assert.deepEqual(await places(storage), [
      {
        country: 'FR',
        operatorId: 1,
        state: 'delivered',
        detail: String(delayBucket(120_000)),
        ...figure,
      },
    ]);
  });

  test('ids of several processes are counted in any order, and young ones wait for those before them', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 100_000_000);
    await storage.ids.reserveIds('message', 3 * blockSize);
    await accept(storage, account, 2);
    await accept(storage, account, 15);
    await countAt(storage.messages, atMs + minuteMs);
    // One process was idle in the middle of its block while the other went on.
    const later = { message: { acceptedAtMs: atMs + minuteMs } };
    await accept(storage, account, 3, later);
    await accept(storage, account, 22, later);
    await countAt(storage.messages, atMs + minuteMs + 1);
    const underWay = { country: 'FR', operatorId: 1, state: 'under way', detail: '' };
    assert.deepEqual(await places(storage), [{ ...underWay, messages: 2, parts: 2, cost: 76_000 }]);
    await countAt(storage.messages, atMs + 3 * minuteMs);
    await countAt(storage.messages, atMs + 3 * minuteMs);
    assert.deepEqual(await places(storage), [
      { ...underWay, messages: 4, parts: 4, cost: 152_000 },
    ]);
  });

  test('of two who count at once one is told that it is too late', async () => {
    await using storage = await open();
    const [first, second] = [await storage.messages.takeTurn(), await storage.messages.takeTurn()];
    const change = {
      accountId: 1,
      purse: 'live',
      startsAtMs: atMs,
      country: 'FR',
      operatorId: 1,
      state: 'delivered',
      detail: '1000',
      messages: 1,
      parts: 1,
      cost: 38_000 as never,
    } as const;
    const counted = { changes: [change], open: [], ended: [] };
    assert.equal(await first.commit(counted), true);
    assert.equal(await second.commit(counted), false);
    assert.equal(await first.commit({ ...counted, changes: [] }), true);
    assert.deepEqual((await places(storage)).length, 1);
  });

  test('blocks of processes that have gone are forgotten, and none is noted twice', async () => {
    await using storage = await open();
    await storage.ids.reserveIds('message', 1_000_000);
    const store = storage.messages;
    await store.noteBlocks(blockSize, atMs);
    const blocks = await store.listBlocks();
    assert.ok(blocks.length <= 102, 'a jump of ids is one block');
    assert.deepEqual([blocks[0]?.first, blocks.at(-1)?.end], [1, 1_000_001]);
    assert.ok(
      blocks.every(({ end }, at) => at + 1 === blocks.length || end === blocks[at + 1]?.first),
    );
    for (const block of blocks) await store.forgetBlock(block);
    await store.noteBlocks(blockSize, atMs);
    assert.deepEqual(
      (await store.listBlocks()).map(({ end }) => end),
      [1_000_001],
    );
  });

  test('whatever comes in whatever order, the figures are those of the messages', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 1_000_000_000);
    await storage.ids.reserveIds('message', 6 * blockSize);
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const blocks = Array.from({ length: 6 }, (_, block) => ({ next: block * blockSize + 1 }));
    const pending: Accepted[] = [];
    let nowMs = atMs;
    for (let step = 0; step < 120; step += 1) {
      nowMs += random(40_000);
      const place = blocks[random(6)] ?? { next: 1 };
      const what = random(4);
      if (what === 0) await countAt(storage.messages, nowMs);
      else if (what === 1 && pending.length > 0) {
        const [acceptance] = pending.splice(random(pending.length), 1) as [Accepted];
        if (random(2) === 0) await deliver(storage, acceptance, random(3 * hourMs));
        else await refuse(storage, acceptance);
      } else if (blockOf(place.next) === blocks.indexOf(place)) {
        const message = { acceptedAtMs: nowMs };
        pending.push(await accept(storage, account, place.next, { message }));
        place.next += 1;
      }
    }
    for (let hours = 1; hours < 8; hours += 1) {
      await countAt(storage.messages, nowMs + hours * hourMs);
    }
    const figures = await storage.messages.figuresByPlace(wish);
    const { records } = await storage.messages.listRecords({
      accountId: account.id,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 200,
    });
    assert.ok(records.length > 20);
    const inState = (state: string) =>
      figures.filter((one) => one.state === state).reduce((sum, one) => sum + one.messages, 0);
    const ofState = (...states: string[]) =>
      records.filter(({ state }) => states.includes(state)).length;
    assert.equal(inState('delivered'), ofState('delivered'));
    assert.equal(inState('not delivered'), ofState('not delivered'));
    assert.equal(inState('under way'), ofState('accepted', 'waiting'));
    const spent = await storage.accounts.listSpentHours(wish);
    assert.equal(costOf(figures), costOf(spent));
  });
}

function costOf(all: readonly { readonly cost: number }[]): number {
  return all.reduce((cost, one) => cost + one.cost, 0);
}

/** The id behind a block that is used up is the next one's. */
function blockOf(id: number): number {
  return Math.floor((id - 1) / blockSize);
}
