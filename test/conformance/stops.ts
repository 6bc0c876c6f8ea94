/** The STOP list: what stands on it, and in which order it changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewStop } from '#sms/stops/stop-store.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs, phone } from '#test/harness/records.ts';

const one = phone('33612345678');
const two = phone('33698765432');

function aStop(over: Partial<NewStop> = {}): NewStop {
  return { accountId: 1, phone: one, source: 'reply', createdAtMs: atMs, ...over };
}

export function stops(open: () => Promise<Storage>): void {
  test('a phone comes to the list of an account once, and leaves it once', async () => {
    await using storage = await open();
    const { entry, isNew } = await storage.stops.addStop(aStop());
    assert.deepEqual(entry, { ...aStop(), id: entry.id });
    assert.equal(isNew, true);
    const again = await storage.stops.addStop(aStop({ source: 'client' }));
    assert.deepEqual(again, { entry, isNew: false });
    await storage.stops.addStop(aStop({ accountId: 2 }));
    assert.equal(await storage.stops.removeStop(1, one), true);
    assert.equal(await storage.stops.removeStop(1, one), false);
    assert.equal(await storage.stops.findStop(1, entry.id), undefined);
    assert.deepEqual(await storage.stops.findStopped(2, [one]), [one]);
  });

  test('a list is read in pages, by id and by phone, and found in', async () => {
    await using storage = await open();
    const phones = Array.from({ length: 5 }, (_, index) => phone(`3361234567${4 - index}`));
    for (const each of phones) await storage.stops.addStop(aStop({ phone: each }));
    await storage.stops.addStop(aStop({ accountId: 2, phone: two }));
    const first = await storage.stops.listStops(1, 0, 3);
    const rest = await storage.stops.listStops(1, first.at(-1)?.id ?? 0, 3);
    assert.deepEqual(
      [...first, ...rest].map((entry) => entry.phone),
      phones,
    );
    assert.equal(await storage.stops.countStops(1), 5);
    const inOrder = phones.toReversed();
    assert.deepEqual(await storage.stops.stoppedPhones(1, '', 2), inOrder.slice(0, 2));
    assert.deepEqual(await storage.stops.stoppedPhones(1, inOrder[1] ?? '', 9), inOrder.slice(2));
    assert.deepEqual(await storage.stops.findStopped(1, [two, inOrder[3] ?? two]), [inOrder[3]]);
    assert.deepEqual(await storage.stops.findStopped(1, []), []);
    const [entry] = first;
    assert.deepEqual(await storage.stops.findStop(1, entry?.id ?? 0), entry);
    assert.equal(await storage.stops.findStop(2, entry?.id ?? 0), undefined);
  });

  test('changes are told in their order, and what changes nothing is none', async () => {
    await using storage = await open();
    const from = await storage.stops.stopVersion();
    await storage.stops.addStop(aStop());
    await storage.stops.addStop(aStop());
    await storage.stops.addStop(aStop({ accountId: 2, phone: two }));
    await storage.stops.removeStop(1, one);
    await storage.stops.removeStop(1, one);
    assert.equal(await storage.stops.stopVersion(), from + 3);
    const all = [
      { version: from + 1, accountId: 1, phone: one, stopped: true },
      { version: from + 2, accountId: 2, phone: two, stopped: true },
      { version: from + 3, accountId: 1, phone: one, stopped: false },
    ];
    assert.deepEqual(await storage.stops.stopChanges(from, 10), all);
    assert.deepEqual(await storage.stops.stopChanges(from + 1, 1), all.slice(1, 2));
  });
}
