/** Accounts, keys and the ledger. */
import { type Selectable, sql } from 'kysely';
import type { Account, AccountChange } from '#accounts/account.ts';
import type { AccountStore, LedgerSums, Movement, Purse } from '#accounts/account-store.ts';
import type {
  ApiBase,
  ApiKey,
  KeyBounds,
  KeyChange,
  KeyScope,
  NewApiKey,
} from '#accounts/api-key.ts';
import { must } from '#core/assert.ts';
import type { Millionths } from '#core/money.ts';
import { auditStep } from './audit.ts';
import { type Database, type WriteStep, writeChange, writeRow } from './database.ts';
import { reserveId } from './ids.ts';
import { keyNetworkStore } from './key-networks.ts';
import { ledgerStore } from './ledger.ts';
import { prepareOne } from './prepared.ts';
import { balanceOf } from './purses.ts';
import { settingsChanged } from './settings.ts';
import type { Tables } from './tables.ts';

type AccountRow = Selectable<Tables['account']>;
type KeyRow = Selectable<Tables['api_key']>;

export function accountStore(database: Database): AccountStore {
  return {
    ...accounts(database),
    ...ledger(database),
    ...ledgerStore(database),
    ...alerts(database),
    ...keys(database),
    ...keyNetworkStore(database),
  };
}

function accounts(
  database: Database,
): Pick<
  AccountStore,
  'createAccount' | 'changeAccount' | 'findAccount' | 'stateOf' | 'listAccounts'
> {
  const { build } = database;
  const changed = settingsChanged(database);
  // Asked for each call: compiled once.
  const accountOf = prepareOne(({ id }: { readonly id: number }) =>
    build.selectFrom('account').selectAll().where('id', '=', id),
  );
  return {
    async createAccount(account, actor) {
      const { name, email, currency, homeCountry, balance, testBalance, createdAtMs } = account;
      const id = await reserveId(database, 'account');
      const insert = build
        .insertInto('account')
        .values({
          id,
          name,
          email,
          currency,
          home_country: homeCountry,
          state: 'active',
          balance,
          test_balance: testBalance,
          created_at: createdAtMs,
        })
        .returningAll();
      const topUp = { accountId: id, kind: 'top-up', actor, atMs: createdAtMs } as const;
      const movements = [
        { ...topUp, purse: 'live', amount: balance } as const,
        { ...topUp, purse: 'test', amount: testBalance } as const,
      ].filter(({ amount }) => amount !== 0);
      const others = movements.map((movement) => insertMovement(database, movement));
      const audit = auditStep(
        database,
        { actor, atMs: createdAtMs },
        {
          action: 'account.created',
          target: `${id}`,
          accountId: id,
          details: { name, email, currency, homeCountry, balance },
        },
      );
      const row = await writeRow(database, insert, ...others, audit, changed);
      return toAccount(must(row, 'account just made'));
    },
    async changeAccount(accountId, change, author) {
      const { name, email, state, homeCountry, transliterate } = change;
      const { keyPlaces, xmlForm, timeZone, alertLevel } = change;
      const update = build
        .updateTable('account')
        .set((eb) => ({
          name: name ?? eb.ref('name'),
          email: email ?? eb.ref('email'),
          state: state ?? eb.ref('state'),
          home_country: homeCountry ?? eb.ref('home_country'),
          transliterate: transliterate ?? eb.ref('transliterate'),
          key_places: keyPlaces ?? eb.ref('key_places'),
          xml_form: xmlForm ?? eb.ref('xml_form'),
          alert_level: alertLevel === undefined ? eb.ref('alert_level') : alertLevel,
          time_zone: timeZone ?? eb.ref('time_zone'),
        }))
        .where('id', '=', accountId)
        .returningAll();
      const target = `${accountId}`;
      const standing = await findAccount(database, accountId);
      const details = { ...change, before: standing && whatWas(standing, change) };
      const audited = { action: 'account.set', target, accountId, details };
      // Other commands write what they change besides.
      const isChange = Object.values(change).some((value) => value !== undefined);
      const audit = isChange ? [auditStep(database, author, audited)] : [];
      return asAccount(await writeRow(database, update, ...audit, changed));
    },
    async findAccount(id) {
      const [row] = await database.read(accountOf({ id }));
      return asAccount(row);
    },
    async stateOf(id) {
      const account = await findAccount(database, id);
      return account && (await underParent(database, account)).state;
    },
    async listAccounts(afterId, limit) {
      const query = build
        .selectFrom('account')
        .selectAll()
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit);
      return (await database.read(query)).map((row) => toAccount(row));
    },
  };
}

/** A sub-account can do no more than its parent: with a parent that is not active it is not either. */
async function underParent(database: Database, account: Account): Promise<Account> {
  if (account.parentId === null) return account;
  const parent = must(await findAccount(database, account.parentId), 'parent of an account');
  return parent.state === 'active' ? account : { ...account, state: parent.state };
}

export async function findAccount(database: Database, id: number): Promise<Account | undefined> {
  const query = database.build.selectFrom('account').selectAll().where('id', '=', id);
  const [row] = await database.read(query);
  return asAccount(row);
}

function ledger(database: Database): Pick<AccountStore, 'move' | 'ledgerSums'> {
  return {
    async move(movement) {
      const purse = balanceOf(movement.purse);
      const add = database.build
        .updateTable('account')
        .set(({ eb }) => ({ [purse]: eb(purse, '+', movement.amount) }))
        .where('id', '=', movement.accountId)
        .returningAll();
      const { accountId, purse: of, amount, kind } = movement;
      const target = `${accountId}`;
      const audit = auditStep(database, movement, {
        action: `account.${kind}`,
        target,
        accountId,
        details: { purse: of, amount },
      });
      const others = [insertMovement(database, movement), audit, settingsChanged(database)];
      return asAccount(await writeRow(database, add, ...others));
    },
    ledgerSums: (accountId, purse) => ledgerSums(database, accountId, purse),
  };
}

function alerts(
  database: Database,
): Pick<AccountStore, 'listLowBalances' | 'noteAlert' | 'forgetAlerts'> {
  const { build } = database;
  return {
    async listLowBalances(limit) {
      const query = build
        .selectFrom('account')
        .selectAll()
        .whereRef('balance', '<', 'alert_level')
        .where('alerted_at', 'is', null)
        .where('removed_at', 'is', null)
        .orderBy('id')
        .limit(limit);
      const rows = await database.read(query);
      return rows.map((row) => ({ account: toAccount(row), alerts: row.alerts }));
    },
    async noteAlert(accountId, atMs) {
      const query = build
        .updateTable('account')
        .set(({ eb }) => ({ alerted_at: atMs, alerts: eb('alerts', '+', 1) }))
        .where('id', '=', accountId)
        .where('alerted_at', 'is', null);
      await database.write([{ query }]);
    },
    async forgetAlerts() {
      const query = build
        .updateTable('account')
        .set({ alerted_at: null })
        .where('alerted_at', 'is not', null)
        .where((eb) =>
          eb.or([eb('alert_level', 'is', null), eb('balance', '>=', eb.ref('alert_level'))]),
        );
      await database.write([{ query }]);
    },
  };
}

function insertMovement({ build }: Database, movement: Movement): WriteStep {
  const { accountId, purse, kind, amount, actor, atMs } = movement;
  const row = { account_id: accountId, purse, kind, amount, actor, at: atMs };
  return { query: build.insertInto('movement').values(row) };
}

/** In one statement, so that no commit falls between the sums; it reads every message of the account. */
async function ledgerSums(
  database: Database,
  accountId: number,
  purse: Purse,
): Promise<LedgerSums> {
  const { build } = database;
  const movements = build
    .selectFrom('movement')
    .select(sql<Millionths>`cast(coalesce(sum(amount), 0) as bigint)`.as('sum'))
    .where('account_id', '=', accountId)
    .where('purse', '=', purse);
  const costs = build
    .selectFrom('message')
    .select(sql<Millionths>`cast(coalesce(sum(cost), 0) as bigint)`.as('sum'))
    .where('account_id', '=', accountId)
    .where('test', '=', purse === 'test' ? 1 : 0);
  const forgotten = build
    .selectFrom('spent')
    .select('amount')
    .where('account_id', '=', accountId)
    .where('purse', '=', purse);
  const query = build
    .selectFrom('account')
    .select([
      `${balanceOf(purse)} as balance`,
      movements.as('movements'),
      sql<Millionths>`${costs} + coalesce(${forgotten}, 0)`.as('costs'),
    ])
    .where('id', '=', accountId);
  const [sums] = await database.readAside(query);
  return must(sums, 'account') as LedgerSums;
}

/** In one commit. */
const keysTogether = 500;

function keys(
  database: Database,
): Pick<
  AccountStore,
  | 'createKey'
  | 'importKey'
  | 'listKeys'
  | 'noteKeyUses'
  | 'changeKey'
  | 'revokeKey'
  | 'findKeyByHash'
> {
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
      const details = { ...change, before: whatKeyWas(toKey(standing), change) };
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

function asAccount(row: AccountRow | undefined): Account | undefined {
  return row === undefined ? undefined : toAccount(row);
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    currency: row.currency,
    homeCountry: row.home_country,
    transliterate: row.transliterate,
    keyPlaces: row.key_places,
    xmlForm: row.xml_form,
    alertLevel: row.alert_level,
    timeZone: row.time_zone,
    state: row.state,
    balance: row.balance,
    testBalance: row.test_balance,
    createdAtMs: row.created_at,
    parentId: row.parent_id,
    removedAtMs: row.removed_at,
  };
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

/** What a change takes the place of, for the audit. */
function whatWas(account: Account, change: AccountChange): AccountChange {
  return pick(account, change);
}

function whatKeyWas(key: ApiKey, change: KeyChange): KeyChange {
  return pick(key, change);
}

function pick<Standing extends object, Name extends keyof Standing>(
  standing: Standing,
  change: { readonly [Given in Name]?: unknown },
) {
  const names = Object.keys(change) as Name[];
  return Object.fromEntries(
    names.filter((name) => change[name] !== undefined).map((name) => [name, standing[name]]),
  );
}
