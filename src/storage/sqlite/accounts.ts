/** Accounts, keys and the ledger on SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { Account, AccountChange, AccountState, NewAccount } from '#accounts/account.ts';
import type { AccountStore, LedgerSums, Movement, Purse } from '#accounts/account-store.ts';
import type { ApiBase, ApiKey, KeyMode, NewApiKey } from '#accounts/api-key.ts';
import { must } from '#core/assert.ts';
import type { Millionths } from '#core/money.ts';
import { settingsChanged } from './settings.ts';
import type { WriterClient } from './writer-client.ts';

type AccountRow = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly currency: string;
  readonly home_country: string;
  readonly state: AccountState;
  readonly balance: Millionths;
  readonly test_balance: Millionths;
  readonly created_at: number;
};

type KeyRow = {
  readonly id: number;
  readonly account_id: number;
  readonly bases: string;
  readonly mode: KeyMode;
  readonly prefix: string;
  readonly label: string;
  readonly created_at: number;
  readonly revoked_at: number | null;
};

export function accountWrites(db: DatabaseSync) {
  const changed = settingsChanged(db);
  const find = db.prepare('SELECT * FROM account WHERE id = ?');
  const insert = db.prepare(`
    INSERT INTO account (name, email, currency, home_country, state, balance, test_balance, created_at)
    VALUES (?, ?, ?, ?, 'active', ?, ?, ?)`);
  const update = db.prepare(`
    UPDATE account SET name = coalesce(?, name), email = coalesce(?, email),
      state = coalesce(?, state), home_country = coalesce(?, home_country) WHERE id = ?`);
  const insertMovement = db.prepare(`
    INSERT INTO movement (account_id, purse, kind, amount, actor, at) VALUES (?, ?, ?, ?, ?, ?)`);
  const addLive = db.prepare('UPDATE account SET balance = balance + ? WHERE id = ?');
  const addTest = db.prepare('UPDATE account SET test_balance = test_balance + ? WHERE id = ?');
  const insertKey = db.prepare(`
    INSERT INTO api_key (account_id, bases, mode, prefix, label, hash, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const findKey = db.prepare('SELECT * FROM api_key WHERE id = ?');
  const revoke = db.prepare(`
    UPDATE api_key SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at IS NULL`);

  const findAccount = (id: number): Account | undefined =>
    asAccount(find.get(id) as AccountRow | undefined);
  const move = (movement: Movement): Account | undefined => {
    const { accountId, purse, kind, amount, actor, atMs } = movement;
    const moved = (purse === 'live' ? addLive : addTest).run(amount, accountId);
    if (moved.changes === 0) return undefined;
    insertMovement.run(accountId, purse, kind, amount, actor, atMs);
    changed();
    return findAccount(accountId);
  };

  return {
    createAccount(account: NewAccount, actor: string): Account {
      const { name, email, currency, homeCountry, createdAtMs } = account;
      const { lastInsertRowid } = insert.run(name, email, currency, homeCountry, 0, 0, createdAtMs);
      const accountId = Number(lastInsertRowid);
      const topUp = { accountId, kind: 'top-up', actor, atMs: createdAtMs } as const;
      if (account.balance !== 0) move({ ...topUp, purse: 'live', amount: account.balance });
      if (account.testBalance !== 0) move({ ...topUp, purse: 'test', amount: account.testBalance });
      changed();
      return must(findAccount(accountId), 'account just made');
    },
    changeAccount(accountId: number, change: AccountChange): Account | undefined {
      const { name, email, state, homeCountry } = change;
      update.run(name ?? null, email ?? null, state ?? null, homeCountry ?? null, accountId);
      changed();
      return findAccount(accountId);
    },
    move,
    createKey(key: NewApiKey): ApiKey {
      const { accountId, bases, mode, prefix, label, hash, createdAtMs } = key;
      const made = insertKey.run(
        accountId,
        bases.join(' '),
        mode,
        prefix,
        label,
        hash,
        createdAtMs,
      );
      changed();
      return asKey(findKey.get(Number(made.lastInsertRowid)) as KeyRow);
    },
    revokeKey(accountId: number, keyId: number, atMs: number): boolean {
      changed();
      return revoke.run(atMs, keyId, accountId).changes > 0;
    },
  };
}

export function accountStore(db: DatabaseSync, writer: WriterClient): AccountStore {
  const find = db.prepare('SELECT * FROM account WHERE id = ?');
  const list = db.prepare('SELECT * FROM account WHERE id > ? ORDER BY id LIMIT ?');
  const keys = db.prepare('SELECT * FROM api_key WHERE account_id = ? ORDER BY id');
  const keyByHash = db.prepare('SELECT * FROM api_key WHERE hash = ? AND revoked_at IS NULL');
  const findAccount = async (id: number): Promise<Account | undefined> =>
    asAccount(find.get(id) as AccountRow | undefined);
  return {
    createAccount: (account, actor) => writer.call('createAccount', account, actor),
    changeAccount: (accountId, change) => writer.call('changeAccount', accountId, change),
    findAccount,
    listAccounts: async (afterId, limit) =>
      (list.all(afterId, limit) as AccountRow[]).map((row) => toAccount(row)),
    move: (movement) => writer.call('move', movement),
    ledgerSums: async (accountId, purse) => ledgerSums(db, accountId, purse),
    createKey: (key) => writer.call('createKey', key),
    listKeys: async (accountId) => (keys.all(accountId) as KeyRow[]).map((row) => asKey(row)),
    revokeKey: (accountId, keyId, atMs) => writer.call('revokeKey', accountId, keyId, atMs),
    async findKeyByHash(hash) {
      const row = keyByHash.get(hash) as KeyRow | undefined;
      if (row === undefined) return undefined;
      const account = must(await findAccount(row.account_id), 'account of a key');
      return { key: asKey(row), account };
    },
  };
}

/** In one statement, so that no commit falls between the sums. */
function ledgerSums(db: DatabaseSync, accountId: number, purse: Purse): LedgerSums {
  const balance = purse === 'live' ? 'balance' : 'test_balance';
  return db
    .prepare(`
      SELECT
        (SELECT ${balance} FROM account WHERE id = ?1) AS balance,
        (SELECT coalesce(sum(amount), 0) FROM movement WHERE account_id = ?1 AND purse = ?2)
          AS movements,
        (SELECT coalesce(sum(cost), 0) FROM message WHERE account_id = ?1 AND test = (?2 = 'test'))
          AS costs`)
    .get(accountId, purse) as LedgerSums;
}

function asAccount(row: AccountRow | undefined): Account | undefined {
  return row === undefined ? undefined : toAccount(row);
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    currency: row.currency,
    homeCountry: row.home_country,
    state: row.state,
    balance: row.balance,
    testBalance: row.test_balance,
    createdAtMs: row.created_at,
  };
}

function asKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    bases: row.bases.split(' ') as ApiBase[],
    mode: row.mode,
    prefix: row.prefix,
    label: row.label,
    createdAtMs: row.created_at,
    revokedAtMs: row.revoked_at,
  };
}
