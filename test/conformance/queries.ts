/** The seam below the queries that are written once: values, order, and all or nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '#storage/queries/database.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs, money } from '#test/harness/records.ts';
import { withAccount } from './setup.ts';

export function queries(open: () => Promise<Storage>): void {
  values(open);
  transactions(open);
}

function values(open: () => Promise<Storage>): void {
  test('texts come back as they went in, also empty, long and beyond the first plane', async () => {
    await using storage = await open();
    const { database, settings } = storage;
    const texts = [
      '',
      ' ',
      "'; --",
      'é\r\n\t\\',
      '👩‍👩‍👧 مرحبا',
      '\u{10FFFF}',
      'x'.repeat(1_000_000),
    ];
    await database.write(texts.map((value, index) => save(database, String(index), value)));
    const found = texts.map((_, index) => settings.findSetting(String(index)));
    assert.deepEqual(await Promise.all(found), texts);
  });

  test('also a NUL and what Unicode keeps free come back, and are found again', async () => {
    await using storage = await open();
    const texts = ['\0', 'a\0b', '\uFDD0', '\uFDD00\0', '\uFDD01', '\uFFFF'];
    for (const text of texts) await storage.settings.saveSetting(text, text);
    const found = texts.map((text) => storage.settings.findSetting(text));
    assert.deepEqual(await Promise.all(found), texts);
  });

  test('half of a pair of surrogates becomes the replacement character', async () => {
    await using storage = await open();
    await storage.settings.saveSetting('half', 'a\ud83db');
    assert.equal(await storage.settings.findSetting('half'), 'a\uFFFDb');
  });

  test('integers are numbers, up to 2^53 − 1 on either side of nothing', async () => {
    await using storage = await open();
    const { database, accounts } = storage;
    const account = await withAccount(storage, 0);
    const edge = Number.MAX_SAFE_INTEGER;
    const movement = { accountId: account.id, kind: 'correction', actor: 'test', atMs } as const;
    await accounts.move({ ...movement, purse: 'live', amount: money(edge) });
    await accounts.move({ ...movement, purse: 'test', amount: money(-edge) });
    const found = await accounts.findAccount(account.id);
    assert.deepEqual([found?.balance, found?.testBalance], [edge, -edge]);
    const rows = await database.read(
      database.build
        .selectFrom('movement')
        .select(['amount', 'recipient_id', sql<number>`count(*) over ()`.as('count')])
        .orderBy('id'),
    );
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [edge, -edge].map((amount) => ({ amount, recipient_id: null, count: 2 })),
    );
  });

  test('octets come back as they went in', async () => {
    await using storage = await open();
    const { database } = storage;
    const { build } = database;
    const octets = Uint8Array.from({ length: 256 }, (_, octet) => octet);
    const event = { account_id: 1, kind: 'dlr', order_key: '', url: null, test: 0 };
    const insert = build
      .insertInto('webhook_event')
      .values([
        { ...event, id: 1, body: octets, created_at: atMs },
        { ...event, id: 2, body: new Uint8Array(), created_at: atMs },
      ])
      .returning('body');
    const [written] = (await database.write([{ query: insert }])) ?? [];
    const found = await database.read(
      build.selectFrom('webhook_event').select('body').orderBy('id'),
    );
    for (const rows of [written?.rows as typeof found, found]) {
      assert.ok(rows.every((row) => row.body instanceof Uint8Array));
      assert.deepEqual(
        rows.map((row) => [...row.body]),
        [[...octets], []],
      );
    }
  });

  test('texts are in the order of their code points, wherever the server was made', async () => {
    await using storage = await open();
    const { database } = storage;
    const names = ['', '10', '9', 'A', 'Z', '_', 'a', 'b a', 'b-', 'ba', 'z', 'é', '中', '👋'];
    await database.write(names.toReversed().map((name) => save(database, name, '')));
    const rows = await database.read(
      database.build.selectFrom('setting').select('name').orderBy('name'),
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      names,
    );
    const between = await database.read(
      database.build
        .selectFrom('setting')
        .select(sql<string>`min(name)`.as('least'))
        .where('name', '>', 'Z')
        .where('name', '<', 'a'),
    );
    assert.deepEqual({ ...between[0] }, { least: '_' });
  });

  test('what builds a query never runs it', async () => {
    await using storage = await open();
    const query = storage.database.build.selectFrom('setting').selectAll();
    await assert.rejects(query.execute(), /Database\.read/);
  });
}

function transactions(open: () => Promise<Storage>): void {
  test('what nobody waits for is kept as well, alone or beside others, and says what it did', async () => {
    await using storage = await open();
    const { database, settings } = storage;
    const isPatient = true;
    await database.write([save(database, 'alone', '1')], { isPatient });
    const [patient, other] = await Promise.all([
      database.write([save(database, 'patient', '2')], { isPatient }),
      database.write([save(database, 'other', '3')]),
    ]);
    assert.deepEqual([patient?.[0]?.changes, other?.[0]?.changes], [1, 1]);
    const nothing = { query: database.build.deleteFrom('setting').where('name', '=', 'none') };
    const refused = await database.write([{ ...nothing, mustChange: true }], { isPatient });
    assert.equal(refused, undefined);
    const found = ['alone', 'patient', 'other'].map((name) => settings.findSetting(name));
    assert.deepEqual(await Promise.all(found), ['1', '2', '3']);
  });

  test('a step that must change a row and does not leaves nothing of the others', async () => {
    await using storage = await open();
    const { database, settings } = storage;
    const remove = { query: database.build.deleteFrom('setting').where('name', '=', 'none') };
    const steps = [save(database, 'a', '1'), { ...remove, mustChange: true }];
    assert.equal(await database.write([...steps, save(database, 'b', '2')]), undefined);
    assert.equal(await settings.findSetting('a'), undefined);
    assert.equal(await settings.findSetting('b'), undefined);
    const written = await database.write([save(database, 'a', '1'), remove]);
    assert.deepEqual(
      written?.map(({ changes }) => changes),
      [1, 0],
    );
    assert.equal(await settings.findSetting('a'), '1');
  });

  test('a step that fails leaves nothing of the others, and the next transaction works', async () => {
    await using storage = await open();
    const { database, settings } = storage;
    const bad = database.build
      .insertInto('price')
      .values({ account_id: 0, prefix: '33', from_at: 0, price: money(-1) });
    const failing = database.write([save(database, 'a', '1'), { query: bad }]);
    const neighbour = database.write([save(database, 'b', '2')]);
    await assert.rejects(failing);
    assert.equal((await neighbour)?.length, 1);
    assert.equal(await settings.findSetting('a'), undefined);
    assert.equal(await settings.findSetting('b'), '2');
  });

  test('steps see what those before them did, in their order', async () => {
    await using storage = await open();
    const { database } = storage;
    const { build } = database;
    const append = (text: string) => ({
      query: build
        .updateTable('setting')
        .set({ value: sql`value || ${text}` })
        .where('name', '=', 'a')
        .returning('value'),
    });
    const written = await database.write([save(database, 'a', ''), append('b'), append('c')]);
    assert.deepEqual(
      written?.map(({ rows, changes }) => [rows.map((row) => ({ ...(row as object) })), changes]),
      [
        [[], 1],
        [[{ value: 'b' }], 1],
        [[{ value: 'bc' }], 1],
      ],
    );
  });

  test('of several writers that each need the row as it was, one gets it', async () => {
    await using storage = await open();
    const { database, settings } = storage;
    await settings.saveSetting('turn', 'free');
    const take = (who: string) =>
      database.write([
        {
          query: database.build
            .updateTable('setting')
            .set({ value: who })
            .where('name', '=', 'turn')
            .where('value', '=', 'free'),
          mustChange: true,
        },
        save(database, `taken by ${who}`, ''),
      ]);
    const taken = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((who) => take(who)));
    assert.equal(taken.filter((written) => written !== undefined).length, 1);
    const marks = await database.read(
      database.build.selectFrom('setting').select('name').where('name', 'like', 'taken by %'),
    );
    const winner = await settings.findSetting('turn');
    assert.deepEqual(
      marks.map(({ name }) => name),
      [`taken by ${winner}`],
    );
  });

  test('what is added at the same time is all there afterwards', async () => {
    await using storage = await open();
    const account = await withAccount(storage, 0);
    const movement = { accountId: account.id, purse: 'live', amount: money(3), atMs } as const;
    const add = () => storage.accounts.move({ ...movement, kind: 'top-up', actor: 'test' });
    await Promise.all(Array.from({ length: 40 }, add));
    const sums = await storage.accounts.ledgerSums(account.id, 'live');
    assert.deepEqual({ ...sums }, { balance: 120, movements: 120, costs: 0 });
  });
}

function save({ build }: Database, name: string, value: string) {
  const insert = build.insertInto('setting').values({ name, value });
  return { query: insert.onConflict((standing) => standing.column('name').doUpdateSet({ value })) };
}
