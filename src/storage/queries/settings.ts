/** Settings. */

import { type RawBuilder, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import {
  type SealedColumn,
  type SealedRow,
  sealedColumns,
  sealedSettings,
} from '#core/sealed-values.ts';
import type { SettingStore } from '../storage.ts';
import { type Audited, auditStep } from './audit.ts';
import { type Database, type WriteStep, writeChange } from './database.ts';

/** Goes with every change of what processes cache: they look at the version. Last, so that its row is locked shortly. */
export function settingsChanged({ build }: Database): WriteStep {
  return build
    .updateTable('settings_version')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }));
}

/** What goes with a change that the audit names. */
export function settingSteps(
  database: Database,
  author: Author,
  audited: Audited,
): readonly WriteStep[] {
  return [auditStep(database, author, audited), settingsChanged(database)];
}

export function settingStore(database: Database) {
  const { build } = database;
  const findSetting = async (name: string) => {
    const query = build.selectFrom('setting').select('value').where('name', '=', name);
    return (await database.read(query))[0]?.value;
  };
  return {
    async settingsVersion() {
      const [row] = await database.read(build.selectFrom('settings_version').select('version'));
      return must(row, 'settings version').version;
    },
    findSetting,
    async saveSetting(name, value) {
      const query = build
        .insertInto('setting')
        .values({ name, value })
        .onConflict((standing) => standing.column('name').doUpdateSet({ value }));
      await database.write([query]);
    },
    async keepSetting(name, value) {
      const query = build
        .insertInto('setting')
        .values({ name, value })
        .onConflict((standing) => standing.column('name').doNothing());
      await database.write([query]);
      return must(await findSetting(name), 'setting that is kept');
    },
    async replaceSetting({ name, from, to }, { action, details, ...author }) {
      const query = build
        .updateTable('setting')
        .set({ value: to })
        .where('name', '=', name)
        .where('value', '=', from);
      const audited = { action, target: name, details };
      return writeChange(database, query, ...settingSteps(database, author, audited));
    },
  } satisfies Partial<SettingStore>;
}

/** Sealed text, wherever it stands: read by pages, and replaced. */
export function sealedValues(database: Database) {
  return {
    async listSealed(name, after, limit) {
      const { table, column, key, owner } = partsOf(name);
      const behind = after === undefined ? sql`` : sql`AND ${sql.ref(key)} > ${after}`;
      const rows = await database.read(
        compiled<Record<string, number | string>>(
          database,
          sql`SELECT ${sql.join([key, column, ...owner].map((each) => sql.ref(each)))}
            FROM ${sql.table(table)} WHERE ${isHeld(name)} ${behind}
            ORDER BY ${sql.ref(key)} LIMIT ${limit}`,
        ),
      );
      return rows.map((row) => ({
        key: row[key] ?? '',
        text: String(row[column]),
        owner: row,
      })) satisfies SealedRow[];
    },
    async replaceSealed(name, resealed) {
      const { table, column, key } = partsOf(name);
      const steps = resealed.map(({ key: of, from, to }): WriteStep => {
        const change = sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${to}
          WHERE ${sql.ref(key)} = ${of} AND ${sql.ref(column)} = ${from}`;
        return compiled(database, change);
      });
      // What processes hold in memory was sealed with the former key: they read it again.
      await database.write([...steps, settingsChanged(database)]);
    },
  } satisfies Partial<SettingStore>;
}

function partsOf(name: SealedColumn) {
  const [table = '', column = ''] = name.split('.');
  return { table, column, ...sealedColumns[name] };
}

function isHeld(name: SealedColumn): RawBuilder<unknown> {
  if (name === 'email.variables') return sql`notice IS NOT NULL AND variables <> '{}'`;
  if (name === 'setting.value') return sql`name IN (${sql.join([...sealedSettings])})`;
  // Nothing is greater than a missing one.
  return sql`${sql.ref(partsOf(name).column)} > ''`;
}

function compiled<Row>({ build }: Pick<Database, 'build'>, statement: RawBuilder<Row>) {
  return { compile: () => statement.compile(build) };
}
