/** Settings. */

import { must } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import type { SettingStore } from '../storage.ts';
import { type Audited, auditStep } from './audit.ts';
import { type Database, type WriteStep, writeChange } from './database.ts';

/** Goes with every change of what processes cache: they look at the version. Last, so that its row is locked shortly. */
export function settingsChanged({ build }: Database): WriteStep {
  return build.updateTable('settings_version').set(({ eb }) => ({
    version: eb('version', '+', 1),
  }));
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
