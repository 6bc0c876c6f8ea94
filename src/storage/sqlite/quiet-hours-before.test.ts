import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOlderFolder } from '#test/harness/older-database.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { openSqliteStorage } from './sqlite-storage.ts';

test('accounts of a folder from before quiet hours were chosen keep those of their country', async () => {
  using folder = temporaryFolder();
  makeOlderFolder(folder.path, 'quiet-hours-are-chosen.sql');
  await using storage = await openSqliteStorage(folder.path);
  const policies = await storage.limits.listPolicies();
  assert.deepEqual(
    policies.map(({ accountId, quietHours }) => [accountId, quietHours]),
    [[1, 'country']],
  );
});
