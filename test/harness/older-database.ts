/** An installation of the version before this one: its schema lacks the last migration, and somebody has used it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openForWriting } from '#storage/sqlite/database.ts';
import type { TestDatabase } from './postgres-server.ts';

const root = path.join(import.meta.dirname, '..', '..', 'src', 'storage');
const account = `
  INSERT INTO account (id, name, email, currency, home_country, state, balance, test_balance, created_at)
    VALUES (1, 'Acme', '', 'EUR', 'FR', 'active', 0, 0, 1);
  UPDATE id_block SET next = 2 WHERE name = 'account'`;

function filesOf(backend: 'sqlite' | 'postgres'): readonly string[] {
  const folder = path.join(root, backend, 'migrations');
  return readdirSync(folder)
    .toSorted()
    .map((file) => path.join(folder, file));
}

const files = filesOf('sqlite');

/** The number of this version's last migration. */
export const newest = files.length;

/** Those before the one that is called so: its number changes until it is released. */
function migrationsBefore(backend: 'sqlite' | 'postgres', name: string): readonly string[] {
  const all = filesOf(backend);
  const first = all.findIndex((file) => file.endsWith(name));
  return all.slice(0, first).map((file) => readFileSync(file, 'utf8'));
}

const last = path.basename(files.at(-1) ?? '');

/** `lacking`: the first migration that it has not had. */
export function makeOlderFolder(folder: string, lacking = last): void {
  using db = openForWriting(path.join(folder, 'parley.db'));
  const migrations = migrationsBefore('sqlite', lacking);
  for (const migration of migrations) db.exec(migration);
  db.exec(`${account}; PRAGMA user_version = ${migrations.length}`);
}

export function schemaOfFile(file: string): number {
  using db = openForWriting(file);
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}

export async function makeOlderDatabase(database: TestDatabase, lacking = last): Promise<void> {
  const migrations = migrationsBefore('postgres', lacking);
  for (const migration of migrations) await database.run(migration);
  await database.run(`${account}; UPDATE schema_version SET version = ${migrations.length}`);
}

export async function schemaOfDatabase(database: TestDatabase): Promise<number> {
  const [row] = (await database.run('SELECT version FROM schema_version')) as { version: number }[];
  return Number(row?.version);
}
