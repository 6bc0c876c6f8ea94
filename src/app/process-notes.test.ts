/** Two processes on one storage, each with binds and trunks of its own. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openLog } from '#core/log.ts';
import type { TrunkStanding } from '#numbers/trunks/trunk-standing.ts';
import type { TraceOrder } from '#queue/hints.ts';
import type { OpenLink } from '#sms/sms-engine.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { until } from '#test/harness/pause.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { ProcessNotes, type ProcessNotesPorts } from './process-notes.ts';

function aLink(place: number): OpenLink {
  return {
    place,
    connections: [],
    window: 10,
    unanswered: 0,
    ratePerSecond: null,
    answers: [],
    otherAnswers: 0,
    uncertain: 0,
    roundTrip: null,
    trace: { endsAtMs: null, pdus: [] },
  };
}

const standing: TrunkStanding = {
  trunkId: 7,
  state: 'up',
  calls: 2,
  restsUntilMs: null,
  asked: null,
  misses: 0,
  unregistered: null,
};

type Given = Pick<ProcessNotesPorts, 'store' | 'hints'> & {
  readonly id: number;
  readonly others?: ProcessNotesPorts['others'];
  readonly trunks?: readonly TrunkStanding[];
};

function openNotes({ id, trunks = [], ...given }: Given): ProcessNotes {
  return new ProcessNotes({
    others: given.hints === undefined ? 'nobody' : 'processes',
    ...given,
    own: { processId: id, host: `host ${id}` },
    hostOf: async () =>
      new Map([
        [1, 'host 1'],
        [2, 'host 2'],
      ]),
    operatorIds: () => [3],
    links: { links: () => [aLink(id)], trace: () => 1 },
    sealingKeys: () => ['11111111'],
    trunks: () => trunks,
    trunksBeside: async () => [],
    clock: new HeldClock(),
    log: openLog('silent'),
  });
}

suite('what processes tell of what they hold', () => {
  test('is shown by each of them, with whose it is, until it ends', async () => {
    await using storage = await openTemporaryStorage();
    const store = storage.leases;
    const told: TraceOrder[] = [];
    const hints = { sendTrace: (order: TraceOrder) => void told.push(order) };
    await using first = openNotes({ store, hints, id: 1 });
    const second = openNotes({ store, hints, id: 2, trunks: [standing] });
    await Promise.all([first.tell(), second.tell()]);
    const shown = (await first.links(3)).map(({ place, processId, host }) => [
      place,
      processId,
      host,
    ]);
    assert.deepEqual(shown, [
      [1, 1, 'host 1'],
      [2, 2, 'host 2'],
    ]);
    assert.deepEqual(await first.trunkStandings(), [{ ...standing, processId: 2, host: 'host 2' }]);
    assert.equal(first.trace(3, true), 1);
    assert.deepEqual(told, [{ operatorId: 3, isTraced: true }]);
    await second[Symbol.asyncDispose]();
    assert.deepEqual((await first.links(3)).length, 1);
    assert.deepEqual(await first.trunkStandings(), []);
  });

  test('says which sealing keys every one of them knows', async () => {
    await using storage = await openTemporaryStorage();
    const store = storage.leases;
    const hints = { sendTrace: () => undefined };
    await using first = openNotes({ store, hints, id: 1 });
    await using second = openNotes({ store, hints, id: 2 });
    assert.equal(await first.knowSealingKey('11111111', [1]), true);
    assert.equal(await first.knowSealingKey('11111111', [1, 2]), false);
    await second.tell();
    assert.equal(await first.knowSealingKey('11111111', [1, 2]), true);
    assert.equal(await first.knowSealingKey('22222222', [1, 2]), false);
    // One of an older version tells nothing of keys.
    assert.equal(await first.knowSealingKey('11111111', [1, 2, 3]), false);
    await using alone = openNotes({ store, hints: undefined, id: 1 });
    assert.equal(await alone.knowSealingKey('22222222', [1]), true);
  });

  test('is told once by a thread, for as long as its process lives', async () => {
    await using storage = await openTemporaryStorage();
    const store = storage.leases;
    const all = { store, hints: undefined, others: 'threads' } as const;
    await using main = openNotes({ ...all, id: 1 });
    await using beside = openNotes({ ...all, id: 2 });
    assert.equal(await main.knowSealingKey('11111111', [1, 2]), false);
    beside.start();
    await until(async () => (await main.knowSealingKey('11111111', [1, 2])) || undefined);
    assert.deepEqual(
      (await store.listNotes('', 60_000)).map(({ processId, subject }) => [processId, subject]),
      [[2, 'sealing']],
    );
  });

  test('is not written where no other process can be', async () => {
    await using storage = await openTemporaryStorage();
    const store = storage.leases;
    await using alone = openNotes({ store, hints: undefined, id: 1 });
    alone.start();
    assert.equal((await alone.links(3)).length, 1);
    assert.deepEqual(await store.listNotes('', 60_000), []);
  });
});
