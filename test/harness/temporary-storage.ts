/** A storage that goes when its test ends, in a folder of its own and without a thread. */
import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { databaseFile } from '#storage/sqlite/database.ts';
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import type { Storage } from '#storage/storage.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An empty database with all its tables, made once in a process: making the tables takes ten times as long as a copy. */
let empty: Promise<string> | undefined;

export async function openTemporaryStorage(): Promise<Storage> {
  const folder = temporaryFolder();
  const storage = await openStorageIn(folder.path);
  return {
    ...storage,
    async [Symbol.asyncDispose]() {
      await storage[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** In a folder that may be empty. */
export async function openStorageIn(folder: string): Promise<Storage> {
  empty ??= makeEmpty();
  const file = path.join(folder, databaseFile);
  if (!existsSync(file)) copyFileSync(await empty, file);
  return openSqliteStorage(folder, { inline: true });
}

async function makeEmpty(): Promise<string> {
  const folder = temporaryFolder();
  process.once('exit', () => folder[Symbol.dispose]());
  await using _ = await openSqliteStorage(folder.path, { inline: true });
  return path.join(folder.path, databaseFile);
}
