/** Leases: who holds what, for how long, and what a late writer can still do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allRoles } from '#core/role.ts';
import type { LeaseRound, ProcessRecord } from '#queue/lease.ts';
import type { Storage } from '#storage/storage.ts';
import { anAcceptance, atMs } from '#test/harness/records.ts';
import { aLease, plain, smsLane, webhookLane, withAccount, withEvents } from './setup.ts';

const longMs = 60_000;

export function leases(open: () => Promise<Storage>): void {
  holding(open);
  processes(open);
  fencing(open);
}

function holding(open: () => Promise<Storage>): void {
  test('a lease is taken by one process, and by another when it is given up', async () => {
    await using storage = await open();
    const { leases: store } = storage;
    assert.deepEqual(plain(await store.take(1, ['b', 'a'], longMs)).toSorted(byName), [
      { name: 'a', epoch: 1 },
      { name: 'b', epoch: 1 },
    ]);
    assert.deepEqual(await store.take(2, ['a', 'b'], longMs), []);
    await store.release(1, [{ name: 'a', epoch: 1 }]);
    assert.deepEqual(plain(await store.take(2, ['a', 'b'], longMs)), [{ name: 'a', epoch: 2 }]);
    const { leases: standing } = await store.view();
    assert.deepEqual(
      standing.map(({ name, owner, epoch, isFree }) => [name, owner, epoch, isFree]),
      [
        ['a', 2, 2, false],
        ['b', 1, 1, false],
      ],
    );
  });

  test('what is held is told with the time of the storage, also where no process is', async () => {
    await using storage = await open();
    const view = await storage.leases.view();
    assert.deepEqual(view.processes, []);
    assert.ok(view.nowMs > Date.parse('2026-01-01'), `${view.nowMs}`);
  });

  test('of processes that take a lease at the same time one has it', async () => {
    await using storage = await open();
    const names = ['a', 'b', 'c'];
    const takers = [1, 2, 3, 4, 5];
    for (let round = 1; round <= 5; round += 1) {
      const taken = await Promise.all(
        takers.map((id) =>
          storage.leases.take(id, id % 2 === 0 ? names : names.toReversed(), longMs),
        ),
      );
      const all = plain(taken.flat()).toSorted(byName);
      assert.deepEqual(
        all,
        names.map((name) => ({ name, epoch: round })),
      );
      await Promise.all(takers.map((id, index) => storage.leases.release(id, taken[index] ?? [])));
    }
  });

  test('one that is over is free, unless its process renews it before another takes it', async () => {
    await using storage = await open();
    const { leases: store } = storage;
    await store.take(1, ['a', 'b'], 0);
    const { leases: over } = await store.view();
    assert.deepEqual(
      over.map(({ owner, isFree }) => [owner, isFree]),
      [
        [1, true],
        [1, true],
      ],
    );
    assert.deepEqual(plain(await store.take(2, ['a'], longMs)), [{ name: 'a', epoch: 2 }]);
    const { leases: renewed } = await store.renew(aRound(1, { held: ['a', 'b'] }));
    assert.deepEqual(
      renewed.map(({ name, owner, epoch, isFree }) => [name, owner, epoch, isFree]),
      [
        ['a', 2, 2, false],
        ['b', 1, 1, false],
      ],
    );
  });

  test('one that another process has taken since cannot be given up', async () => {
    await using storage = await open();
    const { leases: store } = storage;
    await store.take(1, ['a'], 0);
    await store.take(2, ['a'], 0);
    await store.take(1, ['a'], longMs);
    await store.release(1, [{ name: 'a', epoch: 1 }]);
    await store.release(2, [{ name: 'a', epoch: 2 }]);
    assert.deepEqual(
      (await store.view()).leases.map(({ owner, isFree }) => [owner, isFree]),
      [[1, false]],
    );
  });

  test('a process that is alone frees all, and the epochs go on', async () => {
    await using storage = await open();
    await storage.leases.renew(aRound(1));
    await storage.leases.take(1, ['a'], longMs);
    await storage.leases.freeAll();
    assert.deepEqual((await storage.leases.view()).processes, []);
    assert.deepEqual(plain(await storage.leases.take(2, ['a'], longMs)), [{ name: 'a', epoch: 2 }]);
  });
}

function processes(open: () => Promise<Storage>): void {
  test('a round shows that a process lives, by the clock of the storage', async () => {
    await using storage = await open();
    const first = await storage.leases.renew(aRound(1));
    const second = await storage.leases.renew(
      aRound(2, { process: aProcess(2, { roles: ['api'] }) }),
    );
    assert.deepEqual(
      second.processes.map(({ id, host, roles, draining }) => [id, host, roles, draining]),
      [
        [1, 'here', allRoles, false],
        [2, 'here', ['api'], false],
      ],
    );
    const seenAtMs = first.processes[0]?.seenAtMs ?? 0;
    assert.ok(seenAtMs > 0 && seenAtMs <= first.nowMs && first.nowMs <= second.nowMs);
  });

  test('a process that has left, or was not seen for long, is forgotten, and its leases are free', async () => {
    await using storage = await open();
    const { leases: store } = storage;
    await store.renew(aRound(1));
    await store.take(1, ['a'], longMs);
    await store.leave(1);
    assert.deepEqual(plain(await store.take(2, ['a'], longMs)), [{ name: 'a', epoch: 2 }]);
    await store.renew(aRound(2));
    const { processes: seen } = await store.renew(aRound(3, { forgetAfterMs: -longMs }));
    assert.deepEqual(seen, []);
  });

  test('one that is told to drain does so until it is told otherwise, and whatever it says itself', async () => {
    await using storage = await open();
    const { leases: store } = storage;
    const isDraining = async () => (await store.view()).processes.map(({ draining }) => draining);
    await store.renew(aRound(1));
    assert.equal(await store.drain(1, true), true);
    assert.equal(await store.drain(2, true), false);
    await store.renew(aRound(1));
    assert.deepEqual(await isDraining(), [true]);
    await store.drain(1, false);
    assert.deepEqual(await isDraining(), [false]);
    await store.renew(aRound(1, { process: aProcess(1, { draining: true }) }));
    assert.deepEqual(await isDraining(), [true]);
  });

  test('draining one thread drains all threads of its process, and no other process', async () => {
    await using storage = await open();
    const { leases: store } = storage;
    for (const [id, pid] of [
      [1, 40],
      [2, 40],
      [3, 41],
    ] as const) {
      await store.renew(aRound(id, { process: aProcess(id, { pid }) }));
    }
    assert.equal(await store.drain(2, true), true);
    const seen = (await store.view()).processes;
    assert.deepEqual(
      seen.map(({ id, draining }) => [id, draining]),
      [
        [1, true],
        [2, true],
        [3, false],
      ],
    );
  });
}

function fencing(open: () => Promise<Storage>): void {
  test('who has lost a lease puts no part off', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const late = await aLease(storage);
    const lease = await aLease(storage);
    await storage.messages.acceptMessages([anAcceptance(account, 1)]);
    const retry = { jobId: 10, attemptRead: 0, attempt: 1, dueAtMs: atMs + 100 };
    await storage.jobs.retryJobs([{ ...retry, lease: late }]);
    assert.equal((await storage.messages.dueParts(smsLane)).length, 1);
    await storage.jobs.retryJobs([{ ...retry, lease }]);
    assert.equal((await storage.messages.dueParts(smsLane)).length, 0);
  });

  test('who has lost a lease notes no intents, and hears of it', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const late = await aLease(storage);
    const lease = await aLease(storage);
    await storage.messages.acceptMessages([anAcceptance(account, 1)]);
    const isIntended = async () =>
      (await storage.messages.dueParts(smsLane)).map(({ load }) => load.intended);
    assert.equal(await storage.messages.intendSubmits([10], late), false);
    assert.deepEqual(await isIntended(), [false]);
    assert.equal(await storage.messages.intendSubmits([10], lease), true);
    assert.deepEqual(await isIntended(), [true]);
  });

  test('who has lost a lease puts no delivery off, but a success of his counts', async () => {
    await using storage = await open();
    await withEvents(storage, ['a', 'b']);
    const late = await aLease(storage);
    await aLease(storage);
    const due = await storage.webhooks.dueDeliveries(webhookLane);
    const [failed, received] = due.map(({ job, load }) => ({
      job,
      attempt: {
        eventId: load.eventId,
        endpointId: 1,
        jobId: job.id,
        n: 1,
        atMs,
        outcome: 'retry' as const,
        status: 0,
        error: '',
        durationMs: 1,
        phases: { resolveMs: 0, connectMs: 0, tlsMs: 0, answerMs: 1 },
        url: '',
        ip: '',
        responseHead: '',
        responseBody: '',
      },
    }));
    assert.ok(failed && received);
    const retry = { lease: late, attempt: 1, dueAtMs: atMs + 1_000 };
    await storage.webhooks.settleDeliveries([
      { ...failed, retry },
      { ...received, attempt: { ...received.attempt, outcome: 'delivered' } },
    ]);
    const left = await storage.webhooks.dueDeliveries(webhookLane);
    assert.deepEqual(
      left.map(({ job }) => [job.id, job.attempt]),
      [[failed.job.id, 0]],
    );
  });
}

function byName(a: object, b: object): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

function aProcess(id: number, over: Partial<ProcessRecord> = {}): ProcessRecord {
  const where = { host: 'here', pid: id, version: '1.0.0' };
  return { id, ...where, roles: allRoles, startedAtMs: atMs, draining: false, ...over };
}

function aRound(id: number, over: Partial<LeaseRound> = {}): LeaseRound {
  return { process: aProcess(id), held: [], leaseMs: longMs, forgetAfterMs: longMs, ...over };
}
