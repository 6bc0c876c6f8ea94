/** The storage of a server's folder, opened beside it as a command does: with the key of its audit. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { readConfig } from '#config.ts';
import { systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import type { Storage } from '#storage/storage.ts';
import { openAuditKey } from '../../src/app/audit-key.ts';
import { openSealer } from '../../src/app/master-keys.ts';

export async function openStorageBeside(folder: string): Promise<Storage> {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openSqliteStorage(folder));
  await holdAuditKey(storage, folder);
  stack.move();
  return storage;
}

/** For a storage that was opened before the servers whose master key is in the folder. */
export async function holdAuditKey(storage: Storage, folder: string): Promise<void> {
  const place = { PARLEY_MASTER_KEY_FILE: path.join(folder, 'master.key') };
  const settings = readConfig(place, {});
  assert.ok(settings.ok, 'the place of the key reads');
  const sealer = await openSealer(settings.config, storage);
  await openAuditKey({ ...storage, sealer, clock: systemClock, log: openLog('silent') });
}
