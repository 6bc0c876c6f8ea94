/** Settings, administrators and blocks of ids on SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { IdName, IdStore, NewAdministrator, SettingStore } from '../storage.ts';
import type { WriterClient } from './writer-client.ts';

export function settingWrites(db: DatabaseSync) {
  const saveSetting = db.prepare(
    'INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const useUp = db.prepare('DELETE FROM setting WHERE name = ? AND value = ?');
  const insertAdministrator = db.prepare(
    'INSERT INTO administrator (email, password_hash, created_at) VALUES (?, ?, ?)',
  );
  const reserve = db.prepare(`
    INSERT INTO id_block VALUES (?, 1 + ?) ON CONFLICT (name) DO UPDATE SET next = next + ?
    RETURNING next`);
  return {
    saveSetting(name: string, value: string): void {
      saveSetting.run(name, value);
    },
    createAdministrator(administrator: NewAdministrator): boolean {
      const { email, passwordHash, createdAtMs, setting } = administrator;
      if (useUp.run(setting.name, setting.value).changes === 0) return false;
      insertAdministrator.run(email, passwordHash, createdAtMs);
      return true;
    },
    reserveIds(name: IdName, count: number): number {
      const row = reserve.get(name, count, count) as { next: number };
      return row.next - count;
    },
  };
}

/** Every change of what processes cache raises the version that they look at. */
export function settingsChanged(db: DatabaseSync): () => void {
  const raise = db.prepare('UPDATE settings_version SET version = version + 1');
  return () => void raise.run();
}

export function settingStore(db: DatabaseSync, writer: WriterClient): SettingStore {
  const version = db.prepare('SELECT version FROM settings_version');
  const find = db.prepare('SELECT value FROM setting WHERE name = ?');
  const count = db.prepare('SELECT count(*) AS count FROM administrator');
  return {
    settingsVersion: async () => (version.get() as { version: number }).version,
    findSetting: async (name) => (find.get(name) as { value: string } | undefined)?.value,
    saveSetting: (name, value) => writer.call('saveSetting', name, value),
    createAdministrator: (administrator) => writer.call('createAdministrator', administrator),
    countAdministrators: async () => (count.get() as { count: number }).count,
  };
}

export function idStore(writer: WriterClient): IdStore {
  return { reserveIds: (name, count) => writer.call('reserveIds', name, count) };
}
