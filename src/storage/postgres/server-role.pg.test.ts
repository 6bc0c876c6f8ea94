/** A role that owns its database and nothing else is well; more than that is told. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  administer,
  makeEmptyDatabase,
  openStorage,
  withoutServer,
} from '#test/harness/postgres-server.ts';

suite('the role on a server', { skip: withoutServer }, () => {
  test('is told: a superuser, an owner of one database, and passwords that are tried first', async () => {
    await using database = await makeEmptyDatabase();
    const superuser = await openStorage(database.address);
    assert.equal((await superuser.serverRole?.())?.isSuperuser, true);
    await superuser[Symbol.asyncDispose]();

    await using stack = new AsyncDisposableStack();
    const name = `${database.name}_owner`;
    await administer(`CREATE ROLE ${name} LOGIN`);
    stack.defer(async () => void (await administer(`DROP ROLE ${name}`)));
    await using own = await makeEmptyDatabase();
    await administer(`ALTER DATABASE ${own.name} OWNER TO ${name}`);
    const signIn = async (password: string) => {
      await administer(`ALTER ROLE ${name} PASSWORD '${password}'`);
      const address = new URL(own.address);
      Object.assign(address, { username: name, password });
      await using storage = await openStorage(address.href);
      return await storage.serverRole?.();
    };
    const well = { name, isSuperuser: false, hasKnownPassword: false };
    assert.deepEqual(await signIn('Tr-9fPq2vXw8'), well);
    assert.deepEqual(await signIn('Changeme'), { ...well, hasKnownPassword: true });
    assert.deepEqual(await signIn(name), { ...well, hasKnownPassword: true });
  });
});
