/** The SQL of a backend: `schema.sql` makes a new database, `upgrades/*.sql` bring an older one up to date. */
import { ownFilesIn, readOwnFile } from '#core/own-files.ts';

export type SchemaFiles = {
  readonly schema: string;
  /** The first leads from version 1 to 2. */
  readonly upgrades: readonly string[];
};

/** From a version of the schema to another one; 0 is an empty database. */
export type SchemaStep = { readonly from: number; readonly to: number; readonly sql: string };

/** `folder`: of the backend. */
export function readSchemaFiles(folder: URL): SchemaFiles {
  const upgrades = new URL('upgrades/', folder);
  return {
    schema: readSql(new URL('schema.sql', folder)),
    upgrades: ownFilesIn(upgrades).map((file) => readSql(new URL(file, upgrades))),
  };
}

function readSql(place: URL): string {
  return readOwnFile(place).toString();
}

export function newestVersion({ upgrades }: SchemaFiles): number {
  return 1 + upgrades.length;
}

/** Those that a database of some version takes, in their order. */
export function schemaSteps(files: SchemaFiles): readonly SchemaStep[] {
  return [
    { from: 0, to: newestVersion(files), sql: files.schema },
    ...files.upgrades.map((sql, index) => ({ from: index + 1, to: index + 2, sql })),
  ];
}
