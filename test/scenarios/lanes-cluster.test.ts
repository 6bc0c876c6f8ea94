/** Lanes that people stop, over two processes on one database. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { type ClusterWorld, openCluster } from '#test/harness/cluster-world.ts';
import { withoutServer } from '#test/harness/postgres-server.ts';

const binds = ['sms/1/0', 'sms/1/1'];
const stopped = 'sms/1/0:normal/1';

/** Parts of a phone wait for the bind that its last digits say. */
function isStopped(phone: string): boolean {
  return Number(phone.slice(-4)) % 2 === 0;
}

suite('two processes on one database', { skip: withoutServer, timeout: 120_000 }, () => {
  test('hand nothing of a stopped lane out, also the one that takes it over, until it is resumed', async () => {
    await using world = await openCluster();
    const first = await world.start();
    await world.command(undefined, 'lane', 'pause', stopped);
    await world.start();
    await world.shared(2, binds);
    const phones = world.phones(10);
    const others = phones.filter((phone) => !isStopped(phone));
    assert.equal((await world.send(first, phones)).status, 200);
    await world.submitted(others);
    first.signal('SIGKILL');
    await first.end;
    await world.until((view) =>
      binds.every((bind) => view.leases.some(({ name, isFree }) => name === bind && !isFree)),
    );
    const second = await world.start();
    await world.shared(2, binds);
    const more = world.phones(10);
    assert.equal((await world.send(second, more)).status, 200);
    await world.submitted(more.filter((phone) => !isStopped(phone)));
    assert.deepEqual(
      [...world.submits.keys()].filter((phone) => isStopped(phone)),
      [],
    );
    await world.command(undefined, 'lane', 'resume', stopped);
    await world.submitted([...phones, ...more]);
  });

  test('cancel what waits once, with its money given back, though one dies in the middle', async () => {
    await using world = await openCluster();
    for (const bind of binds) await world.command(undefined, 'lane', 'pause', `${bind}:bulk/1`);
    const first = await world.start();
    const second = await world.start();
    await world.shared(2, binds);
    const phones = world.phones(1_200);
    for (let from = 0; from < phones.length; from += 400) {
      const server = from === 400 ? second : first;
      assert.equal((await world.send(server, phones.slice(from, from + 400))).status, 200);
    }
    const filter = ['--account', '1', '--prefix', '370600'];
    const told = await world.command(undefined, 'lane', 'cancel', ...filter, '--yes');
    assert.partialDeepStrictEqual(told, { texts: 1_200, refunds: [{ amount: '12' }] });
    await untilTask(world, ({ texts }) => texts > 0);
    first.signal('SIGKILL');
    await first.end;
    await untilTask(world, ({ state }) => state === 'done');
    const { ledger } = (await world.command(undefined, 'account', 'show', '1')) as Shown;
    assert.equal(ledger.live.adds, true);
    const account = await world.storage.accounts.findAccount(1);
    assert.equal(account?.balance, 1_000_000_000);
    assert.equal(await world.storage.jobs.countOwed('sms/', 10), 0);
    assert.equal(world.submits.size, 0);
    // Each phone is told of, and of none of them twice: what was posted again has the same id.
    await world.sink.until(phones.length);
    const ids = new Set(world.sink.received.map(({ headers }) => headers['webhook-id']));
    assert.equal(ids.size, phones.length);
  });
});

type Shown = { readonly ledger: { readonly live: { readonly adds: boolean } } };
type Task = { readonly state: string; readonly texts: number };

async function untilTask(world: ClusterWorld, isSo: (task: Task) => boolean): Promise<void> {
  for (;;) {
    const { tasks } = await world.command(undefined, 'lane', 'tasks');
    if ((tasks as readonly Task[]).some(isSo)) return;
    await systemClock.sleep(50);
  }
}
