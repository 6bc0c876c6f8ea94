/** Numbered migrations, each applied once, in one transaction of its own. */
import { OlderSchema } from '#core/older-schema.ts';
import { ownFilesIn, readOwnFile } from '#core/own-files.ts';
import type { OlderSchemaWish } from '../storage.ts';
import { StorageRefused } from '../storage-refused.ts';
import type { Connection } from './connection.ts';

const folder = new URL('migrations/', import.meta.url);

/** Any number, as long as nobody else in this database takes the same: "parley" in ASCII. */
const lockKey = 0x70_61_72_6c_65_79;

/** Two processes may start together: one waits for the other. A large table takes its time. */
const begin = {
  text: `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
    SELECT pg_advisory_xact_lock(${lockKey})`,
};

/** Brings the schema to this program's version; throws `OlderSchema` where one that is in use is to be left alone. */
export async function migrate(connection: Connection, wish: OlderSchemaWish): Promise<void> {
  const files = ownFilesIn(folder).filter((file) => file.endsWith('.sql'));
  const version = await schemaVersion(connection);
  if (version > files.length) {
    throw new StorageRefused('The database was written by a newer version of Parley');
  }
  if (wish === 'leave' && version > 0 && version < files.length && (await isUsed(connection))) {
    throw new OlderSchema({ found: version, wanted: files.length });
  }
  for (const [index, file] of files.entries()) {
    if (version <= index) await apply(connection, index + 1, file);
  }
  // A plan made without statistics reads whole tables.
  if (version < files.length) await connection.run({ text: 'ANALYZE' });
}

async function apply(connection: Connection, version: number, file: string): Promise<void> {
  await connection.run(begin);
  try {
    // Another process may have applied it while this one waited for the lock.
    if ((await schemaVersion(connection)) < version) {
      await connection.run({ text: readOwnFile(new URL(file, folder)).toString() });
      await connection.run({ text: `UPDATE schema_version SET version = ${version}` });
    }
    await connection.run({ text: 'COMMIT' });
  } catch (error) {
    await connection.run({ text: 'ROLLBACK' });
    throw error;
  }
}

/** 0 where there is no table yet that says it. */
async function schemaVersion(connection: Connection): Promise<number> {
  const made = await connection.run<{ made: number }>({
    text: "SELECT to_regclass('schema_version') IS NOT NULL AS made",
  });
  if (made.rows[0]?.made !== 1) return 0;
  const { rows } = await connection.run<{ version: number }>({
    text: 'SELECT version FROM schema_version',
  });
  return rows[0]?.version ?? 0;
}

/** Else a first start is under way, or was cut short. */
async function isUsed(connection: Connection): Promise<boolean> {
  const { rows } = await connection.run<{ used: number }>({
    text: 'SELECT EXISTS (SELECT 1 FROM account) OR EXISTS (SELECT 1 FROM setting) AS used',
  });
  return rows[0]?.used === 1;
}
