import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventIds, streamLeases } from './event-ids.ts';

function setup() {
  const next = new Map<number, number>();
  const held = new Set<string>();
  const begun: (readonly [stream: number, first: number])[] = [];
  const ids = new EventIds({
    leases: { holds: ({ name }) => held.has(name) },
    reserve: async (stream, count) => {
      const first = next.get(stream) ?? 1;
      next.set(stream, first + count);
      return first;
    },
    begin: async (stream, first) => void begun.push([stream, first]),
  });
  const take = async (stream: number) => {
    const lease = { name: streamLeases[stream] ?? '', epoch: 1 };
    held.add(lease.name);
    await ids.taken(lease);
    return lease;
  };
  return { ids, held, take, begun };
}

test('ids of events are those of the stream that is held, and stay below 2^53', async () => {
  const { ids, take } = setup();
  assert.equal(ids.take(), undefined);
  await take(0);
  assert.deepEqual([ids.take(), ids.take()], [1, 2]);
  await take(255);
  assert.equal(ids.take(), 255 * 2 ** 45 + 1);
  assert.equal(streamLeases.length * 2 ** 45, 2 ** 53);
});

test('a stream that is over gives no ids, before anybody says so', async () => {
  const { ids, held, take } = setup();
  await take(3);
  assert.equal(ids.take(), 3 * 2 ** 45 + 1);
  held.clear();
  assert.equal(ids.take(), undefined);
});

test('a stream that comes back goes on above what it gave', async () => {
  const { ids, take, begun } = setup();
  const lease = await take(1);
  const before = ids.take() ?? 0;
  ids.lost(lease);
  assert.equal(ids.take(), undefined);
  await take(1);
  assert.ok((ids.take() ?? 0) > before);
  assert.deepEqual(begun, [
    [1, 1],
    [1, 100_001],
  ]);
});
