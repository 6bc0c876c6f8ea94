import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openLog } from '#core/log.ts';
import { allRoles } from '#core/role.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { MemoryLeases } from '#test/harness/memory-leases.ts';
import type { Lease } from './lease.ts';
import { Leases, sharedTiming, soleTiming } from './leases.ts';

const leaseMs = 15_000;

type World = { readonly clock: HeldClock; readonly store: MemoryLeases };

function openWorld(): World {
  const clock = new HeldClock();
  return { clock, store: new MemoryLeases(clock) };
}

/** A process with its own clock, which stands still while the process does. */
function openProcess(
  world: World,
  id: number,
  wanted: string[] = ['a', 'b'],
  timing = sharedTiming(leaseMs),
) {
  const clock = new HeldClock(world.clock.nowMs());
  const told: string[] = [];
  const lines: string[] = [];
  const gates = { handOver: Promise.resolve(), lost: Promise.resolve(), taken: Promise.resolve() };
  const taken = new Map<string, Lease>();
  const leases = new Leases({
    store: world.store,
    process: {
      id,
      host: 'here',
      pid: id,
      version: '1.0.0',
      roles: allRoles,
      startedAtMs: 0,
      draining: false,
    },
    timing,
    clock,
    log: openLog('debug', (line) => lines.push(line)),
  });
  leases.add({
    sharing: { how: 'even', role: 'sms' },
    wanted: () => wanted,
    holder: {
      async taken(lease) {
        told.push(`taken ${lease.name}`);
        taken.set(lease.name, lease);
        await gates.taken;
      },
      async handOver({ name }) {
        told.push(`hand over ${name}`);
        await gates.handOver;
      },
      async lost({ name }) {
        told.push(`lost ${name}`);
        await gates.lost;
      },
    },
  });
  return { leases, clock, told, lines, gates, taken, wanted };
}

type Process = ReturnType<typeof openProcess>;

/** Time goes by for the storage and for these processes. */
async function pass(world: World, processes: readonly Process[], byMs: number): Promise<void> {
  for (let leftMs = byMs; leftMs > 0; leftMs -= 500) {
    const stepMs = Math.min(500, leftMs);
    world.clock.advance(stepMs);
    for (const { clock } of processes) clock.advance(stepMs);
    for (let turns = 0; turns < 5; turns += 1) await turn();
  }
}

function names({ leases }: Process): readonly string[] {
  return ['a', 'b', 'c', 'd'].filter((name) => leases.find(name) !== undefined);
}

suite('leases', () => {
  test('are all taken by a process alone, and kept', async () => {
    const world = openWorld();
    const one = openProcess(world, 1);
    await one.leases.start();
    assert.deepEqual(names(one), ['a', 'b']);
    await pass(world, [one], 60_000);
    assert.deepEqual(names(one), ['a', 'b']);
    assert.deepEqual(one.told, ['taken a', 'taken b']);
    assert.equal(one.leases.isShared, false);
    await one.leases[Symbol.asyncDispose]();
  });

  test('are shared with a process that comes, within seconds and once', async () => {
    const world = openWorld();
    const [one, two] = [openProcess(world, 1), openProcess(world, 2)];
    await one.leases.start();
    await two.leases.start();
    assert.deepEqual(names(two), []);
    await pass(world, [one, two], 4_000);
    assert.deepEqual([names(one), names(two)], [['a'], ['b']]);
    await pass(world, [one, two], 60_000);
    assert.deepEqual(one.told, ['taken a', 'taken b', 'hand over b']);
    assert.deepEqual(two.told, ['taken b']);
    assert.equal(one.leases.isShared, true);
  });

  test('are held until what is under way is over, and only then taken by the other', async () => {
    const world = openWorld();
    const [one, two] = [openProcess(world, 1), openProcess(world, 2)];
    await one.leases.start();
    const drained = Promise.withResolvers<void>();
    one.gates.handOver = drained.promise;
    await two.leases.start();
    await pass(world, [one, two], 30_000);
    assert.deepEqual([names(one), names(two)], [['a', 'b'], []]);
    drained.resolve();
    await pass(world, [one, two], 4_000);
    assert.deepEqual([names(one), names(two)], [['a'], ['b']]);
  });

  test('go to the others at once when a process stops', async () => {
    const world = openWorld();
    const [one, two] = [openProcess(world, 1), openProcess(world, 2)];
    await one.leases.start();
    await two.leases.start();
    await pass(world, [one, two], 4_000);
    await one.leases[Symbol.asyncDispose]();
    two.leases.poke();
    await turn();
    await turn();
    assert.deepEqual(names(two), ['a', 'b']);
    assert.deepEqual(
      (await world.store.view()).processes.map(({ id }) => id),
      [2],
    );
  });

  test('are given up one by one by a process that ends, which keeps the others and what is its own until then', async () => {
    const world = openWorld();
    const [one, two] = [openProcess(world, 1), openProcess(world, 2)];
    await one.leases.start();
    await two.leases.start();
    await pass(world, [one, two], 4_000);
    const drained = Promise.withResolvers<void>();
    one.gates.handOver = drained.promise;
    const handedOver = one.leases.handOver();
    await pass(world, [one, two], 40_000);
    assert.deepEqual([names(one), names(two)], [['a'], ['b']], 'longer than a lease lasts');
    drained.resolve();
    await handedOver;
    await pass(world, [one, two], 4_000);
    assert.deepEqual([names(one), names(two)], [[], ['a', 'b']]);
    assert.deepEqual(
      (await world.store.view()).processes.map(({ id }) => id),
      [1, 2],
    );
    await one.leases[Symbol.asyncDispose]();
  });

  test('of a process that died go to the others when they are over', async () => {
    const world = openWorld();
    const [one, two] = [openProcess(world, 1), openProcess(world, 2)];
    await one.leases.start();
    await two.leases.start();
    await pass(world, [one, two], 4_000);
    await pass(world, [two], 10_000);
    assert.deepEqual(names(two), ['b']);
    await pass(world, [two], 8_000);
    assert.deepEqual(names(two), ['a', 'b']);
  });

  test('cannot be used by a process that wakes up after they were over, before it knows', async () => {
    const world = openWorld();
    const [one, two] = [openProcess(world, 1), openProcess(world, 2)];
    await one.leases.start();
    const [a, b] = [one.taken.get('a'), one.taken.get('b')];
    assert.ok(a && b && one.leases.holds(a));
    await two.leases.start();
    await pass(world, [two], 20_000);
    assert.deepEqual(names(two), ['a', 'b']);
    // It wakes: its clock has gone on, and nothing of it has run yet.
    const wokeAtMs = one.clock.monotonicMs() + 20_000;
    one.clock.monotonicMs = () => wokeAtMs;
    assert.equal(one.leases.holds(a) || one.leases.holds(b), false);
    Reflect.deleteProperty(one.clock, 'monotonicMs');
    one.clock.advance(20_000);
    await pass(world, [one, two], 8_000);
    assert.deepEqual(one.told.slice(2, 4), ['lost a', 'lost b']);
    assert.equal(one.leases.holds(a), false);
    assert.equal(names(one).length + names(two).length, 2);
    assert.equal(names(one).length, 1);
  });

  test('are not used in their last four seconds, and end by the process’s own clock', async () => {
    const world = openWorld();
    const one = openProcess(world, 1);
    await one.leases.start();
    world.store.away.add(1);
    await pass(world, [one], 10_500);
    assert.deepEqual(names(one), ['a', 'b']);
    await pass(world, [one], 1_000);
    assert.deepEqual(names(one), []);
    assert.equal(one.leases.isCurrent, false);
    assert.deepEqual(one.told.slice(2), ['lost a', 'lost b']);
    assert.ok(one.lines.some((line) => line.includes('leases.unrenewed')));
    world.store.away.clear();
    await pass(world, [one], 2_000);
    assert.deepEqual(names(one), ['a', 'b']);
    assert.equal(one.taken.get('a')?.epoch, 2);
  });

  test('that were lost are not taken again before what was under way has ended', async () => {
    const world = openWorld();
    const one = openProcess(world, 1);
    await one.leases.start();
    const ended = Promise.withResolvers<void>();
    one.gates.lost = ended.promise;
    world.store.away.add(1);
    await pass(world, [one], 12_000);
    world.store.away.clear();
    await pass(world, [one], 20_000);
    assert.deepEqual(names(one), []);
    ended.resolve();
    await pass(world, [one], 4_000);
    assert.deepEqual(names(one), ['a', 'b']);
  });

  test('end too when only the clock of the wall has gone on: the machine was asleep', async () => {
    const world = openWorld();
    const one = openProcess(world, 1);
    await one.leases.start();
    const a = one.taken.get('a');
    assert.ok(a);
    const nowMs = one.clock.nowMs() + 12_000;
    one.clock.nowMs = () => nowMs;
    assert.equal(one.leases.holds(a), false);
  });

  test('that settings no longer name are given up, and new ones taken', async () => {
    const world = openWorld();
    const one = openProcess(world, 1);
    await one.leases.start();
    one.wanted.splice(0, 1, 'c');
    one.leases.poke();
    await pass(world, [one], 500);
    assert.deepEqual(names(one), ['b', 'c']);
    assert.deepEqual(one.told, ['taken a', 'taken b', 'taken c', 'hand over a']);
  });

  test('that cannot be opened are given back', async () => {
    const world = openWorld();
    const one = openProcess(world, 1, ['a']);
    one.gates.taken = Promise.reject(new Error('The port is taken'));
    await one.leases.start();
    await turn();
    assert.ok(one.lines.some((line) => line.includes('lease.unopened')));
    assert.deepEqual(names(one), []);
    one.gates.taken = Promise.resolve();
    await pass(world, [one], 1_000);
    assert.deepEqual(names(one), ['a']);
  });

  test('are given up by a process that is told to drain, and taken again when it may', async () => {
    const world = openWorld();
    const one = openProcess(world, 1);
    await one.leases.start();
    await world.store.drain(1, true);
    await pass(world, [one], 4_000);
    assert.deepEqual(names(one), []);
    await world.store.drain(1, false);
    await pass(world, [one], 4_000);
    assert.deepEqual(names(one), ['a', 'b']);
  });

  test('of a process that is alone on its storage are never over, and those of before are its own', async () => {
    const world = openWorld();
    const before = openProcess(world, 1, ['a', 'b'], soleTiming(true));
    await before.leases.start();
    const one = openProcess(world, 2, ['a', 'b'], soleTiming(true));
    await one.leases.start();
    assert.deepEqual(names(one), ['a', 'b']);
    world.store.away.add(2);
    await pass(world, [one], 120_000);
    assert.deepEqual(names(one), ['a', 'b']);
    assert.equal(one.leases.isCurrent, true);
  });

  test('may be stopped twice, and before they were started', async () => {
    const world = openWorld();
    const one = openProcess(world, 1);
    await one.leases[Symbol.asyncDispose]();
    await one.leases.start();
    await one.leases[Symbol.asyncDispose]();
    await one.leases[Symbol.asyncDispose]();
    assert.equal(one.clock.timersWaiting, 0);
    assert.deepEqual(one.told, ['taken a', 'taken b', 'hand over a', 'hand over b']);
  });
});
