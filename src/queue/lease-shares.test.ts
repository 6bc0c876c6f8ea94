import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Role } from '#core/role.ts';
import type { LeaseView, SeenProcess, StoredLease } from './lease.ts';
import { type Sharing, share } from './lease-shares.ts';

const nowMs = 1_000_000;
const aliveMs = 15_000;
const even: Sharing = { how: 'even', role: 'sms' };

function aProcess(id: number, over: Partial<SeenProcess> = {}): SeenProcess {
  const where = { host: 'here', pid: id, version: '1.0.0', startedAtMs: 0 };
  const roles: readonly Role[] = ['sms'];
  return { id, ...where, roles, draining: false, seenAtMs: nowMs, ...over };
}

function held(name: string, owner: number): StoredLease {
  return { name, owner, epoch: 1, expiresAtMs: nowMs + aliveMs, isFree: false };
}

function free(name: string, expiresAtMs = 0): StoredLease {
  return { name, owner: null, epoch: 1, expiresAtMs, isFree: true };
}

function viewOf(processes: readonly SeenProcess[], leases: readonly StoredLease[] = []): LeaseView {
  return { nowMs, processes, leases };
}

function ask(processId: number, view: LeaseView, wanted: readonly string[], sharing = even) {
  return share({ view, processId, wanted, sharing, aliveMs });
}

suite('a share of leases', () => {
  test('is all of them for a process alone', () => {
    const { take, lacks } = ask(1, viewOf([aProcess(1)]), ['a', 'b', 'c']);
    assert.deepEqual([take, lacks], [['a', 'b', 'c'], 3]);
  });

  test('is given up in part when another process comes, and taken by that one when it is free', () => {
    const processes = [aProcess(1), aProcess(2)];
    const names = ['a', 'b', 'c'];
    const before = viewOf(
      processes,
      names.map((name) => held(name, 1)),
    );
    assert.deepEqual(ask(1, before, names), { take: [], giveUp: ['c'], lacks: 0 });
    assert.deepEqual(ask(2, before, names), { take: [], giveUp: [], lacks: 1 });
    const after = viewOf(processes, [held('a', 1), held('b', 1), free('c')]);
    assert.deepEqual(ask(2, after, names), { take: ['c'], giveUp: [], lacks: 1 });
    assert.deepEqual(ask(1, after, names).take, []);
  });

  test('does not count processes of other roles, that drain, or that are not seen any more', () => {
    const others = [
      aProcess(2, { roles: ['api'] }),
      aProcess(3, { draining: true }),
      aProcess(4, { seenAtMs: nowMs - aliveMs }),
    ];
    assert.deepEqual(ask(1, viewOf([aProcess(1), ...others]), ['a', 'b']).take, ['a', 'b']);
    assert.deepEqual(ask(2, viewOf([aProcess(1), ...others]), ['a', 'b']).take, []);
  });

  test('is nothing for a process that drains', () => {
    const view = viewOf([aProcess(1, { draining: true })], [held('a', 1), free('b')]);
    assert.deepEqual(ask(1, view, ['a', 'b']), { take: [], giveUp: ['a'], lacks: 0 });
    assert.deepEqual(ask(1, view, ['a', 'b'], { how: 'all' }).giveUp, ['a']);
  });

  test('is whatever is free where leases are not shared evenly', () => {
    const view = viewOf([aProcess(1), aProcess(2)], [held('a', 1), free('b')]);
    assert.deepEqual(ask(2, view, ['a', 'b'], { how: 'all' }).take, ['b']);
    assert.deepEqual(ask(1, view, ['a', 'b'], { how: 'all' }).giveUp, []);
  });

  test('is one, and the one that was free for the longest time, where each process needs one', () => {
    const processes = [aProcess(1), aProcess(2, { draining: true })];
    const view = viewOf(processes, [held('a', 1), free('b', 900), free('c', 800)]);
    assert.deepEqual(ask(2, view, ['a', 'b', 'c'], { how: 'one' }).take, ['c']);
    assert.deepEqual(ask(2, view, ['a', 'b', 'c', 'd'], { how: 'one' }).take, ['d']);
    assert.deepEqual(ask(1, view, ['a', 'b', 'c'], { how: 'one' }), {
      take: [],
      giveUp: [],
      lacks: 0,
    });
  });

  test('comes to a sum that fits, no matter who holds what, and then stays as it is', () => {
    const anyWorld = fc.record({
      processes: fc.integer({ min: 1, max: 6 }),
      owners: fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(anyWorld, ({ processes, owners }) => {
        const alive = Array.from({ length: processes }, (_, index) => aProcess(index + 1));
        const names = owners.map((_, index) => `lease ${index}`);
        let owner = new Map(names.map((name, index) => [name, owners[index] ?? 0]));
        for (let round = 0; round < 3; round += 1) owner = nextRound(alive, names, owner);
        const counts = alive.map(({ id }) => [...owner.values()].filter((of) => of === id).length);
        assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `shares ${counts.join()}`);
        assert.equal(
          counts.reduce((sum, count) => sum + count, 0),
          names.length,
        );
        assert.deepEqual(nextRound(alive, names, owner), owner);
      }),
    );
  });
});

/** What all processes do at the same view of things; owner 0, or one that is gone, is nobody. */
function nextRound(
  processes: readonly SeenProcess[],
  names: readonly string[],
  owner: ReadonlyMap<string, number>,
): Map<string, number> {
  const next = new Map(owner);
  for (const { id } of processes) {
    const leases = names.map((name) => {
      const of = next.get(name) ?? 0;
      return of >= 1 && of <= processes.length ? held(name, of) : free(name);
    });
    const { take, giveUp } = ask(id, viewOf(processes, leases), names);
    for (const name of take) next.set(name, id);
    for (const name of giveUp) next.set(name, 0);
  }
  return next;
}
