import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { MemoryEvents, storedEvent } from '#test/harness/memory-events.ts';
import { EventPull } from './event-pull.ts';

const everyMs = 200;
const mayStill = async (): Promise<boolean> => true;
const query = { accountId: 1, after: new Map(), limit: 10, kinds: [], mayStill };

function setup() {
  const store = new MemoryEvents();
  store.streams.add(0);
  const clock = new HeldClock();
  const pull = new EventPull({ store, clock, log: openLog('silent'), everyMs: () => everyMs });
  const pass = async (ms: number): Promise<void> => {
    await settle();
    clock.advance(ms);
    await settle();
  };
  return { store, clock, pull, pass };
}

/** Lets what has begun go on until it waits for the clock. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
}

async function idsOf(asked: ReturnType<EventPull['pull']>): Promise<readonly number[]> {
  const pulled = await asked;
  assert.ok(typeof pulled !== 'string' && pulled.ok);
  return pulled.events.map(({ id }) => id);
}

suite('a pull that waits', () => {
  test('is answered when an event of its account is stored here', async () => {
    const { store, pull } = setup();
    const waiting = idsOf(pull.pull({ ...query, waitMs: 30_000 }));
    await settle();
    const other = storedEvent(0, 1, { accountId: 2 });
    const own = storedEvent(0, 2);
    for (const event of [other, own]) {
      store.commit(event);
      pull.committed([event as unknown as OwedEvent]);
      await settle();
    }
    assert.deepEqual(await waiting, [2]);
  });

  test('is answered when the table shows what another process has stored', async () => {
    const { store, pull, pass } = setup();
    const waiting = idsOf(pull.pull({ ...query, waitMs: 30_000 }));
    await pass(everyMs);
    store.commit(storedEvent(4, 1));
    await pass(everyMs);
    assert.deepEqual(await waiting, [4 * 2 ** 45 + 1]);
  });

  test('finds what is stored while it begins to wait', async () => {
    const { store, pull } = setup();
    let reads = 0;
    store.between = () => {
      reads += 1;
      if (reads !== 2) return;
      const event = storedEvent(0, 1);
      store.commit(event);
      pull.committed([event as unknown as OwedEvent]);
    };
    assert.deepEqual(await idsOf(pull.pull({ ...query, waitMs: 30_000 })), [1]);
  });

  test('is answered empty when its time is over, or the program stops', async () => {
    const { pull, pass } = setup();
    const first = idsOf(pull.pull({ ...query, waitMs: 1_000 }));
    await pass(1_000);
    assert.deepEqual(await first, []);
    const second = idsOf(pull.pull({ ...query, waitMs: 30_000 }));
    await settle();
    pull[Symbol.dispose]();
    assert.deepEqual(await second, []);
    assert.deepEqual(await idsOf(pull.pull({ ...query, waitMs: 30_000 })), []);
  });

  test('ends at once when its reader may read no more', async () => {
    const { store, pull } = setup();
    let may = true;
    const waiting = pull.pull({ ...query, mayStill: async () => may, waitMs: 30_000 });
    await settle();
    may = false;
    store.commit(storedEvent(0, 1));
    pull.askAnew();
    assert.equal(await waiting, 'no more');
  });

  test('holds a place, of which an account has twenty', async () => {
    const { pull, pass } = setup();
    const waiting = Array.from({ length: 20 }, () => pull.pull({ ...query, waitMs: 1_000 }));
    await settle();
    assert.equal(await pull.pull({ ...query, waitMs: 1_000 }), 'too many');
    assert.deepEqual(await idsOf(pull.pull({ ...query, waitMs: 0 })), []);
    const ofOther = pull.pull({ ...query, accountId: 2, waitMs: 1_000 });
    await pass(1_000);
    assert.deepEqual(await idsOf(ofOther), []);
    await Promise.all(waiting);
    const free = pull.pull({ ...query, waitMs: 1_000 });
    await pass(1_000);
    assert.deepEqual(await idsOf(free), []);
  });
});

suite('a feed', () => {
  test('gives events with the cursor behind each, and ends when its reader goes', async () => {
    const { store, pull } = setup();
    store.commit(storedEvent(0, 3));
    store.commit(storedEvent(0, 5));
    const gone = new AbortController();
    const feed = pull.openFeed(query, gone.signal);
    assert.ok(feed);
    const first = await feed.next();
    assert.ok(first.done !== true);
    assert.deepEqual(
      first.value.events.map(({ id, cursor }) => [id, cursor.get(0)]),
      [
        [3, 3],
        [5, 5],
      ],
    );
    gone.abort();
    assert.equal((await feed.next()).done, true);
  });

  test('beats while nothing comes, and ends after a while, so that it may go on elsewhere', async () => {
    const { pull, pass } = setup();
    const alive = new AbortController().signal;
    const feed = pull.openFeed(query, alive);
    assert.ok(feed);
    let beats = 0;
    for (let done = false; !done; ) {
      const next = feed.next();
      await pass(15_000);
      done = (await next).done === true;
      if (!done) beats += 1;
    }
    assert.equal(beats, 40);
  });

  test('ends at once when its reader may read no more, and gives nothing from then on', async () => {
    const { store, pull } = setup();
    let may = true;
    const reader = { ...query, mayStill: async () => may };
    const feed = pull.openFeed(reader, new AbortController().signal);
    assert.ok(feed);
    const first = feed.next();
    await settle();
    store.commit(storedEvent(0, 1));
    may = false;
    pull.askAnew();
    assert.equal((await first).done, true);
    const again = pull.openFeed(reader, new AbortController().signal);
    assert.equal((await again?.next())?.done, true);
  });
});
