/** Sub-accounts: made, listed and removed. */

import { sql } from 'kysely';
import type { AccountStore } from '#accounts/account-store.ts';
import type { Purse } from '#accounts/ledger.ts';
import type { NewSubAccount } from '#accounts/sub-account-store.ts';
import type { Author } from '#core/author.ts';
import { type Millionths, zero } from '#core/money.ts';
import { accountFields, findAccount } from './accounts.ts';
import { keyRowOf } from './api-keys.ts';
import { moveCredit, moveCreditOnce, transferSteps } from './credit-transfers.ts';
import { type Database, type WriteStep, writeChange } from './database.ts';
import { reserveId } from './ids.ts';
import { balanceOf } from './purses.ts';
import { findReply, rememberReply } from './remembered-replies.ts';
import { settingSteps } from './settings.ts';

export function subAccountStore(database: Database) {
  return {
    async createSubAccount(wanted) {
      const id = await reserveId(database, 'account');
      const made = await database.write(creation(database, wanted, id));
      return made && findAccount(database, id);
    },
    async createSubAccountOnce(wanted, { key, fingerprint, forgottenBeforeMs, chance }) {
      const id = await reserveId(database, 'account');
      const { parent, createdAtMs: atMs } = wanted;
      const remembered = { accountId: parent.id, key, fingerprint, atMs, forgottenBeforeMs };
      const written = await database.write([
        rememberReply(database, { ...remembered, reply: `${id} ${chance}` }),
        ...creation(database, wanted, id),
      ]);
      if (written !== undefined) return { kind: 'created', accountId: id, chance };
      const asked = { accountId: parent.id, key, sinceMs: forgottenBeforeMs };
      const earlier = await findReply(database, asked);
      if (earlier === undefined) return { kind: 'credit is not enough' };
      if (earlier.fingerprint !== fingerprint) return { kind: 'key was used for another request' };
      const [accountId = '', first = ''] = earlier.reply.split(' ');
      return { kind: 'created', accountId: Number(accountId), chance: first };
    },
    async listSubAccounts(parentId, page, pageSize) {
      const standing = database.build
        .selectFrom('account')
        .where('parent_id', '=', parentId)
        .where('removed_at', 'is', null);
      const query = standing
        .select(accountFields)
        .orderBy('id')
        .limit(pageSize)
        .offset((page - 1) * pageSize);
      const count = standing.select(sql<number>`cast(count(*) as bigint)`.as('count'));
      const accounts = await database.read(query);
      const [counted] = await database.read(count);
      return { accounts, total: counted?.count ?? 0 };
    },
    moveCredit: (transfer) => moveCredit(database, transfer),
    moveCreditOnce: (transfer, once) => moveCreditOnce(database, transfer, once),
    removeSubAccount: (parentId, accountId, author) =>
      writeChange(
        database,
        lockAccount(database, parentId),
        ...removal(database, { parentId, accountId, ...author }),
        ...settingSteps(database, author, {
          action: 'sub-account.removed',
          target: `${accountId}`,
          accountId: parentId,
          details: {},
        }),
      ),
  } satisfies Partial<AccountStore>;
}

/** The limits of the key that asked, for the key that is made: a daily budget, a rate. */
function keyLimitsOf(
  { build }: Database,
  { parent, key, underKeyId }: NewSubAccount,
  id: number,
): WriteStep {
  const limits = build
    .selectFrom('limit_exception')
    .innerJoin('api_key', (join) => join.on('api_key.hash', '=', key.hash))
    .select((eb) => [
      eb.val(id).as('account_id'),
      'api_key.id as key_id',
      'limit_exception.rule',
      'limit_exception.max',
      'limit_exception.action',
    ])
    .where('limit_exception.account_id', '=', parent.id)
    .where('limit_exception.key_id', '=', underKeyId ?? 0);
  const columns = ['account_id', 'key_id', 'rule', 'max', 'action'] as const;
  return build.insertInto('limit_exception').columns(columns).expression(limits);
}

function creation(database: Database, wanted: NewSubAccount, id: number): readonly WriteStep[] {
  const { parent, name, email, firstname, lastname, credit, purse, createdAtMs, actor } = wanted;
  const { build } = database;
  const insert = build.insertInto('account').values({
    id,
    name,
    email,
    firstname,
    lastname,
    currency: parent.currency,
    home_country: parent.homeCountry,
    state: 'active',
    balance: zero,
    test_balance: zero,
    created_at: createdAtMs,
    parent_id: parent.id,
  });
  const { key } = wanted;
  const insertKey = build
    .insertInto('api_key')
    .values(keyRowOf({ ...key, accountId: id, createdAtMs }));
  // Nobody vouches for it yet: an administrator may (`account set --trust`).
  const insertPolicy = build.insertInto('account_policy').values({
    account_id: id,
    trust: 'new',
    countries: 'home',
    costly_numbers: 0,
    quiet: 'country',
    marketing: 0,
    refund_undelivered: 0,
  });
  const transfer = {
    parentId: parent.id,
    accountId: id,
    amount: credit,
    direction: 'to sub-account',
    purse,
    actor,
    atMs: createdAtMs,
  } as const;
  return [
    insert,
    insertKey,
    ...(wanted.underKeyId === undefined ? [] : [keyLimitsOf(database, wanted, id)]),
    insertPolicy,
    ...(credit > 0 ? transferSteps(database, transfer) : []),
    ...settingSteps(
      database,
      { actor, atMs: createdAtMs },
      {
        action: 'sub-account.created',
        target: `${id}`,
        accountId: parent.id,
        details: { name, email, credit, purse },
      },
    ),
  ];
}

function lockAccount({ build }: Database, accountId: number) {
  return build
    .updateTable('account')
    .set((eb) => ({ balance: eb.ref('balance') }))
    .where('id', '=', accountId);
}

type Removal = Author & { readonly parentId: number; readonly accountId: number };

/** From the first step on the account's row is held, so that what it has is what is given back. */
function removal(database: Database, wanted: Removal): readonly WriteStep[] {
  const { parentId, accountId, atMs } = wanted;
  const { build } = database;
  const close = build
    .updateTable('account')
    .set({ state: 'disabled', removed_at: atMs })
    .where('id', '=', accountId)
    .where('parent_id', '=', parentId)
    .where('removed_at', 'is', null);
  const revoke = build
    .updateTable('api_key')
    .set({ revoked_at: atMs })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null);
  return [
    { query: close, mustChange: true },
    ...giveBack(database, 'live', wanted),
    ...giveBack(database, 'test', wanted),
    revoke,
  ];
}

function giveBack(
  { build }: Database,
  purse: Purse,
  { parentId, accountId, actor, atMs }: Removal,
): readonly WriteStep[] {
  const column = balanceOf(purse);
  const left = build.selectFrom('account').select(column).where('id', '=', accountId);
  const movement = (of: number, sign: 1 | -1) =>
    build
      .insertInto('movement')
      .columns(['account_id', 'purse', 'kind', 'amount', 'actor', 'at'])
      .expression((eb) =>
        eb
          .selectFrom('account')
          .select([
            eb.val(of).as('account_id'),
            eb.val(purse).as('purse'),
            eb.val('transfer').as('kind'),
            sql<Millionths>`${sql.ref(column)} * ${sql.lit(sign)}`.as('amount'),
            eb.val(actor).as('actor'),
            eb.val(atMs).as('at'),
          ])
          .where('id', '=', accountId)
          .where(column, '<>', zero),
      );
  const credit = build
    .updateTable('account')
    .set(({ eb }) => ({ [column]: eb(column, '+', left) }))
    .where('id', '=', parentId);
  const empty = build
    .updateTable('account')
    .set({ [column]: zero })
    .where('id', '=', accountId);
  return [movement(parentId, 1), movement(accountId, -1), credit, empty];
}
