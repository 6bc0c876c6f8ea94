import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { stayAwake } from '#core/clock.ts';
import { Batcher } from './batcher.ts';

/** A whole turn, also for a test that goes on while one ends. */
async function turn(): Promise<void> {
  await immediate();
  await immediate();
}

/** A store that doubles numbers, and notes what each call held. */
function setup() {
  const calls: (readonly number[])[] = [];
  const batcher = new Batcher(async (items: readonly number[]) => {
    calls.push(items);
    return items.map((item) => item * 2);
  });
  return { batcher, calls };
}

suite('a batcher', () => {
  test('makes one call of all that a turn brings', async () => {
    const { batcher, calls } = setup();
    const results = [batcher.add(1), batcher.add(2)];
    await Promise.resolve();
    results.push(batcher.add(3));
    assert.deepEqual(await Promise.all(results), [2, 4, 6]);
    assert.deepEqual(calls, [[1, 2, 3]]);
  });

  test('makes another call of what the next turn brings, without waiting for the first', async () => {
    const calls: { readonly items: readonly number[]; readonly commit: () => void }[] = [];
    const batcher = new Batcher(
      (items: readonly number[]) =>
        new Promise<readonly number[]>((resolve) =>
          calls.push({ items, commit: () => resolve(items) }),
        ),
    );
    const first = batcher.add(1);
    await turn();
    const second = batcher.add(2);
    await turn();
    assert.deepEqual(
      calls.map(({ items }) => items),
      [[1], [2]],
    );
    calls[1]?.commit();
    assert.equal(await second, 2);
    assert.equal(batcher.unsettled, 1);
    calls[0]?.commit();
    assert.equal(await first, 1);
  });

  test('makes calls of 256 items at most, in order', async () => {
    const { batcher, calls } = setup();
    const items = Array.from({ length: 600 }, (_, index) => index);
    const results = await Promise.all(items.map((item) => batcher.add(item)));
    assert.deepEqual(
      results,
      items.map((item) => item * 2),
    );
    assert.deepEqual(
      calls.map((call) => call.length),
      [256, 256, 88],
    );
    assert.deepEqual(calls.flat(), items);
  });

  test('tells a failure to every caller of that call and to no other', async () => {
    const batcher = new Batcher(async (items: readonly number[]) => {
      if (items.includes(1)) throw new Error('The disk is full');
      return items;
    });
    const failing = [batcher.add(1), batcher.add(2)];
    const failed = Promise.all(failing.map((each) => assert.rejects(each, /disk is full/)));
    await turn();
    assert.equal(await batcher.add(3), 3);
    await failed;
    assert.equal(batcher.unsettled, 0);
  });

  test('counts what is not settled, and no more once a caller hears', async () => {
    const { batcher } = setup();
    const added = batcher.add(1);
    assert.equal(batcher.unsettled, 1);
    await added;
    assert.equal(batcher.unsettled, 0);
  });

  test('that gathers waits for as many as are enough, and for callers who hurry', async () => {
    const calls: (readonly number[])[] = [];
    const gathering = { waitMs: 3_600_000, enough: 3 };
    const batcher = new Batcher(async (items: readonly number[]) => {
      calls.push(items);
      return items;
    }, gathering);
    const first = [batcher.add(1), batcher.add(2)];
    await turn();
    assert.deepEqual(calls, []);
    await Promise.all([...first, batcher.add(3)]);
    const patient = batcher.add(4);
    await turn();
    await Promise.all([patient, batcher.add(5, { hurries: true })]);
    assert.deepEqual(calls, [
      [1, 2, 3],
      [4, 5],
    ]);
  });

  test('that gathers waits no longer than it may', async () => {
    const gathering = { waitMs: 5, enough: 100 };
    const batcher = new Batcher(async (items: readonly number[]) => items, gathering);
    using _ = stayAwake();
    assert.deepEqual(await Promise.all([batcher.add(1), batcher.add(2)]), [1, 2]);
    assert.equal(await batcher.add(3), 3);
  });
});
