/** Opening a database file: how it is written, and what its errors mean in words. */
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '#core/clock.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import { StorageRefused } from '../storage-refused.ts';

/** Its name in the folder of an installation. */
export const databaseFile = 'parley.db';

/** How long a writer waits for another process's short transaction. */
const busyTimeoutMs = 2_000;
/** A checkpoint copies pages back and syncs twice: at 16 MB it is rare enough not to be seen. */
const pagesBeforeCheckpoint = 4_000;
/** Each connection's own; the file's pages are in the system's cache as well. */
const cacheKilobytes = 16_384;

export type FileLimits = {
  /** Pages of 4 KiB that the file may have; without it, what the disk holds. */
  readonly pagesMax?: number | undefined;
};

export function openForWriting(file: string, { pagesMax }: FileLimits = {}): DatabaseSync {
  const db = openFile(file, false);
  // WAL with FULL syncs once for each commit, before it is answered.
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = ${pagesBeforeCheckpoint};
    PRAGMA cache_size = -${cacheKilobytes};
    PRAGMA foreign_keys = ON;
  `);
  if (pagesMax !== undefined) db.exec(`PRAGMA max_page_count = ${pagesMax}`);
  return db;
}

export function openForReading(file: string): DatabaseSync {
  const db = openFile(file, true);
  db.exec(`PRAGMA cache_size = -${cacheKilobytes}; PRAGMA query_only = ON;`);
  return db;
}

function openFile(file: string, readOnly: boolean): DatabaseSync {
  try {
    const db = new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs });
    // A file that is no database is only noticed when it is read.
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    // The clock of the storage is this machine's.
    db.function('now_ms', () => systemClock.nowMs());
    return db;
  } catch (error) {
    throw inWords(error, file);
  }
}

/** SQLite's primary result codes, https://www.sqlite.org/rescode.html. */
const busy = 5;
const locked = 6;
const readOnlyFile = 8;
const ioError = 10;
const corrupt = 11;
const full = 13;
const cannotOpen = 14;
const notADatabase = 26;

/** The error to report: whether it may pass, and what the administrator can do. */
export function inWords(error: unknown, file: string): Error {
  // The primary code is in the low octet of the extended one.
  switch (sqliteCode(error) & 0xff) {
    case busy:
    case locked:
      return new StorageUnavailable(`${file} is locked by another program`, { cause: error });
    case full:
      return new StorageUnavailable(`The disk of ${file} is full`, { cause: error });
    case ioError:
      return new StorageUnavailable(`${file} cannot be read or written now`, { cause: error });
    case readOnlyFile:
    case cannotOpen:
      return new StorageRefused(
        `${file} cannot be opened for writing: look at its permissions and its folder's`,
        { cause: error },
      );
    case corrupt:
      return new StorageRefused(`${file} is damaged: restore it from a backup`, { cause: error });
    case notADatabase:
      return new StorageRefused(`${file} is not a database: is the path right?`, { cause: error });
    default:
      return error instanceof Error ? error : new Error('The database failed', { cause: error });
  }
}

/** 0 for an error that is not SQLite's. */
function sqliteCode(error: unknown): number {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof code === 'number' ? code : 0;
}
