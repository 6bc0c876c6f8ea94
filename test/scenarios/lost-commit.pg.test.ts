/** The way to the database is cut during the commit of a send: the client hears what is true, and nothing is sent twice. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { createCustomer, password, systemId } from '#test/harness/customer-world.ts';
import { openApp } from '#test/harness/open-app.ts';
import {
  makeDatabase,
  openStorage,
  serverPlace,
  withoutServer,
} from '#test/harness/postgres-server.ts';
import { openCustomer } from '#test/harness/smpp-customer.ts';
import { openTcpProxy } from '#test/harness/tcp-proxy.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

/** The name of the statement that stores a send, in the same write as its COMMIT. */
const commit = 'accept messages';
const phone = '+33639980110';

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await makeDatabase());
  {
    await using storage = await openStorage(database.address);
    await createCustomer(storage, { mode: 'test' });
  }
  const proxy = stack.use(await openTcpProxy({ to: serverPlace }));
  const folder = stack.use(temporaryFolder());
  const app = stack.use(
    await openApp({
      PARLEY_DATABASE: database.address.replace(/@[^/]*/, `@127.0.0.1:${proxy.port}`),
      PARLEY_MASTER_KEY_FILE: path.join(folder.path, 'master.key'),
      PARLEY_SMPP_PORT: '0',
    }),
  );
  const one = async (sql: string) => Number(Object.values((await database.run(sql))[0] ?? {})[0]);
  const opened = stack.move();
  return {
    app,
    proxy,
    messages: () => one('SELECT count(*) FROM message'),
    /** What has been taken from all test money. */
    spent: () => one('SELECT coalesce(sum(cost), 0) FROM spent_hour'),
    /** How many parts the operator has taken, once none waits any more. */
    async submitted() {
      while ((await one("SELECT count(*) FROM job WHERE lane LIKE 'sms/%'")) > 0) {
        await systemClock.sleep(20);
      }
      return one('SELECT count(*) FROM submitted_part');
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

async function sentOnce(world: World): Promise<void> {
  assert.equal(await world.messages(), 1);
  assert.equal(await world.submitted(), 1);
  const cost = await world.spent();
  assert.ok(cost > 0 && cost < 100_000, String(cost));
}

suite('a send whose commit nobody heard of', { skip: withoutServer }, () => {
  test('by HTTP without an idempotency key is answered 200 where it was kept', async () => {
    await using world = await openWorld();
    const send = { apiKey: world.app.testKey, phoneNumbers: phone, message: 'Hello' };
    world.proxy.cutAt(commit, 'answered');
    assert.equal((await world.app.post('/v1/send', send)).status, 200);
    await sentOnce(world);
  });

  test('by HTTP is answered 503 where it was not, and is sent once when it is repeated', async () => {
    await using world = await openWorld();
    const send = { apiKey: world.app.testKey, phoneNumbers: phone, message: 'Hello' };
    world.proxy.cutAt(commit, 'before');
    assert.equal((await world.app.post('/v1/send', send)).status, 503);
    assert.equal(await world.messages(), 0);
    while ((await world.app.post('/v1/send', send)).status !== 200) await systemClock.sleep(20);
    await sentOnce(world);
  });

  test('by SMPP is answered with its id where it was kept, and with a system error where not', async () => {
    await using world = await openWorld();
    const port = world.app.app.smpp.plain ?? 0;
    await using customer = openCustomer({ port, systemId, password });
    await customer.bound();
    world.proxy.cutAt(commit, 'before');
    const refused = await customer.submit();
    assert.deepEqual([refused.kind, 'status' in refused && refused.status], ['answered', 0x08]);
    assert.equal(await world.messages(), 0);
    world.proxy.cutAt(commit, 'answered');
    let taken = await customer.submit();
    // Connections that were cut with the first are noticed one by one.
    while ('status' in taken && taken.status === 0x08) taken = await customer.submit();
    assert.deepEqual([taken.kind, 'status' in taken && taken.status], ['answered', 0]);
    await sentOnce(world);
  });
});
