import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { assertAdministratorsStay, statementsBeforePeople } from '#test/harness/first-people.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openSqliteStorage } from './sqlite-storage.ts';

test('administrators of a folder from before there were people sign in as they did', async () => {
  using folder = temporaryFolder();
  const database = new DatabaseSync(path.join(folder.path, 'parley.db'));
  for (const statement of statementsBeforePeople('sqlite')) database.exec(statement);
  database.close();
  await using storage = await openSqliteStorage(folder.path);
  await assertAdministratorsStay(storage);
});
