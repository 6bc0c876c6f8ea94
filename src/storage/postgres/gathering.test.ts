import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { StorageUnavailable } from '#core/unavailable.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { Gathering, gatherLists, inShares } from './gathering.ts';

/** A store that commits when it is told to; `bad` calls break a constraint. */
function setup(bad: readonly number[] = []) {
  const clock = new HeldClock();
  const transactions: { readonly calls: readonly number[]; readonly commit: () => void }[] = [];
  const gathering = new Gathering(
    async (calls: readonly number[]) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      transactions.push({ calls, commit: resolve });
      await promise;
      if (calls.some((call) => bad.includes(call))) throw new Error('a constraint');
      return calls.map((call) => call * 2);
    },
    { clock, sizeOf: (call) => (call >= 100 ? 16 : 1) },
  );
  return { clock, transactions, gathering, made: () => transactions.map(({ calls }) => calls) };
}

suite('calls of one kind', () => {
  test('go together when one turn brings them, and when a transaction runs', async () => {
    const { clock, gathering, transactions, made } = setup();
    const first = [gathering.add(1), gathering.add(2)];
    await turn();
    const second = [gathering.add(3), gathering.add(4)];
    await turn();
    assert.deepEqual(made(), [[1, 2]]);
    transactions[0]?.commit();
    assert.deepEqual(await Promise.all(first), [2, 4]);
    clock.advance(4);
    await turn();
    assert.deepEqual(made().at(-1), [3, 4]);
    transactions[1]?.commit();
    assert.deepEqual(await Promise.all(second), [6, 8]);
  });

  test('are spaced while there are several, and one alone waits for nothing', async () => {
    const { clock, gathering, transactions, made } = setup();
    const alone = gathering.add(1);
    await turn();
    transactions[0]?.commit();
    await alone;
    const together = [gathering.add(2), gathering.add(3)];
    await turn();
    assert.deepEqual(made(), [[1], [2, 3]]);
    transactions[1]?.commit();
    await Promise.all(together);
    void gathering.add(4);
    clock.advance(3);
    await turn();
    assert.equal(made().length, 2);
    clock.advance(1);
    await turn();
    assert.deepEqual(made().at(-1), [4]);
  });

  test('are not spaced where enough wait', async () => {
    const { gathering, transactions, made } = setup();
    const small = [gathering.add(1), gathering.add(2)];
    await turn();
    const large = gathering.add(100);
    transactions[0]?.commit();
    await Promise.all(small);
    await turn();
    assert.deepEqual(made().at(-1), [100]);
    transactions[1]?.commit();
    assert.equal(await large, 200);
  });

  test('that break a constraint are done alone and take nobody with them', async () => {
    const { gathering, transactions, made } = setup([2]);
    const calls = [1, 2, 3].map((call) => gathering.add(call));
    const failed = assert.rejects(calls[1] as Promise<number>, /constraint/);
    await turn();
    for (let done = 0; done < 4; done += 1) {
      transactions[done]?.commit();
      await turn();
    }
    await failed;
    assert.deepEqual(await Promise.all([calls[0], calls[2]]), [2, 6]);
    assert.deepEqual(made(), [[1, 2, 3], [1], [2], [3]]);
  });

  test('fail together where the storage is away', async () => {
    let tried = 0;
    const gathering = new Gathering(
      async () => {
        tried += 1;
        throw new StorageUnavailable('The network is cut');
      },
      { clock: new HeldClock(), sizeOf: () => 1 },
    );
    const calls = [1, 2].map((call) => assert.rejects(gathering.add(call), /is cut/));
    await Promise.all(calls);
    assert.equal(tried, 1);
  });

  test('are refused past what a healthy server leaves waiting', async () => {
    const { gathering } = setup();
    const waiting = Array.from({ length: 10_000 }, (_, call) => gathering.add(call));
    assert.equal(waiting.length, 10_000);
    await assert.rejects(gathering.add(1), { name: 'StorageUnavailable' });
  });
});

test('lists are one list on the way, and each caller hears its own results', async () => {
  const seen: (readonly number[])[] = [];
  const lists = gatherLists(async (items: readonly number[]) => {
    seen.push(items);
    return items.map((item) => item * 2);
  }, new HeldClock());
  assert.deepEqual(await Promise.all([lists.add([1, 2]), lists.add([]), lists.add([3])]), [
    [2, 4],
    [],
    [6],
  ]);
  assert.deepEqual(seen, [[1, 2, 3]]);
  assert.deepEqual(inShares([1, 2, 3], [0, 2, 1]), [[], [1, 2], [3]]);
});
