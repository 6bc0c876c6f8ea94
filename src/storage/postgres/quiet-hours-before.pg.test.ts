import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOlderDatabase } from '#test/harness/older-database.ts';
import { makeEmptyDatabase, openStorage, withoutServer } from '#test/harness/postgres-server.ts';

test('accounts of a database from before quiet hours were chosen keep those of their country', {
  skip: withoutServer,
}, async () => {
  await using database = await makeEmptyDatabase();
  await makeOlderDatabase(database, 'quiet-hours-are-chosen.sql');
  await using storage = await openStorage(database.address);
  const policies = await storage.limits.listPolicies();
  assert.deepEqual(
    policies.map(({ accountId, quietHours }) => [accountId, quietHours]),
    [[1, 'country']],
  );
});
