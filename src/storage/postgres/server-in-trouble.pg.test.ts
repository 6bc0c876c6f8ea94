/** A server, and the network before it, that fail while the program runs. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { Acceptance } from '#sms/message-store.ts';
import { noEvents, webhookLane, withAccount } from '#test/conformance/setup.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import {
  administer,
  makeDatabase,
  makeEmptyDatabase,
  openStorage,
  serverPlace,
  type TestDatabase,
  withoutServer,
} from '#test/harness/postgres-server.ts';
import { aMatch, anAcceptance, anEvent, aReceipt, aSubmit } from '#test/harness/records.ts';
import { openTcpProxy, type TcpProxy } from '#test/harness/tcp-proxy.ts';
import type { Storage } from '../storage.ts';
import { openPostgresStorage } from './postgres-storage.ts';

const away = { name: 'StorageUnavailable' };

/** A storage behind a network that fails when told to, with a clock that stands still. */
async function behindProxy(database: TestDatabase, stack: AsyncDisposableStack) {
  const proxy = stack.use(await openTcpProxy({ to: serverPlace }));
  const clock = new HeldClock();
  const options = { clock, random: () => 0, log: openLog('silent'), connectionsMax: 4 };
  const address = database.address.replace(/@[^/]*/, `@127.0.0.1:${proxy.port}`);
  const storage = stack.use(await openPostgresStorage(address, options));
  return { proxy, clock, storage };
}

/** Waits until the proxy holds something back that nobody answers, then lets the time pass. */
async function waitInVain<Result>(
  work: Promise<Result>,
  { clock, proxy }: { readonly clock: HeldClock; readonly proxy: TcpProxy },
): Promise<void> {
  const failed = assert.rejects(work, away);
  await systemClock.sleep(0);
  clock.advance(8_000);
  await failed;
  proxy.pass();
}

async function accepted(storage: Storage, count: number): Promise<readonly Acceptance[]> {
  const account = await withAccount(storage);
  const items = Array.from({ length: count }, (_, index) => anAcceptance(account, index + 1));
  await storage.messages.acceptMessages(items);
  return items;
}

suite('a PostgreSQL server in trouble', { skip: withoutServer }, () => {
  test('data outlive the program', async () => {
    await using database = await makeDatabase();
    const first = await openStorage(database.address);
    const account = await withAccount(first);
    await first[Symbol.asyncDispose]();
    await using second = await openStorage(database.address);
    assert.deepEqual(await second.accounts.findAccount(account.id), account);
  });

  test('two programs that start together make the tables once', async () => {
    await using database = await makeEmptyDatabase();
    const opening = [1, 2, 3].map(() => openStorage(database.address));
    for (const opened of opening) {
      await using storage = await opened;
      assert.equal(await storage.settings.settingsVersion(), 1);
    }
  });

  test('leases are renewed while pages and lanes wait for a table that is locked', async () => {
    await using database = await makeDatabase();
    await using storage = await openStorage(database.address);
    const free = database
      .run('BEGIN; LOCK TABLE job IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(6); COMMIT')
      .then(() => 'free');
    await systemClock.sleep(500);
    const waiting = Array.from({ length: 20 }, () => storage.webhooks.dueDeliveries(webhookLane));
    await systemClock.sleep(100);
    const renewed = storage.leases.view().then(() => 'renewed');
    assert.equal(await Promise.race([free, renewed]), 'renewed');
    await Promise.all([free, ...waiting]);
  });

  test('a database of a newer version is left alone', async () => {
    await using database = await makeDatabase();
    await database.run('UPDATE schema_version SET version = 9999');
    await assert.rejects(openStorage(database.address), {
      name: 'StorageRefused',
      message: /newer version/,
    });
  });

  test('every text is compared octet by octet, also those of later upgrades', async () => {
    await using database = await makeDatabase();
    const others = await database.run(`
      SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`);
    assert.deepEqual(others, []);
  });

  test('connections that the server ends are replaced, and nothing that was accepted is gone', async () => {
    await using database = await makeDatabase();
    await using storage = await openStorage(database.address);
    const [item] = await accepted(storage, 1);
    assert.ok(item);
    await administer(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database.name}'`,
    );
    const status = () =>
      storage.messages.findStatus(
        { accountId: item.message.accountId, mode: 'live' },
        1,
        item.recipients[0]?.phone as never,
      );
    // What meets a connection that nobody has noticed to be dead fails; there are four at most.
    await until(async () => (await status().catch(() => undefined))?.state === 'waiting');
  });

  test('a network that is cut without a word is noticed, and what follows has a new connection', async () => {
    await using database = await makeDatabase();
    await using stack = new AsyncDisposableStack();
    const world = await behindProxy(database, stack);
    await withAccount(world.storage);
    world.proxy.halfOpen();
    await waitInVain(world.storage.settings.settingsVersion(), world);
    assert.ok((await world.storage.settings.settingsVersion()) > 0);
  });

  test('facts whose commit nobody heard of change nothing when they are stored again', async () => {
    await using database = await makeDatabase();
    await using stack = new AsyncDisposableStack();
    const world = await behindProxy(database, stack);
    const { storage, proxy } = world;
    const [item] = (await accepted(storage, 1)) as [Acceptance];
    const submit = aSubmit(item);
    const facts = { ...noEvents, submits: [submit], receipts: [aMatch(submit, anEvent(1))] };
    proxy.oneWay('to server');
    const unheard = storage.messages.recordFacts(facts);
    const failed = assert.rejects(unheard, away);
    await until(async () => (await database.run('SELECT 1 FROM webhook_event')).length === 1);
    world.clock.advance(8_000);
    await failed;
    proxy.pass();
    const again = { ...facts, receipts: [aMatch(submit, anEvent(2))] };
    const stored = await storage.messages.recordFacts(again);
    assert.deepEqual(stored.receipts, ['nothing new']);
    const owed = await storage.webhooks.dueDeliveries(webhookLane);
    assert.deepEqual(
      owed.map(({ load }) => load.eventId),
      [1],
    );
  });

  test('a request whose accept nobody heard of is accepted once when it comes again', async () => {
    await using database = await makeDatabase();
    await using stack = new AsyncDisposableStack();
    const world = await behindProxy(database, stack);
    const { storage, proxy } = world;
    const account = await withAccount(storage);
    const idempotency = { key: 'k', fingerprint: 'f', reply: 'r', forgottenBeforeMs: 0 };
    const keyed = (id: number) => anAcceptance(account, id, { idempotency });
    // So much of the answers passes that the judging ends, and the answer to COMMIT does not.
    await storage.messages.acceptMessages([anAcceptance(account, 1)]);
    for (let passing = 1; passing < 600; passing += 60) {
      proxy.cutAfter(passing, 'to client');
      await storage.messages.acceptMessages([keyed(2 + passing)]).catch(() => undefined);
      proxy.pass();
    }
    await storage.messages.acceptMessages([keyed(1_000)]);
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.equal(sums.costs, 2 * 38_000);
    assert.equal(sums.balance, sums.movements - sums.costs);
  });

  test('a database that becomes read only takes nothing, and everything once it is writable', async () => {
    await using database = await makeDatabase();
    await using storage = await openStorage(database.address);
    const account = await withAccount(storage);
    await readOnly(database, 'on');
    const refused = storage.messages.acceptMessages([anAcceptance(account, 1)]);
    await assert.rejects(refused, away);
    await readOnly(database, 'off');
    await until(async () => {
      const accepting = storage.messages.acceptMessages([anAcceptance(account, 2)]);
      return (await accepting.catch(() => [])).length === 1;
    });
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.equal(sums.costs, 38_000);
  });

  test('a row that somebody holds for ever makes a send fail, and the next one pass', async () => {
    await using database = await makeDatabase();
    await using stack = new AsyncDisposableStack();
    const { storage, clock } = await behindProxy(database, stack);
    const account = await withAccount(storage);
    const holder = await database.session();
    await holder.query('BEGIN; UPDATE account SET balance = balance');
    const waiting = storage.messages.acceptMessages([anAcceptance(account, 1)]);
    const failed = assert.rejects(waiting, away);
    await until(async () => (await database.run(waitingForLocks)).length > 0);
    clock.advance(8_000);
    // Its session is ended, and gone a moment later.
    await until(async () => (await database.run(waitingForLocks)).length === 0);
    clock.advance(100);
    await failed;
    await holder.end();
    const [result] = await storage.messages.acceptMessages([anAcceptance(account, 2)]);
    assert.deepEqual(result, { kind: 'accepted' });
  });
});

suite('a receipt and its submit in two open transactions', { skip: withoutServer }, () => {
  test('a receipt that does not see the submit yet is found by the sweep', async () => {
    await using database = await makeDatabase();
    await using storage = await openStorage(database.address);
    const [item] = (await accepted(storage, 1)) as [Acceptance];
    const submit = aSubmit(item);
    const other = await database.session();
    await other.query(`
      BEGIN; INSERT INTO further_submit
        (id, operator_id, remote_id, part_id, phone, submitted_at, awaited)
      VALUES (10, 1, '${submit.remoteId}', ${submit.job.subject}, '${submit.phone}', 1, 1)`);
    const matched = await storage.messages.matchOrKeepReceipts([aReceipt(submit)]);
    assert.deepEqual(matched, [undefined]);
    assert.deepEqual(await storage.messages.claimableReceipts(10), []);
    await other.query('COMMIT');
    await other.end();
    const [claimable] = await storage.messages.claimableReceipts(10);
    assert.deepEqual(claimable?.part.partId, submit.job.subject);
  });

  test('a submit that does not see the receipt yet is found by the sweep', async () => {
    await using database = await makeDatabase();
    await using storage = await openStorage(database.address);
    const [item] = (await accepted(storage, 1)) as [Acceptance];
    const submit = aSubmit(item);
    const other = await database.session();
    await other.query(`
      BEGIN; INSERT INTO unmatched_receipt
        (operator_id, remote_id, phone, outcome, word, error, received_at)
      VALUES (1, '${submit.remoteId}', '${submit.phone}', 'delivered', 'DELIVRD', '000', 1)`);
    const stored = await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    assert.deepEqual(stored.submits, [[]]);
    await other.query('COMMIT');
    await other.end();
    const [claimable] = await storage.messages.claimableReceipts(10);
    assert.equal(claimable?.receipt.word, 'DELIVRD');
  });
});

const waitingForLocks = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";

/** Sessions that are open keep what they began with, as they do when a server is demoted. */
async function readOnly(database: TestDatabase, state: 'on' | 'off'): Promise<void> {
  await administer(`ALTER DATABASE ${database.name} SET default_transaction_read_only = ${state}`);
  await administer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database.name}'`,
  );
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  while (!(await reached())) await systemClock.sleep(10);
}
