import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { StorageUnavailable } from '#core/unavailable.ts';
import { exerciseSharing, exerciseStorage } from '#test/conformance/exercise-storage.ts';
import type { Pair } from '#test/conformance/sharing.ts';
import { anAcceptance, atMs, money } from '#test/harness/records.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import type { Storage } from '../storage.ts';
import { StorageRefused } from '../storage-refused.ts';
import { openSqliteStorage } from './sqlite-storage.ts';

exerciseStorage('SQLite', openTemporaryStorage);
exerciseSharing('SQLite', openPair, { supportsHints: false });

async function openPair(): Promise<Pair> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  // Both at once: the second process finds the tables made, or waits for them.
  const opening = [openSqliteStorage(folder.path), openSqliteStorage(folder.path)] as const;
  const [first, second] = await Promise.all(opening);
  stack.use(first);
  stack.use(second);
  const opened = stack.move();
  return { first, second, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test('its version stands while nothing is stored, and moves on with what any process stores', async () => {
  await using pair = await openPair();
  const { first, second } = pair;
  const seen = [first.changes?.(), first.changes?.()];
  await first.settings.saveSetting('ours', '1');
  seen.push(first.changes?.(), first.changes?.());
  await second.settings.saveSetting('theirs', '1');
  seen.push(first.changes?.());
  const [atStart, still, behindOurs, stillThen, behindTheirs] = seen;
  assert.deepEqual([still, stillThen], [atStart, behindOurs]);
  assert.equal(new Set([atStart, behindOurs, behindTheirs]).size, 3);
});

test('an order that is taken from nothing stores nothing', async () => {
  await using storage = await openTemporaryStorage();
  const before = storage.changes?.();
  assert.deepEqual(await storage.simulator.takeOrders(5), []);
  assert.equal(storage.changes?.(), before);
});

function anAccount(storage: Storage) {
  return storage.accounts.createAccount(
    {
      name: 'Acme',
      email: '',
      currency: 'EUR',
      homeCountry: 'FR',
      balance: money(9e12),
      testBalance: money(0),
      createdAtMs: atMs,
    },
    'test',
  );
}

suite('a SQLite file in trouble', () => {
  test('data outlive the program', async () => {
    using folder = temporaryFolder();
    await using first = await openSqliteStorage(folder.path);
    const account = await anAccount(first);
    await first[Symbol.asyncDispose]();
    const second = await openSqliteStorage(folder.path);
    assert.deepEqual(await second.accounts.findAccount(account.id), account);
    await second[Symbol.asyncDispose]();
  });

  test('what nobody waits for is stored before the program ends', async () => {
    using folder = temporaryFolder();
    await using first = await openSqliteStorage(folder.path);
    const { build } = first.database;
    const query = build.insertInto('setting').values({ name: 'patient', value: 'kept' });
    const written = first.database.write([{ query }], { isPatient: true });
    await first[Symbol.asyncDispose]();
    assert.equal((await written)?.[0]?.changes, 1);
    const second = await openSqliteStorage(folder.path);
    assert.equal(await second.settings.findSetting('patient'), 'kept');
    await second[Symbol.asyncDispose]();
  });

  test('a file that is no database is refused in words', async () => {
    using folder = temporaryFolder();
    writeFileSync(path.join(folder.path, 'parley.db'), 'This is a letter. '.repeat(100));
    await assert.rejects(openSqliteStorage(folder.path), {
      name: 'StorageRefused',
      message: /is not a database/,
    });
  });

  test('a damaged file is refused in words', async () => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, 'parley.db');
    const storage = await openSqliteStorage(folder.path);
    await storage[Symbol.asyncDispose]();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 100, 4_000);
    writeFileSync(file, bytes);
    await assert.rejects(openSqliteStorage(folder.path), (error) => {
      assert.ok(error instanceof StorageRefused);
      assert.match(error.message, /is damaged/);
      return true;
    });
  });

  test('a folder that may not be written is refused in words', async (t) => {
    if (process.getuid?.() === 0) return t.skip('permissions do not bind root');
    using folder = temporaryFolder();
    chmodSync(folder.path, 0o500);
    await assert.rejects(openSqliteStorage(folder.path), { name: 'StorageRefused' });
    chmodSync(folder.path, 0o700);
  });

  test('a file of a newer version is left alone', async () => {
    using folder = temporaryFolder();
    const storage = await openSqliteStorage(folder.path);
    await storage[Symbol.asyncDispose]();
    const db = new DatabaseSync(path.join(folder.path, 'parley.db'));
    db.exec('PRAGMA user_version = 9999');
    db.close();
    await assert.rejects(openSqliteStorage(folder.path), {
      name: 'StorageRefused',
      message: /newer version/,
    });
  });

  test('while another program holds the file nothing is accepted, and afterwards it is', async () => {
    using folder = temporaryFolder();
    await using storage = await openSqliteStorage(folder.path);
    const account = await anAccount(storage);
    using other = new DatabaseSync(path.join(folder.path, 'parley.db'));
    other.exec('BEGIN IMMEDIATE');
    const refused = storage.messages.acceptMessages([anAcceptance(account, 1)]);
    await assert.rejects(refused, (error) => {
      assert.ok(error instanceof StorageUnavailable);
      assert.match(error.message, /locked by another program/);
      return true;
    });
    other.exec('ROLLBACK');
    const [accepted] = await storage.messages.acceptMessages([anAcceptance(account, 1)]);
    assert.deepEqual(accepted, { kind: 'accepted' });
  });

  test('a full disk refuses what it cannot keep, and takes it when there is room again', async () => {
    using folder = temporaryFolder();
    // The limit of pages stands in for the disk: SQLite answers SQLITE_FULL for both.
    await using storage = await openSqliteStorage(folder.path, { pagesMax: 400 });
    const account = await anAccount(storage);
    const text = 'x'.repeat(1_000);
    let id = 0;
    const accept = () => {
      id += 1;
      return storage.messages.acceptMessages([anAcceptance(account, id, { message: { text } })]);
    };
    await assert.rejects(
      async () => {
        for (;;) await accept();
      },
      { name: 'StorageUnavailable', message: /is full/ },
    );
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.equal(sums.costs, (id - 1) * 38_000);
    assert.equal(sums.balance, sums.movements - sums.costs);
  });
});
