/** What the built-in operator owes, over its restarts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeptDelivery } from '#simulator/kept-delivery.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';

export function keptDeliveries(open: () => Promise<Storage>): void {
  test('deliveries are kept in their order until they are forgotten', async () => {
    await using storage = await open();
    const store = storage.simulator;
    await store.keepDeliveries([aDelivery(1), aDelivery(2)]);
    await store.keepDeliveries([aDelivery(3), aDelivery(4)]);
    await store.forgetDeliveries([2, 9]);
    const [first, ...rest] = await store.listDeliveries(0, 2);
    assert.deepEqual(first && plain(first), aDelivery(1));
    assert.deepEqual(
      rest.map(({ id }) => id),
      [3],
    );
    assert.deepEqual(
      (await store.listDeliveries(3, 9)).map(({ id }) => id),
      [4],
    );
  });

  test('deliveries are due earlier by what their clock is moved', async () => {
    await using storage = await open();
    const store = storage.simulator;
    await store.keepDeliveries([aDelivery(1), aDelivery(2)]);
    await store.hastenDeliveries(60_000);
    const due = (await store.listDeliveries(0, 9)).map(({ dueAtMs }) => dueAtMs);
    assert.deepEqual(due, [atMs + 1 - 60_000, atMs + 2 - 60_000]);
  });
}

function aDelivery(id: number): KeptDelivery {
  return { id, systemId: 'parley', dueAtMs: atMs + id, pdu: Buffer.from([0, 255, id]) };
}

function plain(delivery: KeptDelivery): KeptDelivery {
  return { ...delivery, pdu: Buffer.from(delivery.pdu) };
}
