/** The version of a database's schema, and its upgrade to this program's: each step in a transaction of its own. */
import { OlderSchema } from '#core/older-schema.ts';
import { newestVersion, readSchemaFiles, type SchemaStep, schemaSteps } from '../schema-files.ts';
import type { OlderSchemaWish } from '../storage.ts';
import { StorageRefused } from '../storage-refused.ts';
import type { Connection } from './connection.ts';

const ownFiles = () => readSchemaFiles(new URL('./', import.meta.url));

/** Any number, as long as nobody else in this database takes the same: "parley" in ASCII. */
const lockKey = 0x70_61_72_6c_65_79;

/** Two processes may start together: one waits for the other. A large table takes its time. */
const begin = {
  text: `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
    SELECT pg_advisory_xact_lock(${lockKey})`,
};

/** Brings the schema to this program's version; throws `OlderSchema` where one that is in use is to be left alone. */
export async function upgradeSchema(
  connection: Connection,
  wish: OlderSchemaWish,
  files = ownFiles(),
): Promise<void> {
  const [found, wanted] = [await schemaVersion(connection), newestVersion(files)];
  if (found > wanted) {
    throw new StorageRefused('The database was written by a newer version of Parley');
  }
  if (found === wanted) return;
  if (wish === 'leave' && found > 0 && (await isUsed(connection))) {
    throw new OlderSchema({ found, wanted });
  }
  for (const step of schemaSteps(files)) await take(connection, step);
  // A plan made without statistics reads whole tables.
  await connection.run({ text: 'ANALYZE' });
}

async function take(connection: Connection, { from, to, sql }: SchemaStep): Promise<void> {
  if ((await schemaVersion(connection)) !== from) return;
  await connection.run(begin);
  try {
    // Another process may have taken it while this one waited for the lock.
    if ((await schemaVersion(connection)) === from) {
      await connection.run({ text: sql });
      await connection.run({ text: `UPDATE schema_version SET version = ${to}` });
    }
    await connection.run({ text: 'COMMIT' });
  } catch (error) {
    await connection.run({ text: 'ROLLBACK' });
    throw error;
  }
}

/** 0 where a database is empty. */
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

/** Else a first start is in progress, or was cut short. */
async function isUsed(connection: Connection): Promise<boolean> {
  const { rows } = await connection.run<{ used: number }>({
    text: 'SELECT EXISTS (SELECT 1 FROM account) OR EXISTS (SELECT 1 FROM setting) AS used',
  });
  return rows[0]?.used === 1;
}
