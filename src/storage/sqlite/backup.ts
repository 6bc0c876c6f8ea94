/** Copies of a folder's database: taken while a server writes, and put into an empty folder. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToFolderOwner } from '#core/folder-owner.ts';
import { namesOfBlocks, skippedIds } from '../queries/ids.ts';
import { StorageRefused } from '../storage-refused.ts';
import { databaseFile, inWords, openForReading } from './database.ts';
import { refuseMoved } from './moved-mark.ts';
import { newestSchema, schemaVersion } from './schema.ts';

export type Copy = { readonly bytes: number; readonly schema: number };

/**
 * Copies the database of a folder into a file that does not exist yet, as it is at one moment, checks
 * the copy and syncs it. A server may write meanwhile: it waits for nothing. Throws `StorageRefused`
 * where there is no installation, the file exists, or the copy is not sound.
 */
export function copyDatabase(folder: string, file: string): Copy {
  const source = path.join(folder, databaseFile);
  if (!existsSync(source)) throw new StorageRefused(`There is no installation in ${folder}`);
  if (existsSync(file)) throw new StorageRefused(`${file} exists: a backup replaces nothing`);
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    writeCopy(source, unfinished);
    const copy = checkCopy(unfinished);
    chmodSync(unfinished, 0o600);
    syncFile(unfinished);
    renameSync(unfinished, file);
    syncFile(path.dirname(path.resolve(file)));
    return copy;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * Puts a copy into a folder that has no installation. What is given out from then on has ids that the
 * lost installation cannot have given: those it gave behind the backup are known to clients.
 */
export function restoreDatabase(file: string, folder: string): Copy {
  if (!existsSync(file)) throw new StorageRefused(`There is no file ${file}`);
  const target = path.join(folder, databaseFile);
  if (existsSync(target)) {
    throw new StorageRefused(`There is an installation in ${folder}: restore into an empty folder`);
  }
  refuseMoved(folder);
  const copy = checkCopy(file);
  if (copy.schema > newestSchema()) {
    throw new StorageRefused(`${file} was written by a newer version of Parley`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${target}.unfinished`;
  copyFileSync(file, unfinished);
  chmodSync(unfinished, 0o600);
  skipIds(unfinished);
  giveToFolderOwner(unfinished);
  syncFile(unfinished);
  renameSync(unfinished, target);
  syncFile(folder);
  return copy;
}

/** VACUUM INTO reads one snapshot and syncs what it wrote: a page at a time would begin again with each commit. */
function writeCopy(source: string, target: string): void {
  // `query_only` would refuse it, although it writes nothing here.
  const db = new DatabaseSync(source, { readOnly: true });
  try {
    db.prepare('VACUUM INTO ?').run(target);
  } catch (error) {
    throw inWords(error, target);
  } finally {
    db.close();
  }
}

function checkCopy(file: string): Copy {
  const db = openForReading(file);
  try {
    const [check] = db.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
    if (check?.quick_check !== 'ok') throw new StorageRefused(`${file} is damaged`);
    const tables = db
      .prepare(`SELECT count(*) AS count FROM sqlite_schema WHERE name IN ('account', 'id_block')`)
      .get() as { count: number };
    if (tables.count !== 2) throw new StorageRefused(`${file} is no backup of Parley`);
    return { bytes: statSync(file).size, schema: schemaVersion(db) };
  } catch (error) {
    throw inWords(error, file);
  } finally {
    db.close();
  }
}

function skipIds(file: string): void {
  const db = new DatabaseSync(file);
  try {
    const begin = db.prepare('INSERT INTO id_block VALUES (?, 1) ON CONFLICT DO NOTHING');
    for (const name of namesOfBlocks) begin.run(name);
    db.prepare('UPDATE id_block SET next = next + ?').run(skippedIds);
  } finally {
    db.close();
  }
}

function syncFile(file: string): void {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
