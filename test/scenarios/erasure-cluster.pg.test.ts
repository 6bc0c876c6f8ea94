/** A person is erased beside processes that run: they forget the name, and still send nothing. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { Pseudonyms } from '#core/erased.ts';
import { openCluster } from '#test/harness/cluster-world.ts';
import type { ParleyServer } from '#test/harness/parley-process.ts';
import { openPairOnServer, withoutServer } from '#test/harness/postgres-server.ts';
import { recognising } from '../../src/app/erased-people.ts';

suite('an erasure beside several processes', { skip: withoutServer, timeout: 240_000 }, () => {
  test('leaves a STOP in force in each of them, and so it can be taken back', async () => {
    await using world = await openCluster();
    const servers = await Promise.all([world.start(), world.start()]);
    const [phone = '', marker = ''] = world.phones(2);
    const stop = (what: string, to: string) =>
      world.command(undefined, 'stop', what, to, '--account', '1');
    const isSent = async (server: ParleyServer, to: string) =>
      (await world.send(server, [to])).status === 200;
    const everywhere = async (to: string, sent: boolean) => {
      for (const server of servers) {
        while ((await isSent(server, to)) !== sent) await systemClock.sleep(20);
      }
    };
    await everywhere(phone, true);
    await stop('add', phone);
    await everywhere(phone, false);
    const { certificate } = await world.command(undefined, 'erase', '--phone', phone);
    assert.equal((certificate as { hashed: number }).hashed, 1);
    for (const server of servers) assert.equal(await isSent(server, phone), false);
    // Changes are followed in their order: who knows of this one knows of the erasure.
    await stop('add', marker);
    await everywhere(marker, false);
    for (const server of servers) assert.equal(await isSent(server, phone), false);
    await stop('remove', phone);
    await everywhere(phone, true);
  });

  test('leaves a suppressed address suppressed in each of them', async () => {
    await using pair = await openPairOnServer();
    const pseudonyms = new Pseudonyms(Buffer.alloc(32, 1));
    const [one, other] = [pair.first, pair.second].map((each) => recognising(each, pseudonyms));
    const address = 'ann_lee@example.com';
    const atMs = 1_700_000_000_000;
    const asked = [{ accountId: 1, addresses: [address] }];
    const suppressed = async (storage = one) =>
      (await storage?.suppressions.findSuppressed(asked, atMs))?.map((found) => found.address);
    const entry = {
      accountId: 1,
      address,
      source: 'client',
      reason: 'manual',
      stream: '',
    } as const;
    await other?.suppressions.addSuppressions([{ ...entry, atMs }]);
    assert.deepEqual(await suppressed(), [address]);
    const subject = { kind: 'email', address, pseudonym: pseudonyms.ofAddress(address) } as const;
    const author = { actor: 'test', atMs };
    const erased = await one?.erasures.erase({ subject, accountId: undefined }, author);
    assert.equal(erased?.hashed, 1);
    assert.deepEqual([await suppressed(one), await suppressed(other)], [[address], [address]]);
    await one?.suppressions.releaseSuppressions(
      { accountId: 1, address },
      { limit: 10, nowMs: atMs },
    );
    assert.deepEqual([await suppressed(one), await suppressed(other)], [[], []]);
  });
});
