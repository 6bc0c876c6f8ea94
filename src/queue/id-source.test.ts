import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { IdSource } from './id-source.ts';

/** Blocks of an endless row of numbers, unless the storage is away. */
function setup() {
  const storage = { next: 1, away: false, reserved: 0 };
  const reserve = async (count: number): Promise<number> => {
    if (storage.away) throw new Error('The storage is away');
    const first = storage.next;
    storage.next += count;
    storage.reserved += 1;
    return first;
  };
  return { storage, reserve, open: (size = 4) => IdSource.open(size, reserve) };
}

suite('an id source', () => {
  test('gives numbers from memory, and reserves the next block before the last one ends', async () => {
    const { storage, open } = setup();
    const ids = await open();
    assert.deepEqual([ids.take(), ids.take(), ids.take()], [1, 2, 3]);
    assert.equal(storage.reserved, 1);
    ids.take();
    await turn();
    assert.equal(storage.reserved, 2);
    assert.deepEqual([ids.take(), ids.take()], [5, 6]);
  });

  test('has none while a block is on its way, and then the block', async () => {
    const { open } = setup();
    const ids = await open(2);
    assert.deepEqual([ids.take(), ids.take(), ids.take()], [1, 2, undefined]);
    await turn();
    assert.equal(ids.take(), 3);
  });

  test('tells what it never gave when it is closed, and gives nothing more', async () => {
    const { open } = setup();
    const ids = await open(6);
    for (let taken = 0; taken < 5; taken += 1) ids.take();
    await turn();
    assert.deepEqual(ids.close(), [
      { first: 7, end: 13 },
      { first: 6, end: 7 },
    ]);
    assert.equal(ids.take(), undefined);
    await assert.rejects(ids.taken(), /No ids are given any more/);
    assert.deepEqual(ids.close(), []);
  });

  test('asks for one block at a time', async () => {
    const { storage, open } = setup();
    const ids = await open(2);
    for (let asked = 0; asked < 10; asked += 1) ids.take();
    await turn();
    assert.equal(storage.reserved, 2);
  });

  test('gives no number twice, no matter who asks and how', async () => {
    const { reserve } = setup();
    const sources = await Promise.all([IdSource.open(5, reserve), IdSource.open(3, reserve)]);
    const given: (number | undefined)[] = [];
    for (let round = 0; round < 200; round += 1) {
      for (const ids of sources) given.push(ids.take());
      const waited = sources.map((ids) => ids.taken());
      given.push(...(await Promise.all(waited)));
    }
    const numbers = given.filter((id) => id !== undefined);
    assert.equal(new Set(numbers).size, numbers.length);
    assert.ok(numbers.length >= 400);
  });

  test('does not open while the storage is away', async () => {
    const { storage, open } = setup();
    storage.away = true;
    await assert.rejects(open(), /away/);
  });

  test('outlives a storage that is away: who can wait hears of it, who cannot gets none', async () => {
    const { storage, open } = setup();
    const ids = await open(2);
    storage.away = true;
    assert.deepEqual([ids.take(), ids.take(), ids.take()], [1, 2, undefined]);
    await turn();
    await assert.rejects(ids.taken(), /away/);
    storage.away = false;
    assert.equal(ids.take(), undefined);
    assert.equal(await ids.taken(), 3);
    assert.deepEqual([ids.take(), ids.take(), ids.take()], [4, 5, 6]);
  });
});
