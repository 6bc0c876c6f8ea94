/** Accounts, keys and the ledger. */
import { sql } from 'kysely';
import type { Account, AccountChange, NewAccount } from '#accounts/account.ts';
import type { AccountStore, LedgerSums } from '#accounts/account-store.ts';
import type { Movement } from '#accounts/ledger.ts';
import { must } from '#core/assert.ts';
import type { Millionths } from '#core/money.ts';
import { auditStep } from './audit.ts';
import { contains } from './begins-with.ts';
import { type Database, type WriteStep, writeRow } from './database.ts';
import { fields } from './fields.ts';
import { reserveId } from './ids.ts';
import { ledgerStore } from './ledger.ts';
import { prepareOne } from './prepared.ts';
import { balanceOf } from './purses.ts';
import { settingSteps, settingsChanged } from './settings.ts';

export const accountFields = fields(
  'account',
  'id name email firstname lastname currency home_country transliterate key_places xml_form',
  'alert_level time_zone state balance test_balance created_at parent_id removed_at',
);

/** Without keys, which are api-keys.ts. */
export function accountStore(database: Database) {
  return {
    ...accounts(database),
    ...ledger(database),
    ...ledgerStore(database),
    ...alerts(database),
  };
}

function accounts(database: Database) {
  const { build } = database;
  const changed = settingsChanged(database);
  // Asked for each call: compiled once.
  const accountOf = prepareOne(({ id }: { readonly id: number }) =>
    build.selectFrom('account').select(accountFields).where('id', '=', id),
  );
  return {
    createAccount: (account, actor) => createAccount(database, account, actor),
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
        .returning(accountFields);
      const target = `${accountId}`;
      const standing = await findAccount(database, accountId);
      const details = {
        ...change,
        before: standing && valuesBefore<Account, keyof AccountChange>(standing, change),
      };
      const audited = { action: 'account.set', target, accountId, details };
      // Other commands write what they change besides.
      const isChange = Object.values(change).some((value) => value !== undefined);
      const audit = isChange ? [auditStep(database, author, audited)] : [];
      return writeRow(database, update, ...audit, changed);
    },
    async findAccount(id) {
      const [row] = await database.read(accountOf({ id }));
      return row;
    },
    async stateOf(id) {
      const account = await findAccount(database, id);
      return account && (await underParent(database, account)).state;
    },
    async listAccounts(afterId, limit, find = '') {
      const query = build
        .selectFrom('account')
        .select(accountFields)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit);
      if (find === '') return database.read(query);
      const named = query.where((is) => is.or([contains('name', find), contains('email', find)]));
      return database.read(named);
    },
  } satisfies Partial<AccountStore>;
}

async function createAccount(database: Database, account: NewAccount, actor: string) {
  const { name, email, currency, homeCountry, balance, testBalance, createdAtMs } = account;
  const id = await reserveId(database, 'account');
  const insert = database.build
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
    .returning(accountFields);
  const author = { actor, atMs: createdAtMs };
  const topUp = { ...author, accountId: id, kind: 'top-up' } as const;
  const movements = [
    { ...topUp, purse: 'live', amount: balance } as const,
    { ...topUp, purse: 'test', amount: testBalance } as const,
  ].filter(({ amount }) => amount !== 0);
  const others = movements.map((movement) => insertMovement(database, movement));
  const details = { name, email, currency, homeCountry, balance };
  const audited = { action: 'account.created', target: `${id}`, accountId: id, details };
  const steps = [...others, ...settingSteps(database, author, audited)];
  return must(await writeRow(database, insert, ...steps), 'account just made');
}

/** A sub-account can do no more than its parent: with a parent that is not active it is not either. */
export async function underParent(database: Database, account: Account): Promise<Account> {
  if (account.parentId === null) return account;
  const parent = must(await findAccount(database, account.parentId), 'parent of an account');
  return parent.state === 'active' ? account : { ...account, state: parent.state };
}

export async function findAccount(database: Database, id: number): Promise<Account | undefined> {
  const query = database.build.selectFrom('account').select(accountFields).where('id', '=', id);
  const [row] = await database.read(query);
  return row;
}

function ledger(database: Database) {
  return {
    async move(movement) {
      const purse = balanceOf(movement.purse);
      const add = database.build
        .updateTable('account')
        .set(({ eb }) => ({ [purse]: eb(purse, '+', movement.amount) }))
        .where('id', '=', movement.accountId)
        .returning(accountFields);
      const { accountId, purse: of, amount, kind } = movement;
      const target = `${accountId}`;
      const audit = auditStep(database, movement, {
        action: `account.${kind}`,
        target,
        accountId,
        details: { purse: of, amount },
      });
      const others = [insertMovement(database, movement), audit, settingsChanged(database)];
      return writeRow(database, add, ...others);
    },
    /** In one statement, so that no commit falls between the sums; it reads every message of the account. */
    async ledgerSums(accountId, purse) {
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
    },
  } satisfies Partial<AccountStore>;
}

function alerts(database: Database) {
  const { build } = database;
  return {
    async listLowBalances(limit) {
      const query = build
        .selectFrom('account')
        .select(accountFields)
        .select('alerts')
        .whereRef('balance', '<', 'alert_level')
        .where('alerted_at', 'is', null)
        .where('removed_at', 'is', null)
        .orderBy('id')
        .limit(limit);
      const rows = await database.read(query);
      return rows.map(({ alerts: count, ...account }) => ({ account, alerts: count }));
    },
    async noteAlert(accountId, atMs) {
      const query = build
        .updateTable('account')
        .set(({ eb }) => ({ alerted_at: atMs, alerts: eb('alerts', '+', 1) }))
        .where('id', '=', accountId)
        .where('alerted_at', 'is', null);
      await database.write([query]);
    },
    async forgetAlerts() {
      const query = build
        .updateTable('account')
        .set({ alerted_at: null })
        .where('alerted_at', 'is not', null)
        .where((eb) =>
          eb.or([eb('alert_level', 'is', null), eb('balance', '>=', eb.ref('alert_level'))]),
        );
      await database.write([query]);
    },
  } satisfies Partial<AccountStore>;
}

function insertMovement({ build }: Database, movement: Movement): WriteStep {
  const { accountId, purse, kind, amount, actor, atMs } = movement;
  const row = { account_id: accountId, purse, kind, amount, actor, at: atMs };
  return build.insertInto('movement').values(row);
}

/** What a change takes the place of, for the audit. */
export function valuesBefore<Standing extends object, Name extends keyof Standing>(
  standing: Standing,
  change: { readonly [Given in Name]?: unknown },
) {
  const names = Object.keys(change) as Name[];
  return Object.fromEntries(
    names.filter((name) => change[name] !== undefined).map((name) => [name, standing[name]]),
  );
}
