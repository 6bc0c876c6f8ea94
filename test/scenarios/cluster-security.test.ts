/** What keeps people and money safe holds over all processes of an installation, and not in the one that was told. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { sealedWith } from '#core/sealed.ts';
import { Browser } from '#test/harness/browser.ts';
import { openCluster } from '#test/harness/cluster-world.ts';
import type { ParleyServer } from '#test/harness/parley-process.ts';
import { until } from '#test/harness/pause.ts';
import { withoutServer } from '#test/harness/postgres-server.ts';

const password = 'a long sentence is a good password';
const email = 'ada@example.com';

function browserOf({ port }: ParleyServer): Browser {
  return new Browser(`http://127.0.0.1:${port}`);
}

suite('several processes guard one installation', { skip: withoutServer, timeout: 240_000 }, () => {
  test('wrong passwords at one make the other wait, and a session ends everywhere', async () => {
    await using world = await openCluster();
    const [one, two] = [await world.start(), await world.start()];
    // Each start makes another link, until somebody has used one.
    const token = /setup#(?<token>[\w-]+)/.exec(two.said)?.groups?.['token'];
    const owner = browserOf(one);
    assert.equal(
      (await owner.post('/api/operations/setup-make', { token, email, name: 'Ada', password }))
        .status,
      200,
    );
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const reply = await browserOf(one).post('/api/operations/sign-in-begin', {
        email,
        password: 'another',
      });
      statuses.push(reply.status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401]);
    assert.equal(
      (await browserOf(two).post('/api/operations/sign-in-begin', { email, password })).status,
      429,
    );

    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const asked = () => browserOf(two).ask('GET', '/api/operations/me-show', undefined, { cookie });
    assert.equal((await asked()).status, 200);
    assert.equal((await owner.post('/api/operations/sign-in-end')).status, 200);
    assert.equal((await asked()).status, 401);
  });

  test('a key that is revoked is so for every process', async () => {
    await using world = await openCluster();
    const servers = [await world.start(), await world.start()];
    const ask = async ({ port }: ParleyServer): Promise<number> => {
      const headers = { 'x-api-key': world.key };
      return (await fetch(`http://127.0.0.1:${port}/v1/me`, { headers })).status;
    };
    for (const server of servers) assert.equal(await ask(server), 200);
    const headers = { 'x-api-key': world.key };
    const streams = await Promise.all(
      servers.map(({ port }) => fetch(`http://127.0.0.1:${port}/v1/events/stream`, { headers })),
    );
    const { keys } = await world.command(undefined, 'key', 'list', '--account', '1');
    for (const { id } of keys as readonly { id: number }[]) {
      await world.command(undefined, 'key', 'revoke', '--account', '1', '--key', String(id));
    }
    for (const server of servers) {
      await until(async () => ((await ask(server)) === 401 ? true : undefined));
    }
    // Each ends by itself; a reader would wait ten minutes for one that does not.
    for (const stream of streams) assert.doesNotMatch(await stream.text(), /data:/);
  });

  test('a country that is closed is closed for messages of every process, and home stays open', async () => {
    await using world = await openCluster();
    const servers = [await world.start(), await world.start()];
    const abroad = '+37126000001';
    const route = ['--prefix', '371', '--operator', 'one', '--price', '0.01'];
    await world.command(undefined, 'route', 'set', ...route);
    const answersTo = async (phone: string, wanted: number): Promise<void> => {
      for (const server of servers) {
        await until(async () => {
          const { status } = await world.send(server, [phone]);
          return status === wanted ? true : undefined;
        });
      }
    };
    await answersTo(abroad, 400);
    await world.command(undefined, 'account', 'set', '1', '--countries', 'LV');
    await answersTo(abroad, 200);
    await world.command(undefined, 'account', 'set', '1', '--countries', 'home');
    await answersTo(abroad, 400);
    for (const server of servers) {
      const [atHome = ''] = world.phones(1);
      assert.equal((await world.send(server, [atHome])).status, 200);
    }
  });

  test('another sealing key is known to both before it seals, and opens what both need', async () => {
    await using world = await openCluster();
    const [one, two] = [await world.start(), await world.start()];
    await world.shared(2, ['sms/1/0', 'sms/1/1']);
    const keyInUse = async () => {
      const [row] = await world.storage.settings.listSealed(
        'operator.sealed_password',
        undefined,
        1,
      );
      return must(sealedWith(must(row, 'operator').text), 'sealed password');
    };
    const former = await keyInUse();
    await world.command(undefined, 'secrets', 'reseal');
    await until(async () => ((await keyInUse()) === former ? undefined : true));
    const phones = world.phones(10);
    assert.equal((await world.send(two, phones)).status, 200);
    await world.submitted(phones);
    // The process that takes the other's bind opens its password as it is sealed now.
    one.signal('SIGKILL');
    await world.shared(1, ['sms/1/0', 'sms/1/1']);
    const after = world.phones(10);
    assert.equal((await world.send(two, after)).status, 200);
    await world.submitted(after);
  });
});
