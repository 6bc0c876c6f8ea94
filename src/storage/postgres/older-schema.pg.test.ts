import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  present,
  putIntoUse,
  schemaOfDatabase,
  upgradeForTest,
} from '#test/harness/older-database.ts';
import { makeDatabase, openPool, withoutServer } from '#test/harness/postgres-server.ts';
import { readSchemaFiles, type SchemaFiles } from '../schema-files.ts';
import { upgradeSchema } from './schema.ts';

const own = readSchemaFiles(new URL('./', import.meta.url));
const files = { ...own, upgrades: [...own.upgrades, upgradeForTest] };

async function setup() {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await makeDatabase());
  await putIntoUse(database);
  const pools = [
    stack.use(await openPool(database.address)),
    stack.use(await openPool(database.address)),
  ];
  const upgrade = (schema: SchemaFiles, wish: 'migrate' | 'leave' = 'migrate') =>
    Promise.all(pools.map((pool) => pool.use((session) => upgradeSchema(session, wish, schema))));
  return { database, upgrade, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

suite('a database of an older version', { skip: withoutServer }, () => {
  test('is brought up to date once by programs that start together, and refused by the older program', async () => {
    await using world = await setup();
    const { database, upgrade } = world;
    await upgrade(files);
    assert.equal(await schemaOfDatabase(database), present + 1);
    const rows = await database.run('SELECT name, of_the_next_version::int FROM account');
    assert.deepEqual(rows, [{ name: 'Acme', of_the_next_version: 1 }]);
    await assert.rejects(upgrade(own), /newer version/);
  });

  test('is left alone where that is asked', async () => {
    await using world = await setup();
    await assert.rejects(world.upgrade(files, 'leave'), /The database has schema/);
    assert.equal(await schemaOfDatabase(world.database), present);
  });

  test('keeps nothing of an upgrade that fails', async () => {
    await using world = await setup();
    const { database, upgrade } = world;
    const broken = `${upgradeForTest}; INSERT INTO nowhere VALUES (1)`;
    await assert.rejects(upgrade({ ...own, upgrades: [...own.upgrades, broken] }), /nowhere/);
    assert.equal(await schemaOfDatabase(database), present);
    await upgrade(files);
    assert.equal(await schemaOfDatabase(database), present + 1);
  });
});
