/** Installations of this version in use, and a program of the next version, whose schema has one upgrade more. */
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openForWriting } from '#storage/sqlite/database.ts';
import { newestSchema, upgradeSchema } from '#storage/sqlite/schema.ts';
import type { TestDatabase } from './postgres-server.ts';

export const present = newestSchema();

const account = `
  INSERT INTO account (id, name, email, currency, home_country, state, balance, test_balance, created_at)
    VALUES (1, 'Acme', '', 'EUR', 'FR', 'active', 0, 0, 1);
  UPDATE id_block SET next = 2 WHERE name = 'account'`;

/** What an upgrade of the next version may do: a column, rows written anew, a table. */
export const upgradeForTest = `
  ALTER TABLE account ADD COLUMN of_the_next_version INTEGER NOT NULL DEFAULT 0;
  UPDATE account SET of_the_next_version = 1;
  CREATE TABLE of_the_next_version (id INTEGER PRIMARY KEY)`;

export function makeUsedFolder(folder: string): void {
  using db = openForWriting(path.join(folder, 'parley.db'));
  upgradeSchema(db);
  db.exec(account);
}

export function schemaOfFile(file: string): number {
  using db = openForWriting(file);
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** `database`: of this version. */
export async function putIntoUse(database: TestDatabase): Promise<void> {
  await database.run(account);
}

export async function schemaOfDatabase(database: TestDatabase): Promise<number> {
  const [row] = (await database.run('SELECT version FROM schema_version')) as { version: number }[];
  return Number(row?.version);
}

export type NextVersion = AsyncDisposable & {
  /** What starts it, like `bin/parley`. */
  readonly launcher: string;
};

export async function makeNextVersion(): Promise<NextVersion> {
  const root = path.join(import.meta.dirname, '..', '..');
  const copy = await mkdtemp(path.join(tmpdir(), 'parley-next-'));
  for (const name of ['bin', 'src', 'package.json']) {
    await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  for (const backend of ['sqlite', 'postgres']) {
    const upgrades = path.join(copy, 'src', 'storage', backend, 'upgrades');
    await mkdir(upgrades, { recursive: true });
    const number = String(present + 1).padStart(4, '0');
    await writeFile(path.join(upgrades, `${number}-of-the-next-version.sql`), upgradeForTest);
  }
  return {
    launcher: path.join(copy, 'bin', 'parley'),
    [Symbol.asyncDispose]: () => rm(copy, { recursive: true }),
  };
}
