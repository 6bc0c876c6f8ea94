/** The connection is lost during COMMIT, before the server got it or as it answers: who asked hears what is true. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { withAccount } from '#test/conformance/setup.ts';
import { anEmailAcceptance } from '#test/harness/email-records.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { makeDatabase, serverPlace, withoutServer } from '#test/harness/postgres-server.ts';
import { anAcceptance, atMs, money } from '#test/harness/records.ts';
import { openTcpProxy } from '#test/harness/tcp-proxy.ts';
import type { Storage } from '../storage.ts';
import { openPostgresStorage } from './postgres-storage.ts';

type Account = Awaited<ReturnType<typeof withAccount>>;

async function openWorld(clock = systemClock) {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await makeDatabase());
  const proxy = stack.use(await openTcpProxy({ to: serverPlace }));
  const lines: string[] = [];
  const log = openLog('warn', (line) => lines.push(line));
  const address = database.address.replace(/@[^/]*/, `@127.0.0.1:${proxy.port}`);
  const options = { clock, random: () => 0, log, connectionsMax: 4 };
  const storage = stack.use(await openPostgresStorage(address, options));
  const account = await withAccount(storage);
  const opened = stack.move();
  const outcomes = () =>
    lines.flatMap((line) => {
      const said = JSON.parse(line) as Readonly<Record<string, unknown>>;
      return said['event'] === 'storage.commit_lost' ? [said['outcome']] : [];
    });
  const count = async (table: string) =>
    Number(((await database.run(`SELECT count(*) AS n FROM ${table}`))[0] as { n: string }).n);
  return {
    database,
    proxy,
    storage,
    account,
    outcomes,
    count,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Each write that is acknowledged, what it stores, and the words by which its last round trip is known. */
const writes: readonly {
  readonly title: string;
  readonly words: string;
  readonly table: string;
  readonly write: (storage: Storage, account: Account) => Promise<unknown>;
}[] = [
  {
    title: 'an accepted SMS',
    words: 'accept messages',
    table: 'message',
    write: (storage, account) => storage.messages.acceptMessages([anAcceptance(account, 1)]),
  },
  {
    title: 'an accepted email',
    words: 'COMMIT\0',
    table: 'email',
    write: (storage, account) => storage.emails.acceptEmail(anEmailAcceptance(account, 1)),
  },
  {
    title: 'a movement of money',
    words: 'COMMIT\0',
    table: 'movement',
    write: (storage, { id }) =>
      storage.accounts.move({
        accountId: id,
        purse: 'live',
        kind: 'top-up',
        amount: money(5_000_000),
        actor: 'test',
        atMs,
      }),
  },
];

suite('a commit whose answer is lost', { skip: withoutServer }, () => {
  for (const { title, words, table, write } of writes) {
    test(`${title}: kept, and answered as such, where COMMIT had reached the server`, async () => {
      await using world = await openWorld();
      const before = await world.count(table);
      world.proxy.cutAt(words, 'answered');
      assert.ok(await write(world.storage, world.account));
      assert.equal(await world.count(table), before + 1);
      assert.deepEqual(world.outcomes(), ['kept']);
    });

    test(`${title}: refused, and not kept, where it had not`, async () => {
      await using world = await openWorld();
      const before = await world.count(table);
      world.proxy.cutAt(words, 'before');
      const failed = { name: 'StorageUnavailable' };
      await assert.rejects(write(world.storage, world.account), failed);
      assert.equal(await world.count(table), before);
      assert.deepEqual(world.outcomes(), ['lost']);
      assert.ok(await write(world.storage, world.account));
      assert.equal(await world.count(table), before + 1);
    });
  }

  test('is unknown where the server does not answer for eight seconds more', async () => {
    const clock = new HeldClock();
    await using world = await openWorld(clock);
    world.proxy.cutAt('accept messages', 'answered', 'refuse');
    const asked = world.storage.messages.acceptMessages([anAcceptance(world.account, 1)]);
    const unknown = assert.rejects(asked, { name: 'CommitUnknown', mayRetry: false });
    const progress = { isSettled: false };
    void unknown.finally(() => {
      progress.isSettled = true;
    });
    while (!progress.isSettled) {
      await systemClock.sleep(5);
      clock.advance(100);
    }
    await unknown;
    assert.deepEqual(world.outcomes(), ['unknown']);
    world.proxy.pass();
  });
});
