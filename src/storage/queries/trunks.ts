/** Trunks. */
import { sql } from 'kysely';
import type { Trunk, TrunkSettings } from '#numbers/trunks/trunk.ts';
import type { NewTrunk, TrunkStore } from '#numbers/trunks/trunk-store.ts';
import { auditStep, targetOf, writeRemoval } from './audit.ts';
import { type Database, writeRow } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { settingSteps, settingsChanged } from './settings.ts';

const madeNames =
  'name enabled built_in settings sealed_password sealed_auth_in_password created_at';
const madeRow = rowMaker('trunk', madeNames);
const trunkFields = fields('trunk', 'id', madeNames, 'traced_until');
const messageNames = 'trunk_id at direction peer text';
const messageFields = fields('trunk_message', 'id', messageNames);
const messageRow = rowMaker('trunk_message', messageNames);

export function trunkStore(database: Database): TrunkStore {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    async listTrunks() {
      const rows = await database.read(build.selectFrom('trunk').select(trunkFields).orderBy('id'));
      return rows.map((row) => toTrunk(row));
    },
    async createTrunk(trunk, author) {
      const insert = build
        .insertInto('trunk')
        .values(trunkRow(trunk))
        .onConflict((standing) => standing.column('name').doNothing())
        .returning(trunkFields);
      const audited = { action: 'trunk.add', target: trunk.name, details: trunk.settings };
      const row = await writeRow(database, insert, ...settingSteps(database, author, audited));
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
        .returning(trunkFields);
      const details = { enabled, settings, tracedUntilMs };
      const audited = { action: 'trunk.set', target: targetOf('trunk', trunkId), details };
      const row = await writeRow(database, update, ...settingSteps(database, author, audited));
      return row === undefined ? undefined : toTrunk(row);
    },
    removeTrunk(trunkId, author) {
      const remove = build.deleteFrom('trunk').where('id', '=', trunkId);
      const audited = { action: 'trunk.remove', target: targetOf('trunk', trunkId), details: {} };
      const messages = build.deleteFrom('trunk_message').where('trunk_id', '=', trunkId);
      const audit = auditStep(database, author, audited);
      return writeRemoval(database, audit, remove, messages, changed);
    },
    ...tracedMessages(database),
  };
}

function tracedMessages(database: Database) {
  const { build } = database;
  return {
    async keepMessages(messages, keptMax) {
      const rows = messages.map((message) => messageRow(message));
      const bound = sql<number>`(select max(id) - ${keptMax} from trunk_message)`;
      await database.write([
        build.insertInto('trunk_message').values(rows),
        build.deleteFrom('trunk_message').where('id', '<=', bound),
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
  } satisfies Partial<TrunkStore>;
}

function trunkRow(trunk: NewTrunk) {
  return madeRow({ ...trunk, settings: JSON.stringify(trunk.settings) });
}

type StoredSettings = Omit<TrunkSettings, 'certificates' | 'optionsPing'> & Partial<TrunkSettings>;

function toTrunk(row: FieldRow<'trunk', typeof trunkFields>): Trunk {
  // Rows of versions that had no such settings do not have them.
  const {
    certificates = [],
    optionsPing = true,
    ...settings
  } = JSON.parse(row.settings) as StoredSettings;
  return {
    ...row,
    enabled: row.enabled === 1,
    builtIn: row.builtIn === 1,
    settings: { ...settings, certificates, optionsPing },
  };
}
