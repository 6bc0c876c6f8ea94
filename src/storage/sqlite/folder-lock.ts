/** One server for each folder: two would both believe that its lanes are theirs. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToFolderOwner } from '#core/folder-owner.ts';
import { StorageRefused } from '../storage-refused.ts';
import { databaseFile, inWords, openForWriting } from './database.ts';

/**
 * Holds the folder until it is disposed of or the process ends, however it ends: the system gives up
 * the locks of a file with its process. Throws `StorageRefused` while another server holds it.
 */
export function lockFolder(folder: string): Disposable {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'server.lock');
  const lock = new DatabaseSync(file, { timeout: 0 });
  giveToFolderOwner(file);
  try {
    lock.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new StorageRefused(`Another Parley server is running on ${folder}`, { cause: error });
  }
  return { [Symbol.dispose]: () => lock.close() };
}

/** Keeps every writer off the database, also those that need no lock of the folder; reading goes on. */
export function holdWrites(folder: string): Disposable {
  const file = path.join(folder, databaseFile);
  const holder = openForWriting(file);
  try {
    holder.exec('BEGIN IMMEDIATE');
  } catch (error) {
    holder.close();
    throw inWords(error, file);
  }
  return { [Symbol.dispose]: () => holder.close() };
}
