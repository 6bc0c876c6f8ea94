/** API keys: made, bounded, revoked, and found by their hash. */
import type { Selectable } from 'kysely';
import type { AccountStore } from '#accounts/account-store.ts';
import type {
  ApiBase,
  ApiKey,
  KeyBounds,
  KeyChange,
  KeyScope,
  NewApiKey,
} from '#accounts/api-key.ts';
import { must } from '#core/assert.ts';
import { findAccount, underParent, valuesBefore } from './accounts.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { keyNetworkStore } from './key-networks.ts';
import { settingsChanged } from './settings.ts';
import type { Tables } from './tables.ts';

type KeyNetworkStore = ReturnType<typeof keyNetworkStore>;
type KeyRow = Selectable<Tables['api_key']>;

type ApiKeyStore = KeyNetworkStore &
  Pick<
    AccountStore,
    | 'createKey'
    | 'importKey'
    | 'listKeys'
    | 'noteKeyUses'
    | 'changeKey'
    | 'revokeKey'
    | 'findKeyByHash'
  >;

export function apiKeyStore(database: Database): ApiKeyStore {
  return { ...keys(database), ...keyNetworkStore(database) };
}

/** In one commit. */
const keysTogether = 500;

function keys(database: Database): Omit<ApiKeyStore, keyof KeyNetworkStore> {
  const { build } = database;
  const changed = settingsChanged(database);
  const insertKey = async (wanted: NewApiKey, actor: string, action: string) => {
    const { accountId, bases, mode, prefix, label, hash: _, createdAtMs, ...bounds } = wanted;
    const insert = build
      .insertInto('api_key')
      .values(keyRowOf(wanted))
      .onConflict((standing) => standing.column('hash').doNothing())
      .returningAll();
    const details = { bases, mode, label, ...bounds };
    const audited = { action, target: prefix, accountId, details };
    const audit = auditStep(database, { actor, atMs: createdAtMs }, audited);
    const made = await writeRow(database, insert, audit, changed);
    return made && toKey(made);
  };
  return {
    async createKey(key, actor) {
      return must(await insertKey(key, actor, 'key.created'), 'key just made');
    },
    importKey: (key, actor) => insertKey(key, actor, 'key.imported'),
    async listKeys(accountId) {
      const query = build
        .selectFrom('api_key')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id');
      const rows = await database.read(query);
      return rows.map((row) => ({ ...toKey(row), usedAtMs: row.used_at }));
    },
    async noteKeyUses(keyIds, atMs) {
      for (let at = 0; at < keyIds.length; at += keysTogether) {
        const update = build
          .updateTable('api_key')
          .set({ used_at: atMs })
          .where('id', 'in', keyIds.slice(at, at + keysTogether))
          .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<', atMs)]));
        await database.write([{ query: update }]);
      }
    },
    async changeKey(accountId, keyId, change, author) {
      const { label, ...bounds } = change;
      const query = build
        .selectFrom('api_key')
        .selectAll()
        .where('id', '=', keyId)
        .where('account_id', '=', accountId);
      const [standing] = await database.read(query);
      if (standing === undefined) return false;
      const update = build
        .updateTable('api_key')
        .set({ label: label ?? standing.label, ...boundColumns(bounds) })
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null);
      const details = {
        ...change,
        before: valuesBefore<ApiKey, keyof KeyChange>(toKey(standing), change),
      };
      const audited = { action: 'key.changed', target: `${keyId}`, accountId, details };
      return writeChange(database, update, auditStep(database, author, audited), changed);
    },
    revokeKey(accountId, keyId, author) {
      const update = build
        .updateTable('api_key')
        .set({ revoked_at: author.atMs })
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null);
      const audited = { action: 'key.revoked', target: `${keyId}`, accountId, details: {} };
      return writeChange(database, update, auditStep(database, author, audited), changed);
    },
    async findKeyByHash(hash) {
      const query = build
        .selectFrom('api_key')
        .selectAll()
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null);
      const [row] = await database.read(query);
      if (row === undefined) return undefined;
      const account = must(await findAccount(database, row.account_id), 'account of a key');
      return { key: toKey(row), account: await underParent(database, account) };
    },
  };
}

export function keyRowOf(wanted: NewApiKey) {
  const { accountId, bases, mode, prefix, label, hash, createdAtMs, ...bounds } = wanted;
  const row = { account_id: accountId, bases: bases.join(' '), mode, prefix, label, hash };
  return { ...row, ...boundColumns(bounds), created_at: createdAtMs };
}

/** The columns of those bounds that are given; the others stay as they are. */
function boundColumns({ addresses, scopes, expiresAtMs }: Partial<KeyChange>) {
  return {
    ...(addresses !== undefined && { cidrs: addresses.join(' ') }),
    ...(scopes !== undefined && { scopes: writtenScopes(scopes) }),
    ...(expiresAtMs !== undefined && { expires_at: expiresAtMs }),
  };
}

/** All, written as null, are all that there will ever be. */
function writtenScopes(scopes: readonly KeyScope[]): string | null {
  return scopes.length === everyScope.length ? null : scopes.join(' ');
}

// Of the engines only types are imported here; the compiler keeps it whole.
const everyScope = Object.keys({
  send: true,
  read: true,
  numbers: true,
  account: true,
  subaccounts: true,
} satisfies Record<KeyScope, true>) as readonly KeyScope[];

function toBounds({ cidrs, scopes, expires_at }: KeyRow): KeyBounds {
  return {
    addresses: words(cidrs),
    scopes: scopes === null ? everyScope : (words(scopes) as KeyScope[]),
    expiresAtMs: expires_at,
  };
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

function toKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    bases: row.bases.split(' ') as ApiBase[],
    mode: row.mode,
    prefix: row.prefix,
    label: row.label,
    createdAtMs: row.created_at,
    revokedAtMs: row.revoked_at,
    ...toBounds(row),
  };
}
