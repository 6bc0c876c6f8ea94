/** The suppression list: what stops mail, for how long, and what takes it off again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { NewSuppression } from '#mail/suppression/suppression.ts';
import type { Storage } from '#storage/storage.ts';
import { anEvent, atMs } from '#test/harness/records.ts';

const dayMs = 86_400_000;
const hardMs = 180 * dayMs;
const page = { afterId: 0, limit: 100, nowMs: atMs };

function aSuppression(over: Partial<NewSuppression> = {}): NewSuppression {
  return {
    accountId: 1,
    stream: '',
    address: 'zoe@client.example',
    reason: 'unsubscribe',
    source: 'link',
    atMs,
    ...over,
  };
}

/** Each at its day; answers the days until which mail is stopped, 0 for not at all. */
async function strike(storage: Storage, days: readonly number[]): Promise<(number | null)[]> {
  const until: (number | null)[] = [];
  for (const day of days) {
    const soft = aSuppression({ reason: 'soft', source: 'delivery', atMs: atMs + day * dayMs });
    const [added] = await storage.suppressions.addSuppressions([soft]);
    const expiresAtMs = added?.entry.expiresAtMs ?? null;
    until.push(expiresAtMs === 0 || expiresAtMs === null ? 0 : (expiresAtMs - atMs) / dayMs);
  }
  return until;
}

async function toldOf(storage: Storage): Promise<readonly number[]> {
  const all = { accountId: 1, before: Number.MAX_SAFE_INTEGER, after: 0, limit: 100 };
  const found = await storage.webhooks.findEvents(all);
  return found.map(({ id }) => id).toSorted((a, b) => a - b);
}

export function suppressions(open: () => Promise<Storage>): void {
  test('an address stands once for each reason and stream', async () => {
    await using storage = await open();
    const store = storage.suppressions;
    const [first] = await store.addSuppressions([aSuppression()]);
    const later = { source: 'client' } as const;
    const [again] = await store.addSuppressions([aSuppression(later)]);
    assert.equal(first?.isNew, true);
    assert.deepEqual(again, { entry: first.entry, isNew: false });
    assert.deepEqual(first.entry, {
      id: first.entry.id,
      accountId: 1,
      stream: '',
      address: 'zoe@client.example',
      reason: 'unsubscribe',
      source: 'link',
      strikes: 0,
      createdAtMs: atMs,
      expiresAtMs: null,
    });
    const others = [aSuppression({ stream: 'news' }), aSuppression({ reason: 'complaint' })];
    const added = await store.addSuppressions([...others, aSuppression({ accountId: 2 })]);
    assert.deepEqual(
      added.map(({ isNew }) => isNew),
      [true, true, true],
    );
    assert.equal(await store.countSuppressions({ accountId: 1 }, atMs), 3);
  });

  test('is found for several accounts at once, as long as it is in force', async () => {
    await using storage = await open();
    const store = storage.suppressions;
    await store.addSuppressions([
      aSuppression({ reason: 'hard' }),
      aSuppression({ accountId: 2, stream: 'news' }),
      aSuppression({ accountId: 3 }),
    ]);
    const addresses = ['zoe@client.example', 'bob@client.example'];
    const asked = [
      { accountId: 1, addresses },
      { accountId: 2, addresses },
      { accountId: 3, addresses: [] },
    ];
    const found = async (nowMs: number) =>
      (await store.findSuppressed(asked, nowMs)).map(({ accountId }) => accountId);
    assert.deepEqual(await found(atMs), [1, 2]);
    assert.deepEqual(await found(atMs + hardMs), [2]);
    const [again] = await store.addSuppressions([
      aSuppression({ reason: 'hard', atMs: atMs + hardMs }),
    ]);
    assert.equal(again?.isNew, true);
    assert.deepEqual(await found(atMs + hardMs), [1, 2]);
  });

  test('is found among more addresses than one query takes', async () => {
    await using storage = await open();
    const store = storage.suppressions;
    const listed = ['a0@client.example', 'a511@client.example', 'a599@client.example'];
    await store.addSuppressions(listed.map((address) => aSuppression({ address })));
    const addresses = Array.from({ length: 600 }, (_, n) => `a${n}@client.example`);
    const found = await store.findSuppressed([{ accountId: 1, addresses }], atMs);
    assert.deepEqual(
      found.map(({ address }) => address),
      listed,
    );
  });

  test('the third weak refusal within a week stops mail, each time for longer', async () => {
    await using storage = await open();
    assert.deepEqual(await strike(storage, [0, 1, 7.5, 8.5, 10, 11]), [0, 0, 0, 0, 17, 17]);
    assert.deepEqual(await strike(storage, [20, 21, 22]), [0, 0, 36]);
    assert.deepEqual(await strike(storage, [40, 41, 42]), [0, 0, 72]);
    assert.deepEqual(await strike(storage, [80, 81, 82]), [0, 0, 112]);
    const [entry] = await storage.suppressions.listSuppressions(
      { accountId: 1 },
      { ...page, nowMs: atMs + 100 * dayMs },
    );
    assert.equal(entry?.strikes, 14);
    assert.equal(entry.createdAtMs, atMs + 82 * dayMs);
  });

  test('is listed, and released by reason, stream and time', async () => {
    await using storage = await open();
    const store = storage.suppressions;
    const names = ['a@x.example', 'b@x.example', 'c@x.example'];
    await store.addSuppressions([
      ...names.map((address, day) =>
        aSuppression({ address, reason: 'manual', atMs: atMs + day * dayMs }),
      ),
      aSuppression({ stream: 'news' }),
    ]);
    const zoe = await store.listSuppressions({ accountId: 1, begins: 'ZOE@' }, page);
    assert.ok(zoe.every(({ address }) => address.startsWith('zoe@')));
    const nobody = { accountId: 1, begins: 'nobody@' };
    assert.deepEqual(await store.listSuppressions(nobody, page), []);
    assert.equal(await store.countSuppressions(nobody, atMs), 0);
    const all = await store.listSuppressions({ accountId: 1 }, page);
    assert.equal(all.length, 4);
    const [first, second] = all;
    const rest = await store.listSuppressions(
      { accountId: 1 },
      { ...page, afterId: first?.id ?? 0 },
    );
    assert.deepEqual(rest, all.slice(1));
    const newest = await store.listSuppressions({ accountId: 1 }, { limit: 9, nowMs: atMs });
    assert.deepEqual(newest, all.toReversed());
    assert.deepEqual(await store.findSuppression(1, second?.id ?? 0), second);
    assert.equal(await store.findSuppression(2, second?.id ?? 0), undefined);
    const release = { limit: 9, nowMs: atMs };
    const between = { createdFromMs: atMs + 1, createdBeforeMs: atMs + 2 * dayMs };
    const gone = await store.releaseSuppressions({ accountId: 1, ...between }, release);
    assert.deepEqual(gone, { removed: 1, inForce: [second] });
    const manual = { accountId: 1, reason: 'manual', stream: '' } as const;
    assert.equal((await store.releaseSuppressions(manual, { ...release, limit: 1 })).removed, 1);
    assert.equal((await store.releaseSuppressions(manual, release)).removed, 1);
    const [left] = await store.listSuppressions(
      { accountId: 1, address: 'zoe@client.example' },
      page,
    );
    assert.equal(left?.stream, 'news');
    assert.equal(await store.removeSuppression(2, left.id, [anEvent(1)]), false);
    assert.equal(await store.removeSuppression(1, left.id, [anEvent(2)]), true);
    assert.equal(await store.countSuppressions({ accountId: 1 }, atMs), 0);
    assert.deepEqual(await toldOf(storage), [2]);
  });

  test('clients hear of an entry in the commit in which it comes into force, and once', async () => {
    await using storage = await open();
    const store = storage.suppressions;
    const add = (id: number, over: Partial<NewSuppression> = {}) =>
      store.addSuppressions([aSuppression({ ...over, events: [anEvent(id)] })]);
    await add(1);
    await add(2);
    assert.deepEqual(await toldOf(storage), [1]);
    await add(3, { stream: 'news' });
    const soft = { reason: 'soft', source: 'delivery' } as const;
    for (const id of [4, 5, 6, 7]) await add(id, { ...soft, atMs: atMs + id });
    assert.deepEqual(await toldOf(storage), [1, 3, 6]);
    assert.equal(await storage.jobs.countOwed('webhook/', 9), 3);
  });

  test('what an administrator changes waits until clients are told of it, once', async () => {
    await using storage = await open();
    const store = storage.suppressions;
    const author = { actor: 'administrator', atMs };
    const waiting = async () =>
      (await store.untoldChanges(9)).map(({ kind, address, reason }) => [kind, address, reason]);
    await store.addSuppressions([aSuppression()]);
    assert.deepEqual(await waiting(), []);
    const bob = aSuppression({ address: 'bob@client.example', reason: 'manual' });
    await store.addSuppressions([aSuppression(), bob], author);
    assert.deepEqual(await waiting(), [['added', bob.address, 'manual']]);
    const release = { limit: 9, nowMs: atMs };
    await store.releaseSuppressions({ accountId: 1, address: bob.address }, release, author);
    const [added, removed] = await store.untoldChanges(9);
    assert.deepEqual(await waiting(), [
      ['added', bob.address, 'manual'],
      ['removed', bob.address, 'manual'],
    ]);
    const told = [added, removed].map((change, n) => ({
      id: must(change, 'change').id,
      events: [anEvent(n + 1)],
    }));
    assert.equal(await store.putEventsOfChanges(told), true);
    assert.equal(await store.putEventsOfChanges(told), false);
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(await toldOf(storage), [1, 2]);
  });

  test('an entry whose time is over is noted once each time', async () => {
    await using storage = await open();
    const store = storage.suppressions;
    const hard = { reason: 'hard', source: 'delivery' } as const;
    await store.addSuppressions([aSuppression(hard), aSuppression({ address: 'b@c.example' })]);
    await store.addSuppressions([aSuppression({ ...hard, reason: 'soft', stream: 'news' })]);
    assert.equal(await store.noteEnds(atMs + hardMs - 1, 9), 0);
    assert.equal(await store.noteEnds(atMs + hardMs, 9), 1);
    assert.equal(await store.noteEnds(atMs + hardMs, 9), 0);
    const againMs = atMs + 2 * hardMs;
    await store.addSuppressions([aSuppression({ ...hard, atMs: againMs })]);
    assert.equal(await store.noteEnds(againMs, 9), 0);
    assert.equal(await store.noteEnds(againMs + hardMs, 9), 1);
    const changes = await store.untoldChanges(9);
    assert.deepEqual(
      changes.map(({ kind, address, reason, atMs: overAtMs }) => [kind, address, reason, overAtMs]),
      [
        ['removed', 'zoe@client.example', 'hard', atMs + hardMs],
        ['removed', 'zoe@client.example', 'hard', againMs + hardMs],
      ],
    );
  });
}
