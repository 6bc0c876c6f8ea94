/** SMPP users, their binds, and what query_sm asks of their messages. */

import { sql } from 'kysely';
import type { Account } from '#accounts/account.ts';
import { must } from '#core/assert.ts';
import { recipientSlots } from '#model/ids.ts';
import { testColumnOf } from '#model/key-mode.ts';
import type { CustomerStore } from '#sms/customers/customer-store.ts';
import type { SmppUser, SmppUserSettings } from '#sms/customers/smpp-user.ts';
import { accountFields } from './accounts.ts';
import { auditStep, targetOf, writeRemoval } from './audit.ts';
import { type Database, writeRow } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { settingsChanged } from './settings.ts';

const userNames = 'account_id system_id password_hash mode settings created_at';
const userFields = fields('smpp_user', 'id state', userNames);
const userRow = rowMaker('smpp_user', userNames);
const bindNames = 'user_id process mode address bound_at seen_at';
const bindFields = fields('smpp_bind', 'id', bindNames);
const bindRow = rowMaker('smpp_bind', bindNames);
type UserRow = FieldRow<'smpp_user', typeof userFields>;

export function customerStore(database: Database): CustomerStore {
  return { ...users(database), ...binds(database), ...submitted(database) };
}

function users(database: Database) {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    async listCustomers() {
      const rows = await database.read(
        build.selectFrom('smpp_user').select(userFields).orderBy('id'),
      );
      const theirs = build.selectFrom('smpp_user').select('account_id');
      const parents = build
        .selectFrom('account')
        .select('parent_id')
        .where('id', 'in', theirs)
        .where('parent_id', 'is not', null)
        .$narrowType<{ parent_id: number }>();
      const query = build
        .selectFrom('account')
        .select(accountFields)
        .where((eb) => eb.or([eb('id', 'in', theirs), eb('id', 'in', parents)]));
      const read = await database.read(query);
      const own = new Map(read.map((account) => [account.id, account]));
      const accounts = new Map(read.map((account) => [account.id, asUnder(account, own)]));
      // One that was made between the two reads is seen with the next.
      return rows.flatMap((row) => {
        const account = accounts.get(row.accountId);
        return account === undefined ? [] : [{ user: toUser(row), account }];
      });
    },
    async createSmppUser(user, author) {
      const { accountId, systemId, mode, settings } = user;
      const insert = build
        .insertInto('smpp_user')
        .values({ ...userRow({ ...user, settings: JSON.stringify(settings) }), state: 'active' })
        .onConflict((standing) => standing.column('system_id').doNothing())
        .returning(userFields);
      const details = { mode, ...settings };
      const audited = { action: 'smpp-user.created', target: systemId, accountId, details };
      const audit = auditStep(database, author, audited);
      return asUser(await writeRow(database, insert, audit, changed));
    },
    async changeSmppUser(userId, { passwordHash, state, settings }, author) {
      const update = build
        .updateTable('smpp_user')
        .set((eb) => ({
          password_hash: passwordHash ?? eb.ref('password_hash'),
          state: state ?? eb.ref('state'),
          settings: settings === undefined ? eb.ref('settings') : JSON.stringify(settings),
        }))
        .where('id', '=', userId)
        .returning(userFields);
      const password = passwordHash === undefined ? undefined : 'changed';
      const details = { state, password, ...settings };
      const target = targetOf('smpp_user', userId);
      const audited = { action: 'smpp-user.changed', target, details };
      const audit = auditStep(database, author, audited);
      return asUser(await writeRow(database, update, audit, changed));
    },
    removeSmppUser(userId, author) {
      const remove = build.deleteFrom('smpp_user').where('id', '=', userId);
      const target = targetOf('smpp_user', userId);
      const audited = { action: 'smpp-user.removed', target, details: {} };
      return writeRemoval(database, auditStep(database, author, audited), remove, changed);
    },
  } satisfies Partial<CustomerStore>;
}

function binds(database: Database) {
  const { build } = database;
  return {
    async openBind(bind, { max, seenSinceMs }) {
      const { userId } = bind;
      // Locks the user's row: of two processes the second counts after the first has committed.
      const lock = build
        .updateTable('smpp_user')
        .set((eb) => ({ state: eb.ref('state') }))
        .where('id', '=', userId);
      const forget = build
        .deleteFrom('smpp_bind')
        .where('user_id', '=', userId)
        .where('seen_at', '<', seenSinceMs);
      const insert = build.insertInto('smpp_bind').values(bindRow(bind)).returning('id');
      const count = build
        .selectFrom('smpp_bind')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId);
      const fits = lock.where(count, '<=', max);
      const written = await database.write([
        { query: lock, mustChange: true },
        forget,
        { query: insert, mustChange: true },
        { query: fits, mustChange: true },
      ]);
      if (written === undefined) return undefined;
      return (must(written[2]?.rows[0], 'bind just made') as { readonly id: number }).id;
    },
    async seeBinds(seen) {
      const rows = seen.map(({ id, ...bind }) => ({ id, ...bindRow(bind) }));
      const upsert = build
        .insertInto('smpp_bind')
        .values(rows)
        .onConflict((standing) =>
          standing
            .column('id')
            .doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at') }))
            .whereRef('smpp_bind.process', '=', 'excluded.process'),
        );
      await database.write([upsert]);
    },
    async closeBind(bindId) {
      await database.write([build.deleteFrom('smpp_bind').where('id', '=', bindId)]);
    },
    async forgetBinds(process) {
      const all = build.deleteFrom('smpp_bind');
      await database.write([process === undefined ? all : all.where('process', '=', process)]);
    },
    listBinds: (seenSinceMs) =>
      database.read(
        build
          .selectFrom('smpp_bind')
          .select(bindFields)
          .where('seen_at', '>=', seenSinceMs)
          .orderBy('id'),
      ),
  } satisfies Partial<CustomerStore>;
}

function submitted(database: Database) {
  const { build } = database;
  return {
    findRecipients: ({ accountId, mode, messageId, limit }) =>
      database.read(
        build
          .selectFrom('recipient')
          .select(['state', 'reason', 'changed_at as changedAtMs'])
          .where('id', '>=', messageId * recipientSlots)
          .where('id', '<', (messageId + 1) * recipientSlots)
          .where((eb) =>
            eb.exists(
              eb
                .selectFrom('message')
                .select(sql<number>`1`.as('one'))
                .where('id', '=', messageId)
                .where('account_id', '=', accountId)
                .where('test', '=', testColumnOf({ mode })),
            ),
          )
          .orderBy('id')
          .limit(limit),
      ),
  } satisfies Partial<CustomerStore>;
}

function asUser(row: UserRow | undefined): SmppUser | undefined {
  return row === undefined ? undefined : toUser(row);
}

function toUser(row: UserRow): SmppUser {
  return { ...row, settings: JSON.parse(row.settings) as SmppUserSettings };
}

/** A sub-account can do no more than its parent. */
function asUnder(account: Account, all: ReadonlyMap<number, Account>): Account {
  const parent = account.parentId === null ? undefined : all.get(account.parentId);
  return parent === undefined || parent.state === 'active'
    ? account
    : { ...account, state: parent.state };
}
