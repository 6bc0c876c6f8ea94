/** Events as accounts read them, by the ids of each stream. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#storage/storage.ts';
import { anEvent, atMs } from '#test/harness/records.ts';
import { plain, withAccount } from './setup.ts';

const second = 7 * 2 ** 45;
const dayMs = 86_400_000;

export function events(open: () => Promise<Storage>): void {
  test('streams that are in use are known with their last event', async () => {
    await using storage = await open();
    assert.deepEqual(await storage.webhooks.listStreams(), []);
    await storage.ids.reserveIds('event', 100);
    assert.deepEqual(await storage.webhooks.listStreams(), [{ stream: 0, lastId: 0 }]);
    await storage.ids.reserveIds('event 7', 100);
    await storage.ids.reserveIds('event 8', 100);
    await storage.ids.beginStream(8, 1);
    await storage.ids.reserveIds('process', 1);
    await insert(storage, [5, 9, second + 3]);
    const heads = await storage.webhooks.listStreams();
    assert.deepEqual(
      heads.toSorted((a, b) => a.stream - b.stream),
      [
        { stream: 0, lastId: 9 },
        { stream: 7, lastId: second + 3 },
        { stream: 8, lastId: 0 },
      ],
    );
  });

  test("an account's events are found between two ids, and their bodies byte for byte", async () => {
    await using storage = await open();
    await insert(storage, [1, 2, 3, 4, second + 1], { others: [2] });
    const span = { accountId: 1, after: 1, before: second, limit: 10 };
    const found = await storage.webhooks.findEvents(span);
    const expected = { kind: 'dlr', createdAtMs: atMs, test: false, bodyBytes: 11 };
    assert.deepEqual(plain(found), [
      { id: 3, orderKey: '3', ...expected },
      { id: 4, orderKey: '4', ...expected },
    ]);
    assert.deepEqual(
      (await storage.webhooks.findEvents({ ...span, limit: 1 })).map(({ id }) => id),
      [3],
    );
    const bodies = await storage.webhooks.findBodies([3, second + 1, 99]);
    assert.deepEqual(
      [3, second + 1].map((id) => Buffer.from(bodies.get(id) ?? []).toString()),
      [3, second + 1].map((id) => bodyOf(id)),
    );
    assert.equal(bodies.size, 2);
    assert.deepEqual(
      await storage.webhooks.findAccounts({ after: 1, before: 4, limit: 9 }),
      [2, 1],
    );
    assert.equal((await storage.webhooks.findBodies([])).size, 0);
  });

  test('events of a time are found in each stream, page by page, and counted by kind', async () => {
    await using storage = await open();
    for (const n of [1, 2, 3, 4]) {
      await insert(storage, [n], { createdAtMs: atMs + n });
      await insert(storage, [second + n], { createdAtMs: atMs + n, kind: 'email.opened' });
    }
    await insert(storage, [5], { others: [5], createdAtMs: atMs + 2 });
    const { webhooks: store } = storage;
    const time = await store.eventTime(1, { fromMs: atMs + 2, untilMs: atMs + 4 });
    const page = async (before: number, limit: number) =>
      (await store.listEvents(1, before, limit, { time })).map(({ id }) => id);
    const all = [second + 3, second + 2, 3, 2];
    assert.deepEqual(await page(Number.MAX_SAFE_INTEGER, 10), all);
    assert.deepEqual(await page(Number.MAX_SAFE_INTEGER, 3), all.slice(0, 3));
    assert.deepEqual(await page(3, 3), [2]);
    const upward = async (afterId: number, limit: number, within = time) => {
      const only = { time: within, afterId };
      const found = await store.listEvents(1, Number.MAX_SAFE_INTEGER, limit, only);
      return found.map(({ id }) => id);
    };
    assert.deepEqual(await upward(0, 10), all.toReversed());
    assert.deepEqual(await upward(0, 3), all.toReversed().slice(0, 3));
    assert.deepEqual(await upward(3, 1), [second + 2]);
    const always = await store.eventTime(1, {});
    assert.deepEqual(await upward(3, 3, always), [4, second + 1, second + 2]);
    const counted = await store.countKinds(1, 10, time);
    assert.deepEqual(Object.fromEntries(counted), { dlr: 2, 'email.opened': 2 });
    assert.deepEqual(Object.fromEntries(await store.countKinds(1, 3, time)), {
      dlr: 1,
      'email.opened': 2,
    });
    const later = await store.eventTime(1, { fromMs: atMs + 5 });
    assert.deepEqual(await store.listEvents(1, Number.MAX_SAFE_INTEGER, 9, { time: later }), []);
    assert.equal((await store.countKinds(1, 9, later)).size, 0);
    const ever = await store.countKinds(1, 99, await store.eventTime(1, {}));
    assert.deepEqual(Object.fromEntries(ever), { dlr: 4, 'email.opened': 4 });
  });

  test('events that no other fact brings along are stored with what they owe', async () => {
    await using storage = await open();
    await withAccount(storage);
    await storage.webhooks.addEvents([anEvent(5), anEvent(6)]);
    const span = { accountId: 1, after: 0, before: second, limit: 10 };
    const found = await storage.webhooks.findEvents(span);
    assert.deepEqual(
      found.map(({ id }) => id),
      [5, 6],
    );
    await assert.rejects(storage.webhooks.addEvents([anEvent(7), anEvent(6)]));
    assert.equal((await storage.webhooks.findEvents(span)).length, 2, 'whole or not at all');
  });

  test('what was forgotten of each stream is known', async () => {
    await using storage = await open();
    await withAccount(storage);
    await insert(storage, [1, 2, second + 1]);
    await insert(storage, [3, second + 2], { createdAtMs: atMs + 2 * dayMs });
    assert.deepEqual(await storage.webhooks.listForgotten(), []);
    const age = { nowMs: atMs + 31 * dayMs, beforeMs: atMs + dayMs };
    for await (const _ of storage.history.forgetEvents(age));
    assert.deepEqual(plain(await storage.webhooks.listForgotten()), [
      { stream: 0, lastId: 2 },
      { stream: 7, lastId: second + 1 },
    ]);
    const later = { nowMs: atMs + 40 * dayMs, beforeMs: atMs + 5 * dayMs };
    for await (const _ of storage.history.forgetEvents(later));
    assert.deepEqual(
      (await storage.webhooks.listForgotten()).map(({ lastId }) => lastId),
      [3, second + 2],
    );
  });
}

type InsertOptions = {
  readonly others?: readonly number[];
  readonly createdAtMs?: number;
  readonly kind?: string;
};

async function insert(
  storage: Storage,
  ids: readonly number[],
  { others = [], createdAtMs = atMs, kind = 'dlr' }: InsertOptions = {},
): Promise<void> {
  const query = storage.database.build.insertInto('webhook_event').values(
    ids.map((id) => ({
      id,
      account_id: others.includes(id) ? 2 : 1,
      kind,
      order_key: String(id),
      url: null,
      body: Buffer.from(bodyOf(id)),
      created_at: createdAtMs,
      test: 0,
    })),
  );
  await storage.database.write([{ query }]);
}

function bodyOf(id: number): string {
  return `{"é":"${String(id).slice(-2).padStart(2, '0')}"}`;
}
