/** The storage that the settings name. */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#config.ts';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { refuseUnfinished } from '#storage/move/target.ts';
import { openPostgresStorage } from '#storage/postgres/postgres-storage.ts';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import type { Storage } from '#storage/storage.ts';

/** The database that the setting names, with its tables up to date, and a folder for the key beside it. */
export async function openStorage(
  { database, dataFolder, masterKeyFile }: Config,
  ports: { readonly clock: Clock; readonly log: Log },
): Promise<Storage> {
  switch (database.kind) {
    case 'folder':
      return openSqliteStorage(dataFolder);
    case 'server':
      if (path.resolve(masterKeyFile, '..') === path.resolve(dataFolder)) makeFolder(dataFolder);
      return openServer(database.address, ports);
    default:
      return unreachable(database);
  }
}

/** Not before all of an installation that was moved there is there. */
async function openServer(
  address: string,
  ports: { readonly clock: Clock; readonly log: Log },
): Promise<Storage> {
  const storage = await openPostgresStorage(address, { ...ports, random: Math.random });
  try {
    await refuseUnfinished(storage.database);
    return storage;
  } catch (error) {
    await storage[Symbol.asyncDispose]();
    throw error;
  }
}

/** Said at each start, as the doctor says it: who takes this program over has what its role may do there. */
export async function warnOfServerRole({ serverRole }: Storage, log: Log): Promise<void> {
  const role = await serverRole?.();
  if (role?.isSuperuser || role?.hasKnownPassword) log.warn('storage.role_too_strong', { ...role });
}

export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
