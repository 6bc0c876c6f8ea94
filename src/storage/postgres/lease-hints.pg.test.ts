/** What processes are told of leases: who comes, goes or drains, and never that somebody has renewed. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ProcessRecord } from '#queue/lease.ts';
import { makeDatabase, openStorage, withoutServer } from '#test/harness/postgres-server.ts';

const record: ProcessRecord = {
  id: 1,
  host: 'one',
  pid: 1,
  version: '1.0.0',
  roles: ['api'],
  startedAtMs: 1,
  draining: false,
};

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await makeDatabase());
  const { leases } = stack.use(await openStorage(database.address));
  const session = await database.session();
  stack.defer(() => session.end());
  let told = 0;
  session.on('notification', ({ payload }) => {
    if (payload === 'leases') told += 1;
  });
  await session.query('LISTEN parley');
  const renew = (process: ProcessRecord) =>
    leases.renew({ process, held: ['sms/1'], leaseMs: 15_000, forgetAfterMs: 1_000_000 });
  const closing = stack.move();
  return {
    leases,
    renew,
    /** How often others were told of leases by what `work` has committed. */
    async toldBy(work: () => Promise<unknown>): Promise<number> {
      const before = told;
      await work();
      // What was told before an answer arrives before it.
      await session.query('SELECT 1');
      return told - before;
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

suite('hints about leases', { skip: withoutServer }, () => {
  test('a renewal tells nobody: each round would bring on the next in every process', async () => {
    await using world = await openWorld();
    assert.equal(await world.toldBy(() => world.renew(record)), 1);
    assert.equal(await world.toldBy(() => world.renew(record)), 0);
  });

  test('a process that drains is told of once, and so is one that leaves', async () => {
    await using world = await openWorld();
    await world.toldBy(() => world.renew(record));
    const draining = { ...record, draining: true };
    assert.equal(await world.toldBy(() => world.renew(draining)), 1);
    assert.equal(await world.toldBy(() => world.renew(draining)), 0);
    assert.equal(await world.toldBy(() => world.leases.leave(record.id)), 1);
  });
});
