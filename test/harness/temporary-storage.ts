/** A storage that goes when its test ends. */
import { openSqliteStorage } from '#storage/sqlite/sqlite-storage.ts';
import type { Storage } from '#storage/storage.ts';
import { temporaryFolder } from './temporary-folder.ts';

export async function openTemporaryStorage(): Promise<Storage> {
  const folder = temporaryFolder();
  const storage = await openSqliteStorage(folder.path);
  return {
    ...storage,
    async [Symbol.asyncDispose]() {
      await storage[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
