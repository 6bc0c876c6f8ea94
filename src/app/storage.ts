/** The storage that the settings name. */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { Config } from '#config.ts';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Hints } from '#queue/hints.ts';
import { refuseUnfinished } from '#storage/move/target.ts';
import { parseServerAddress, placeOf } from '#storage/postgres/server-address.ts';
import { meetOlderSchema } from '#storage/sqlite/older-schema.ts';
import { openSqliteStorage, type SqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import type { OlderSchemaWish, Storage } from '#storage/storage.ts';
import { type EndProcess, reportLoss } from './storage-loss.ts';

type StoragePorts = {
  readonly clock: Clock;
  readonly log: Log;
  /** A server's start brings it up to date; a command beside one that runs must not. */
  readonly olderSchema: OlderSchemaWish;
  /** A server ends where its storage is lost for good; a command fails by itself. */
  readonly endProcess?: EndProcess | undefined;
  /** For a command: it starts no thread that it would use once. */
  readonly inline?: boolean;
  /** On a folder: between the threads of this process, where there are several. */
  readonly hints?: Hints | undefined;
  /** On a folder: to the writer of the main thread, for another one. */
  readonly link?: MessagePort | undefined;
  /** 0: the main thread, or a command. */
  readonly thread?: number | undefined;
};

/** Of a server, opened as they are needed: with them six processes of two threads fit its usual 100 at worst. */
const sessionsBeside = 5;

/** On a folder other threads can join in. */
export type OpenedStorage = Storage & Partial<Pick<SqliteStorage, 'connect'>>;

/** The database that the setting names, with its tables up to date, and a folder for the key beside it. */
export async function openStorage(
  { database, dataFolder, masterKeyFile }: Config,
  ports: StoragePorts,
): Promise<OpenedStorage> {
  switch (database.kind) {
    case 'folder':
      return openFolder(dataFolder, ports);
    case 'server':
      if (path.resolve(masterKeyFile, '..') === path.resolve(dataFolder)) makeFolder(dataFolder);
      return openServer(database.address, ports);
    default:
      return unreachable(database);
  }
}

function openFolder(folder: string, ports: StoragePorts): Promise<SqliteStorage> {
  const { log, clock, olderSchema, endProcess, inline = false, hints, link } = ports;
  const copy = link === undefined ? meetOlderSchema(folder, olderSchema) : undefined;
  if (copy !== undefined) log.info('storage.copied', copy);
  return openSqliteStorage(folder, {
    inline,
    hints,
    link,
    lost: (loss) => reportLoss(loss, { log, clock, endProcess }),
  });
}

/** Not before all of an installation that was moved there is there. */
async function openServer(address: string, ports: StoragePorts): Promise<Storage> {
  const { thread = 0 } = ports;
  // Loaded here: a server on a folder needs none of it.
  const { openPostgresStorage } = await import('#storage/postgres/postgres-storage.ts');
  const storage = await openPostgresStorage(address, {
    ...ports,
    random: Math.random,
    ...(thread > 0 && { connectionsMax: sessionsBeside }),
  });
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

/** Said at each start: anyone on the way to the server can read and change what passes. */
export function warnOfUnverifiedServer({ database }: Config, log: Log): void {
  if (database.kind !== 'server') return;
  const reading = parseServerAddress(database.address);
  if (!reading.ok || reading.address.tls !== 'no-verify') return;
  log.warn('storage.tls_unverified', { database: placeOf(reading.address) });
}

export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
