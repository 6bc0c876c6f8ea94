/** Sealed text, wherever it stands: read by pages, and replaced. */

import { type RawBuilder, sql } from 'kysely';
import {
  type SealedColumn,
  type SealedRow,
  sealedColumns,
  sealedSettings,
} from '#core/sealed-values.ts';
import type { SettingStore } from '#storage/storage.ts';
import type { Database, WriteStep } from './database.ts';
import { settingsChanged } from './settings.ts';

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
      // What processes hold in memory was sealed with the former key: they read it anew.
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
