/** What becomes of a folder whose database is older than this program: it is left alone, or copied before it changes. */
import { existsSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { giveToFolderOwner } from '#core/folder-owner.ts';
import { OlderSchema } from '#core/older-schema.ts';
import type { OlderSchemaWish } from '../storage.ts';
import { StorageRefused } from '../storage-refused.ts';
import { copyDatabase } from './backup.ts';
import { databaseFile, openForReading } from './database.ts';
import { refuseMoved } from './moved-mark.ts';
import { newestSchema, schemaVersion } from './schema.ts';

/** Of a database before it was brought up to `schema`. */
type CopyBefore = { readonly file: string; readonly schema: number };

/** Such as `parley.db.before-2`: as it was before schema 2. */
const copyName = /^parley\.db\.before-\d+$/;

/**
 * Looks at the database of a folder before it is opened, which brings it up to date. Answers the copy that was
 * made of it; undefined where it needs none, for there is no database yet, nobody has used it, or it is as new as
 * the program. `wanted`: the version of the program; `freeBytes`: of the disk that holds the folder.
 *
 * Throws `OlderSchema` where it is to be left alone, `StorageRefused` where there is no room for a copy.
 */
export function meetOlderSchema(
  folder: string,
  wish: OlderSchemaWish,
  { wanted = newestSchema(), freeBytes = freeBytesIn } = {},
): CopyBefore | undefined {
  refuseMoved(folder);
  const file = path.join(folder, databaseFile);
  if (wish === 'migrate' || !existsSync(file)) return undefined;
  const found = schemaInUse(file);
  if (found === undefined || found >= wanted) return undefined;
  if (wish === 'leave') throw new OlderSchema({ found, wanted });
  return copyBefore({ folder, found, wanted }, freeBytes);
}

type Upgrade = { readonly folder: string; readonly found: number; readonly wanted: number };

function copyBefore(
  { folder, found, wanted }: Upgrade,
  freeBytes: (folder: string) => number,
): CopyBefore {
  const copy = path.join(folder, `${databaseFile}.before-${wanted}`);
  const standing = existsSync(copy) ? schemaInUse(copy) : undefined;
  // An upgrade that was cut short: what is here now has some of its upgrades, the copy has none.
  if (standing !== undefined && standing < found) return { file: copy, schema: standing };
  refuseFull(folder, copy, freeBytes(folder));
  rmSync(copy, { force: true });
  copyDatabase(folder, copy);
  giveToFolderOwner(copy);
  for (const name of readdirSync(folder)) {
    if (copyName.test(name) && name !== path.basename(copy)) rmSync(path.join(folder, name));
  }
  return { file: copy, schema: found };
}

function refuseFull(folder: string, copy: string, free: number): void {
  const file = path.join(folder, databaseFile);
  const wal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const needed = statSync(file).size + wal;
  if (free >= needed) return;
  throw new StorageRefused(
    `There is no room for ${copy}, a copy that is made before the tables of ${file} change: ${megabytes(needed)} are needed and ${megabytes(free)} are free`,
  );
}

/** Undefined where nobody has used it: a first start is in progress, or was cut short. */
function schemaInUse(file: string): number | undefined {
  const db = openForReading(file);
  try {
    const version = schemaVersion(db);
    return version > 0 && isUsed(db) ? version : undefined;
  } finally {
    db.close();
  }
}

function isUsed(db: DatabaseSync): boolean {
  const [row] = db
    .prepare('SELECT EXISTS (SELECT 1 FROM account) OR EXISTS (SELECT 1 FROM setting) AS used')
    .all() as { used: number }[];
  return row?.used === 1;
}

function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
