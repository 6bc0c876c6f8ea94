/** Numbered migrations, each applied once, in one transaction of its own. */
import type { DatabaseSync } from 'node:sqlite';
import { ownFilesIn, readOwnFile } from '#core/own-files.ts';
import { StorageRefused } from '../storage-refused.ts';

const folder = new URL('migrations/', import.meta.url);

/** Brings the schema to this program's version; two processes may start it together. */
export function migrate(db: DatabaseSync): void {
  const files = migrations();
  for (const [index, file] of files.entries()) apply(db, index + 1, file);
  if (schemaVersion(db) > files.length) {
    throw new StorageRefused('The data folder was written by a newer version of Parley');
  }
}

function apply(db: DatabaseSync, version: number, file: string): void {
  if (schemaVersion(db) >= version) return;
  const sql = readOwnFile(new URL(file, folder)).toString();
  db.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have applied it while this one waited for the lock.
    if (schemaVersion(db) < version) db.exec(`${sql}; PRAGMA user_version = ${version};`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

/** Of the last migration that this program knows. */
export function newestSchema(): number {
  return migrations().length;
}

function migrations(): readonly string[] {
  return ownFilesIn(folder).filter((file) => file.endsWith('.sql'));
}

/** Of the last migration that a database has had. */
export function schemaVersion(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number };
  return row.user_version;
}
