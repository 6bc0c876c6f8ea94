import { test } from 'node:test';
import { assertAdministratorsStay, statementsBeforePeople } from '#test/harness/first-people.ts';
import { makeEmptyDatabase, openStorage, withoutServer } from '#test/harness/postgres-server.ts';

test('administrators of a database from before there were people sign in as they did', {
  skip: withoutServer,
}, async () => {
  await using database = await makeEmptyDatabase();
  for (const statement of statementsBeforePeople('postgres')) await database.run(statement);
  await using storage = await openStorage(database.address);
  await assertAdministratorsStay(storage);
});
