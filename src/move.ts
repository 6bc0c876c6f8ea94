/** What `parley migrate-to` works with: both databases, open at once, and nobody else on the folder. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Moved, MoveRequest } from './cli/moving.ts';
import type { Config } from './config.ts';
import { systemClock } from './core/clock.ts';
import { openLog } from './core/log.ts';
import { moveInstallation } from './storage/move/move-installation.ts';
import { openPostgresStorage } from './storage/postgres/postgres-storage.ts';
import { shownAddress } from './storage/postgres/server-address.ts';
import { databaseFile } from './storage/sqlite/database.ts';
import { holdWrites, lockFolder } from './storage/sqlite/folder-lock.ts';
import { markMoved } from './storage/sqlite/moved-mark.ts';
import { meetOlderSchema } from './storage/sqlite/older-schema.ts';
import { openSqliteStorage } from './storage/sqlite/sqlite-storage.ts';
import { StorageRefused } from './storage/storage-refused.ts';

/** Throws `StorageRefused` where there is no installation, or a server runs on it. */
export async function moveTo(config: Config, request: MoveRequest): Promise<Moved> {
  const { address, replaceUnfinished, tell } = request;
  const folder = config.dataFolder;
  if (!existsSync(path.join(folder, databaseFile))) {
    throw new StorageRefused(`There is no installation in ${folder}`);
  }
  await using stack = new AsyncDisposableStack();
  stack.use(lockFolder(folder));
  meetOlderSchema(folder, 'copy and migrate');
  const source = stack.use(await openSqliteStorage(folder));
  // The command line writes beside a server, so the lock of servers does not keep it away.
  stack.use(holdWrites(folder));
  const ports = { clock: systemClock, random: Math.random, log: openLog(config.logLevel) };
  const target = stack.use(await openPostgresStorage(address, ports));
  const moved = await moveInstallation({
    source: source.database,
    target: target.database,
    replaceUnfinished,
    clock: systemClock,
    tell,
  });
  const place = shownAddress(address);
  if (moved.ok) markMoved(folder, place, systemClock.nowMs());
  return { ...moved, place };
}
