/** API keys: made, bounded, revoked, and found by their hash. */
import { sql } from 'kysely';
import type { AccountStore, KeyNetwork, KeyNetworkStore } from '#accounts/account-store.ts';
import type { ApiBase, ApiKey, KeyChange, NewApiKey } from '#accounts/api-key.ts';
import { must } from '#core/assert.ts';
import { type KeyScope, keyScopes } from '#model/key-scope.ts';
import { findAccount, underParent, valuesBefore } from './accounts.ts';
import { auditStep, targetOf } from './audit.ts';
import type { WriteStep } from './database.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { settingSteps, settingsChanged } from './settings.ts';

const keyFields = fields(
  'api_key',
  'id account_id bases mode prefix label created_at revoked_at cidrs:addresses scopes expires_at',
);
type KeyRow = FieldRow<'api_key', typeof keyFields>;

export function apiKeyStore(database: Database) {
  return { ...keys(database), ...keyNetworkStore(database) };
}

/** In one commit. */
const keysTogether = 500;

function keys(database: Database) {
  const { build } = database;
  const changed = settingsChanged(database);
  const insertKey = async (wanted: NewApiKey, actor: string, action: string) => {
    const { accountId, bases, mode, prefix, label, hash: _, createdAtMs, ...bounds } = wanted;
    const insert = build
      .insertInto('api_key')
      .values(keyRowOf(wanted))
      .onConflict((standing) => standing.column('hash').doNothing())
      .returning(keyFields);
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
        .select(keyFields)
        .where('account_id', '=', accountId)
        .orderBy('id');
      const rows = await database.read(query.select('used_at as usedAtMs'));
      return rows.map(({ usedAtMs, ...row }) => ({ ...toKey(row), usedAtMs }));
    },
    async noteKeyUses(keyIds, atMs) {
      for (let at = 0; at < keyIds.length; at += keysTogether) {
        const update = build
          .updateTable('api_key')
          .set({ used_at: atMs })
          .where('id', 'in', keyIds.slice(at, at + keysTogether))
          .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<', atMs)]));
        await database.write([update]);
      }
    },
    changeKey: changeKey(database),
    revokeKey(accountId, keyId, author) {
      const update = build
        .updateTable('api_key')
        .set({ revoked_at: author.atMs })
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .where('revoked_at', 'is', null);
      const target = targetOf('api_key', keyId);
      const audited = { action: 'key.revoked', target, accountId, details: {} };
      return writeChange(database, update, ...settingSteps(database, author, audited));
    },
    async findKeyByHash(hash) {
      const query = build
        .selectFrom('api_key')
        .select(keyFields)
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null);
      const [row] = await database.read(query);
      if (row === undefined) return undefined;
      const account = must(await findAccount(database, row.accountId), 'account of a key');
      return { key: toKey(row), account: await underParent(database, account) };
    },
  } satisfies Partial<AccountStore>;
}

function changeKey(database: Database): AccountStore['changeKey'] {
  const { build } = database;
  return async (accountId, keyId, change, author) => {
    const query = build
      .selectFrom('api_key')
      .select(keyFields)
      .where('id', '=', keyId)
      .where('account_id', '=', accountId);
    const [standing] = await database.read(query);
    if (standing === undefined) return false;
    const update = build
      .updateTable('api_key')
      .set(boundRow({ label: standing.label, ...change, ...boundTexts(change) }))
      .where('id', '=', keyId)
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null);
    const details = {
      ...change,
      before: valuesBefore<ApiKey, keyof KeyChange>(toKey(standing), change),
    };
    const target = targetOf('api_key', keyId);
    const audited = { action: 'key.changed', target, accountId, details };
    return writeChange(database, update, ...settingSteps(database, author, audited));
  };
}

const madeRow = rowMaker(
  'api_key',
  'account_id bases mode prefix label hash cidrs:addresses scopes expires_at created_at',
);

export function keyRowOf({ bases, ...key }: NewApiKey) {
  return madeRow({ ...key, bases: bases.join(' '), ...boundTexts(key) });
}

const boundRow = rowMaker('api_key', 'label cidrs:addresses scopes expires_at');

/** Those bounds that are given; the others stay as they are. */
function boundTexts({ addresses, scopes }: Partial<KeyChange>) {
  return { addresses: addresses?.join(' '), scopes: scopes && writtenScopes(scopes) };
}

/** All, written as null, are all that there will ever be. */
function writtenScopes(scopes: readonly KeyScope[]): string | null {
  return scopes.length === keyScopes.length ? null : scopes.join(' ');
}

function toKey({ bases, addresses, scopes, ...row }: KeyRow): ApiKey {
  return {
    ...row,
    bases: bases.split(' ') as ApiBase[],
    addresses: words(addresses),
    scopes: scopes === null ? keyScopes : (words(scopes) as KeyScope[]),
  };
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

// The networks that keys were used from.

/** Of one key. What is used from more networks than these is at home everywhere. */
const networksMax = 1_000;
/** In one commit. */
const together = 200;
/** In one mail. */
const toldMax = 20;

function keyNetworkStore(database: Database): KeyNetworkStore {
  return {
    async noteKeyNetworks(seen, atMs) {
      const news: KeyNetwork[] = [];
      for (let at = 0; at < seen.length; at += together) {
        const some = seen.slice(at, at + together);
        const written = await database.write(some.map((one) => note(database, one, atMs)));
        news.push(...some.filter((_, place) => isNews(written?.[place]?.rows[0])));
      }
      return news;
    },
    async listNewNetworks(toldBeforeMs, limit) {
      const { build } = database;
      const used = await database.read(
        build
          .selectFrom('api_key')
          .innerJoin('account', 'account.id', 'api_key.account_id')
          .select(['api_key.id', 'api_key.label', 'api_key.prefix'])
          .select(['account.id as accountId', 'account.name', 'account.email', 'account.currency'])
          .where('api_key.id', 'in', untold(build).select('key_id'))
          .where((is) =>
            is.not(
              is.exists(
                is
                  .selectFrom('key_network')
                  .select('key_id')
                  .whereRef('key_network.key_id', '=', 'api_key.id')
                  .where('told_at', '>=', toldBeforeMs),
              ),
            ),
          )
          .orderBy('api_key.id')
          .limit(limit),
      );
      return Promise.all(
        used.map(async ({ id, label, prefix, accountId, ...account }) => {
          const query = untold(build)
            .select('network')
            .where('key_id', '=', id)
            .orderBy('seen_at')
            .orderBy('network')
            .limit(toldMax);
          const networks = (await database.read(query)).map(({ network }) => network);
          return { key: { id, label, prefix }, account: { id: accountId, ...account }, networks };
        }),
      );
    },
    async noteToldNetworks(keyId, networks, atMs) {
      const query = database.build
        .updateTable('key_network')
        .set({ told_at: atMs })
        .where('key_id', '=', keyId)
        .where('network', 'in', networks)
        .where('told_at', 'is', null);
      await database.write([query]);
    },
  };
}

/** The first network of a key is no news: somebody begins to use it. Test keys move as they like. */
function note({ build }: Database, { keyId, network }: KeyNetwork, atMs: number): WriteStep {
  const known = build
    .selectFrom('key_network as known')
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .where('known.key_id', '=', keyId);
  return build
    .insertInto('key_network')
    .columns(['key_id', 'network', 'seen_at', 'news'])
    .expression(
      build
        .selectFrom('api_key')
        .select(['id', sql<string>`cast(${network} as text)`.as('network')])
        .select(sql<number>`cast(${atMs} as bigint)`.as('seen_at'))
        .select(sql<0 | 1>`CASE WHEN mode = 'live' AND ${known} > 0 THEN 1 ELSE 0 END`.as('news'))
        .where('id', '=', keyId)
        .where(known, '<', networksMax),
    )
    .onConflict((standing) => standing.columns(['key_id', 'network']).doNothing())
    .returning('news');
}

function isNews(row: unknown): boolean {
  return (row as { readonly news: number } | undefined)?.news === 1;
}

/** As the index has it. */
function untold(build: Database['build']) {
  return build.selectFrom('key_network').where(sql<boolean>`news = 1 AND told_at IS NULL`);
}
