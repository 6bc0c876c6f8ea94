/** The version of a folder's schema, and its upgrade to this program's: each step in a transaction of its own. */
import type { DatabaseSync } from 'node:sqlite';
import { newestVersion, readSchemaFiles, type SchemaStep, schemaSteps } from '../schema-files.ts';
import { StorageRefused } from '../storage-refused.ts';

const ownFiles = () => readSchemaFiles(new URL('./', import.meta.url));

/** Brings the schema to this program's version; two processes may start it together. */
export function upgradeSchema(db: DatabaseSync, files = ownFiles()): void {
  for (const step of schemaSteps(files)) take(db, step);
  if (schemaVersion(db) > newestVersion(files)) {
    throw new StorageRefused('The data folder was written by a newer version of Parley');
  }
}

function take(db: DatabaseSync, { from, to, sql }: SchemaStep): void {
  if (schemaVersion(db) !== from) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have taken it while this one waited for the lock.
    if (schemaVersion(db) === from) db.exec(`${sql}; PRAGMA user_version = ${to};`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

/** The version that this program brings databases to. */
export function newestSchema(): number {
  return newestVersion(ownFiles());
}

/** 0 where a database is empty. */
export function schemaVersion(db: DatabaseSync): number {
  const row = db.prepare('PRAGMA user_version').get() as { user_version: number };
  return row.user_version;
}
