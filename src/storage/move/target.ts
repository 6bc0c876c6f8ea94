/** The PostgreSQL database an installation moves to: whether it is free, filled, and finished. */
import { sql } from 'kysely';
import type { Database, WriteStep } from '../queries/database.ts';
import { StorageRefused } from '../storage-refused.ts';
import type { Row, Value } from './pages.ts';
import { rawQuery } from './raw-query.ts';
import type { Table } from './schema.ts';

/** Stands in the target from the first row to the last check. */
const unfinished = 'moving.unfinished';

/** Tables in which a new database has rows. */
const seeded = new Set([
  'settings_version',
  'id_block',
  'stop_version',
  'audit_head',
  'audit_start',
  'risky_range',
]);

export type TargetState = 'free' | 'unfinished' | 'in use';

/** Throws `StorageRefused` for a database into which an installation was moved only in part. */
export async function refuseUnfinished(target: Database): Promise<void> {
  if (!(await isUnfinished(target))) return;
  throw new StorageRefused(
    'An installation was being moved into this database and is not all there: ' +
      'run "parley migrate-to" again with --replace-unfinished',
  );
}

export async function stateOf(target: Database, tables: readonly Table[]): Promise<TargetState> {
  if (await isUnfinished(target)) return 'unfinished';
  for (const { name } of tables) {
    if (seeded.has(name)) continue;
    const any = sql<{ one: number }>`SELECT 1 AS one FROM ${sql.table(name)} LIMIT 1`;
    if ((await target.read(rawQuery(target, any))).length > 0) return 'in use';
  }
  return 'free';
}

async function isUnfinished(target: Database): Promise<boolean> {
  const mark = target.build.selectFrom('setting').select('name').where('name', '=', unfinished);
  return (await target.read(mark)).length > 0;
}

/** Empties every table and leaves the mark, in one commit. */
export async function beginFilling(
  target: Database,
  tables: readonly Table[],
  nowMs: number,
): Promise<void> {
  const names = sql.join(tables.map(({ name }) => sql.table(name)));
  const mark = target.build.insertInto('setting').values({ name: unfinished, value: `${nowMs}` });
  await target.write([rawStep(target, sql`TRUNCATE ${names} RESTART IDENTITY`), { query: mark }]);
}

export async function insertRows(
  target: Database,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const values = rows.map((row) => sql`(${sql.join(table.columns.map((name) => row[name]))})`);
  const insert = sql`INSERT INTO ${sql.table(table.name)} (${columns}) VALUES ${sql.join(values)}`;
  await target.write([rawStep(target, insert)]);
}

/** As they compare: the mark is no row of the installation. */
export function movedRows(table: Table, rows: readonly Row[]): readonly (readonly Value[])[] {
  return rows
    .filter((row) => table.name !== 'setting' || row['name'] !== unfinished)
    .map((row) => table.columns.map((column) => comparable(row[column] ?? null)));
}

/** One backend gives octets as a `Buffer`, the other does not. */
function comparable(value: Value): Value {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;
}

/** Ids that the database gives itself go on behind the highest there is. */
export async function continueIds(target: Database): Promise<void> {
  const identities = await target.read(
    rawQuery(
      target,
      sql<{ table: string; column: string }>`
        SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = current_schema() AND is_identity = 'YES'`,
    ),
  );
  const steps = identities.map(({ table, column }) => {
    const [name, id] = [sql.table(table), sql.ref(column)];
    return rawStep(
      target,
      sql`SELECT setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${id}), 1),
        max(${id}) IS NOT NULL) FROM ${name}`,
    );
  });
  await target.write(steps);
}

/** A plan made without statistics reads whole tables. */
export async function gatherStatistics(target: Database, { name }: Table): Promise<void> {
  await target.write([rawStep(target, sql`ANALYZE ${sql.table(name)}`)]);
}

/** From here on a server may start on it. */
export async function finish(target: Database): Promise<void> {
  const mark = target.build.deleteFrom('setting').where('name', '=', unfinished);
  await target.write([{ query: mark, mustChange: true }]);
}

function rawStep(target: Database, statement: ReturnType<typeof sql>): WriteStep {
  return { query: rawQuery(target, statement) };
}
