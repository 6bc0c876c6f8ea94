/** A database that cannot be reached for a while, by one process or by all of them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { type ClusterWorld, openCluster } from '#test/harness/cluster-world.ts';
import type { ParleyServer } from '#test/harness/parley-process.ts';
import { administer, serverPlace, withoutServer } from '#test/harness/postgres-server.ts';
import { openTcpProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';

const binds = ['sms/1/0', 'sms/1/1'];

async function openProxy(): Promise<TcpProxy> {
  return openTcpProxy({ to: serverPlace, clock: systemClock });
}

/** The database, by way of the proxy. */
function behind({ port }: TcpProxy, { address }: ClusterWorld): string {
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}

async function readiness(server: ParleyServer): Promise<number> {
  return (await fetch(`http://127.0.0.1:${server.port}/readyz`)).status;
}

/** Waits until the process answers so. */
async function untilReadiness(server: ParleyServer, status: number): Promise<void> {
  while ((await readiness(server)) !== status) await systemClock.sleep(50);
}

suite('a database out of reach', { skip: withoutServer, timeout: 240_000 }, () => {
  test('of one process: it gives up what it held, tells its clients, and comes back by itself', async () => {
    await using world = await openCluster();
    await using proxy = await openProxy();
    const one = await world.start(behind(proxy, world));
    const two = await world.start();
    await world.shared(2, binds);
    proxy.halfOpen();
    // Its binds go to the other, although it lives and its links to the operator stand.
    await world.shared(1, binds);
    await untilReadiness(one, 503);
    const refused = await world.send(one, world.phones(1));
    assert.equal(refused.status, 503);
    assert.match(refused.retryAfter ?? '', /^\d+$/);
    const phones = world.phones(20);
    assert.equal((await world.send(two, phones)).status, 200);
    await world.submitted(phones);
    proxy.reset();
    proxy.pass();
    await untilReadiness(one, 200);
    await world.shared(2, binds);
    const after = world.phones(20);
    assert.equal((await world.send(one, after)).status, 200);
    await world.submitted(after);
    assertOnce(world, [...phones, ...after]);
  });

  test('of nobody for long: all sessions are ended, and no message is lost or sent twice', async () => {
    await using world = await openCluster();
    const one = await world.start();
    const two = await world.start();
    await world.shared(2, binds);
    const phones = world.phones(200);
    const sending = Promise.all(
      phones.map(async (to, index) => {
        for (;;) {
          const { status } = await world.send(index % 2 === 0 ? one : two, [to]);
          if (status === 200) return;
          assert.equal(status, 503);
          await systemClock.sleep(50);
        }
      }),
    );
    await world.smsc.submits.next(({ n }) => n > 20);
    const name = new URL(world.address).pathname.slice(1);
    await administer(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = '${name}' AND pid <> pg_backend_pid()`);
    await sending;
    await world.submitted(phones);
    // A 503 says "not accepted": what was committed and not answered is sent by the client once more.
    const repeated = world.smsc.submits.all.length - phones.length;
    assert.ok(repeated >= 0 && repeated <= 64, `${repeated} repeats`);
    await untilReadiness(one, 200);
    await untilReadiness(two, 200);
  });
});

function assertOnce(world: ClusterWorld, phones: readonly string[]): void {
  const sent = world.submits;
  assert.deepEqual(
    phones.filter((to) => sent.get(to) !== 1),
    [],
  );
}
