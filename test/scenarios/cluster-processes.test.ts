/** Processes that come, go, die and sleep on one database: nothing is lost, and nothing is sent twice. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ClusterWorld, openCluster } from '#test/harness/cluster-world.ts';
import { later, type Submitted, take } from '#test/harness/link-world.ts';
import { withoutServer } from '#test/harness/postgres-server.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';

/** Of the one operator that people have added. */
const binds = ['sms/1/0', 'sms/1/1'];

suite('processes on one database', { skip: withoutServer, timeout: 240_000 }, () => {
  test('share binds and endpoints, and each sends what the other has accepted', async () => {
    await using world = await openCluster();
    const [one, two] = await Promise.all([world.start(), world.start()]);
    const accounts = await world.storage.accounts.listAccounts(0, 10);
    assert.deepEqual(
      accounts.map(({ name }) => name),
      ['Acme', 'Demo'],
    );
    await world.shared(2, binds);
    await world.shared(2, ['webhook#0', 'webhook#31']);
    const phones = world.phones(40);
    await Promise.all(
      phones.map(async (to, index) => {
        const { status, json } = await world.send(index % 2 === 0 ? one : two, [to]);
        assert.equal(status, 200, JSON.stringify(json));
      }),
    );
    await world.submitted(phones);
    await reportAll(world);
    await world.sink.until(phones.length);
    assertOnce(world, phones);
    assert.equal(world.sink.received.length, phones.length);
  });

  test('do what their roles say: one takes requests, one sends, one delivers', async () => {
    await using world = await openCluster();
    const api = await world.start(world.address, '--roles', 'api');
    const sms = await world.start(world.address, '--roles', 'sms');
    await world.start(world.address, '--roles', 'webhooks');
    const { leases, processes } = await world.shared(1, binds);
    await world.shared(1, ['webhook#0', 'webhook#31']);
    const roleOf = new Map(processes.map(({ id, roles }) => [id, roles.join()]));
    const owner = leases.find(({ name }) => name === 'sms/1/0')?.owner ?? 0;
    assert.equal(roleOf.get(owner), 'sms');
    const phones = world.phones(20);
    assert.equal((await world.send(api, phones)).status, 200);
    await world.submitted(phones);
    await reportAll(world);
    await world.sink.until(phones.length);
    assert.equal((await world.send(sms, phones)).status, 404);
    assert.equal((await fetch(`http://127.0.0.1:${sms.port}/healthz`)).status, 200);
    assertOnce(world, phones);
  });

  test('kill -9: the others take over what it held, with what it had accepted', async () => {
    await using world = await openCluster({ script: later });
    const one = await world.start();
    await world.shared(1, binds);
    const two = await world.start();
    await world.shared(2, binds);
    const phones = world.phones(40);
    assert.equal((await world.send(one, phones)).status, 200);
    one.signal('SIGKILL');
    world.smsc.script = take;
    await world.shared(1, binds);
    await world.submitted(phones);
    const after = world.phones(10);
    assert.equal((await world.send(two, after)).status, 200);
    await world.submitted(after);
    assertOnce(world, after);
    // What was in the windows of both when one died may have been sent again.
    const windows = 2 * 10;
    const repeats = world.smsc.submits.all.length - phones.length - after.length;
    assert.ok(repeats <= windows, `${repeats} repeats`);
  });

  test('SIGTERM: it hands over at once, and nothing is sent again', async () => {
    const open: Submitted[] = [];
    await using world = await openCluster({
      script: (submitted) => {
        open.push(submitted);
        return 'later';
      },
      window: 5,
    });
    const one = await world.start();
    const two = await world.start();
    await world.shared(2, binds);
    const phones = world.phones(60);
    assert.equal((await world.send(one, phones)).status, 200);
    await world.smsc.submits.next(() => open.length === 10);
    one.signal('SIGTERM');
    // What it has sent is answered while it drains.
    world.smsc.script = take;
    for (const submitted of open) submitted.answer(take(submitted));
    assert.deepEqual(await one.end, [0, null]);
    const { processes } = await world.shared(1, binds);
    assert.equal(new Set(processes.map(({ pid }) => pid)).size, 1);
    await world.submitted(phones);
    assertOnce(world, phones);
    assert.equal((await world.send(two, world.phones(1))).status, 200);
  });

  test('SIGSTOP: one that slept past its leases sends nothing of what others have sent', async () => {
    const open: Submitted[] = [];
    await using world = await openCluster({
      script: (submitted) => {
        open.push(submitted);
        return 'later';
      },
      window: 1,
      binds: 1,
    });
    const one = await world.start();
    await world.shared(1, ['sms/1/0']);
    const phones = world.phones(30);
    assert.equal((await world.send(one, phones)).status, 200);
    const first = await world.smsc.submits.next();
    one.signal('SIGSTOP');
    world.smsc.script = take;
    const two = await world.start();
    const [owner] = (await world.storage.leases.view()).processes;
    await world.until(({ leases }) =>
      leases.some(
        ({ name, owner: by, isFree }) => name === 'sms/1/0' && by !== owner?.id && !isFree,
      ),
    );
    await world.submitted(phones);
    // The answer lets it go on, as it believes until it looks.
    first.answer(take(first));
    one.signal('SIGCONT');
    await world.until(({ processes, nowMs }) =>
      processes.some(({ id, seenAtMs }) => id === owner?.id && nowMs - seenAtMs < 500),
    );
    const after = world.phones(5);
    assert.equal((await world.send(one, after)).status, 200);
    await world.submitted(after);
    const sent = world.submits;
    assert.deepEqual(
      [...phones, ...after].filter((to) => sent.get(to) !== 1),
      phones.filter((to) => to === `+${first.pdu.destination.address}` && sent.get(to) !== 1),
    );
    assert.equal((await world.send(two, world.phones(1))).status, 200);
  });
});

/** The operator delivers a receipt for each submit, on either of the two last binds. */
async function reportAll({ smsc }: ClusterWorld): Promise<void> {
  const used = new Set(smsc.submits.all.map(({ peer }) => peer));
  const peers = [...used];
  assert.equal(peers.length, 2);
  await Promise.all(
    smsc.submits.all.map(async ({ pdu, n }) => {
      const pduOfIt = aReceiptPdu({ id: String(n), from: pdu.destination.address });
      const outcome = await peers[n % peers.length]?.deliver(pduOfIt);
      assert.equal(outcome?.kind, 'answered');
    }),
  );
}

function assertOnce(world: ClusterWorld, phones: readonly string[]): void {
  const sent = world.submits;
  assert.deepEqual(
    phones.filter((to) => sent.get(to) !== 1),
    [],
  );
}
