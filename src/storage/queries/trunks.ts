/** Trunks. */
import { type Selectable, sql } from 'kysely';
import type { Trunk, TrunkSettings } from '#numbers/trunks/trunk.ts';
import type { NewTrunk, TrunkStore } from '#numbers/trunks/trunk-store.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { fields } from './fields.ts';
import { settingsChanged } from './settings.ts';
import type { Tables } from './tables.ts';

const messageFields = fields('trunk_message', 'id trunk_id at:atMs direction peer text');

export function trunkStore(database: Database): TrunkStore {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    async listTrunks() {
      const rows = await database.read(build.selectFrom('trunk').selectAll().orderBy('id'));
      return rows.map((row) => toTrunk(row));
    },
    async createTrunk(trunk, author) {
      const insert = build
        .insertInto('trunk')
        .values(trunkRow(trunk))
        .onConflict((standing) => standing.column('name').doNothing())
        .returningAll();
      const audited = { action: 'trunk.add', target: trunk.name, details: trunk.settings };
      const row = await writeRow(database, insert, auditStep(database, author, audited), changed);
      return row === undefined ? undefined : toTrunk(row);
    },
    async changeTrunk(trunkId, change, author) {
      const { enabled, settings, sealedPassword, sealedAuthInPassword, tracedUntilMs } = change;
      const update = build
        .updateTable('trunk')
        .set((eb) => ({
          enabled: enabled === undefined ? eb.ref('enabled') : Number(enabled),
          settings: settings === undefined ? eb.ref('settings') : JSON.stringify(settings),
          sealed_password: sealedPassword ?? eb.ref('sealed_password'),
          sealed_auth_in_password: sealedAuthInPassword ?? eb.ref('sealed_auth_in_password'),
          traced_until: tracedUntilMs ?? eb.ref('traced_until'),
        }))
        .where('id', '=', trunkId)
        .returningAll();
      const details = { enabled, settings, tracedUntilMs };
      const audited = { action: 'trunk.set', target: `${trunkId}`, details };
      const row = await writeRow(database, update, auditStep(database, author, audited), changed);
      return row === undefined ? undefined : toTrunk(row);
    },
    removeTrunk(trunkId, author) {
      const remove = build.deleteFrom('trunk').where('id', '=', trunkId);
      const audited = { action: 'trunk.remove', target: `${trunkId}`, details: {} };
      const messages = build.deleteFrom('trunk_message').where('trunk_id', '=', trunkId);
      const audit = auditStep(database, author, audited);
      return writeChange(database, remove, { query: messages }, audit, changed);
    },
    ...tracedMessages(database),
  };
}

type TracedMessages = Pick<TrunkStore, 'keepMessages' | 'listMessages' | 'messagesBetween'>;

function tracedMessages(database: Database): TracedMessages {
  const { build } = database;
  return {
    async keepMessages(messages, keptMax) {
      const rows = messages.map(({ trunkId, atMs, ...message }) => {
        return { ...message, trunk_id: trunkId, at: atMs };
      });
      const bound = sql<number>`(select max(id) - ${keptMax} from trunk_message)`;
      await database.write([
        { query: build.insertInto('trunk_message').values(rows) },
        { query: build.deleteFrom('trunk_message').where('id', '<=', bound) },
      ]);
    },
    async listMessages({ trunkId, beforeId, limit }) {
      const query = build
        .selectFrom('trunk_message')
        .select(messageFields)
        .where('trunk_id', '=', trunkId)
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(limit);
      return database.read(query);
    },
    async messagesBetween(fromMs, untilMs) {
      const query = build
        .selectFrom('trunk_message')
        .select(messageFields)
        .where('at', '>=', fromMs)
        .where('at', '<=', untilMs)
        .orderBy('id');
      return database.read(query);
    },
  };
}

function trunkRow(trunk: NewTrunk) {
  return {
    name: trunk.name,
    enabled: Number(trunk.enabled),
    built_in: Number(trunk.builtIn),
    settings: JSON.stringify(trunk.settings),
    sealed_password: trunk.sealedPassword,
    sealed_auth_in_password: trunk.sealedAuthInPassword,
    created_at: trunk.createdAtMs,
  };
}

type StoredSettings = Omit<TrunkSettings, 'certificates' | 'optionsPing'> & Partial<TrunkSettings>;

function toTrunk(row: Selectable<Tables['trunk']>): Trunk {
  // Rows of versions that had no such settings do not have them.
  const {
    certificates = [],
    optionsPing = true,
    ...settings
  } = JSON.parse(row.settings) as StoredSettings;
  return {
    id: row.id,
    name: row.name,
    enabled: row.enabled === 1,
    builtIn: row.built_in === 1,
    settings: { ...settings, certificates, optionsPing },
    sealedPassword: row.sealed_password,
    sealedAuthInPassword: row.sealed_auth_in_password,
    createdAtMs: row.created_at,
    tracedUntilMs: row.traced_until,
  };
}
