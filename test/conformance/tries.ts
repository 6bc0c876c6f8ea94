/** Tries that are limited over all processes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';

const person = { key: 'of ann', pausesMs: [0, 0, 1_000, 2_000] } as const;
const network = { key: 'from here', max: 3, windowMs: 60_000 } as const;

export function tries(open: () => Promise<Storage>): void {
  test('tries are free at first, then pauses grow up to the last one', async () => {
    await using storage = await open();
    const { people: store } = storage;
    const count = (nowMs: number) => store.countTry([person], nowMs);
    assert.deepEqual([await count(atMs), await count(atMs), await count(atMs)], [0, 0, 0]);
    assert.equal(await count(atMs + 400), 600);
    assert.equal(await count(atMs + 1_000), 0);
    assert.equal(await count(atMs + 1_000), 2_000);
    assert.equal(await count(atMs + 3_000), 0);
    assert.equal(await count(atMs + 3_001), 1_999);
    await store.forgetTries(person.key);
    assert.equal(await count(atMs + 3_001), 0);
  });

  test('a window takes so many, and begins anew when it is over', async () => {
    await using storage = await open();
    const { people: store } = storage;
    const count = (nowMs: number) => store.countTry([network], nowMs);
    assert.deepEqual([await count(atMs), await count(atMs + 1), await count(atMs + 2)], [0, 0, 0]);
    assert.equal(await count(atMs + 10_000), 50_000);
    assert.equal(await count(atMs + 60_000), 0);
    assert.equal(await count(atMs + 60_000), 0);
  });

  test('what one counter refuses is counted in none', async () => {
    await using storage = await open();
    const { people: store } = storage;
    const once = { ...network, max: 1 };
    assert.equal(await store.countTry([person, once], atMs), 0);
    assert.equal(await store.countTry([person, once], atMs), 60_000);
    assert.equal(await store.countTry([person, once], atMs), 60_000);
    assert.equal(await store.countTry([person], atMs), 0);
    assert.equal(await store.countTry([person], atMs), 0);
    assert.equal(await store.countTry([person], atMs), 1_000);
  });

  test('a try that is taken back leaves what was there before it', async () => {
    await using storage = await open();
    const { people: store } = storage;
    for (let n = 0; n < 3; n += 1) await store.countTry([person, network], atMs);
    await store.takeTryBack([person, network], atMs);
    assert.equal(await store.countTry([person, network], atMs), 0);
    assert.equal(await store.countTry([person, network], atMs), 60_000);
    assert.equal(await store.sweepTries(atMs), 0);
    assert.equal(await store.sweepTries(atMs + 60_001), 2);
    assert.equal(await store.countTry([person, network], atMs), 0);
  });

  test('of many tries beside each other no more pass than fit', async () => {
    await using storage = await open();
    const counted = await Promise.all(
      Array.from({ length: 20 }, () => storage.people.countTry([person, network], atMs)),
    );
    assert.equal(counted.filter((waitMs) => waitMs === 0).length, 3);
  });
}
