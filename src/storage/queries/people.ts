/** People of the dashboard and what they are in which account. */
import { type Compilable, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Role } from '#core/permissions.ts';
import type { PeopleStore } from '#people/people-store.ts';
import type { OwnAccount, User } from '#people/user.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { fields, rowMaker } from './fields.ts';
import { firstPasskey } from './passkeys.ts';
import { sessionsEnd } from './sessions.ts';
import { newUserRow, toUser, type UserRow, userFields } from './user-rows.ts';

export function peopleStore(database: Database): Users & Places {
  return { ...users(database), ...places(database) };
}

type Users = Pick<
  PeopleStore,
  'createFirstUser' | 'countUsers' | 'findUser' | 'findUserByEmail' | 'changeUser' | 'replaceHash'
>;

type Places = Pick<PeopleStore, 'accountsOf' | 'findOwnAccount' | 'roleIn'>;

function users(database: Database) {
  const { build } = database;
  return {
    createFirstUser: (user, invitation) => createFirstUser(database, user, invitation),
    async countUsers() {
      const count = sql<number>`cast(count(*) as bigint)`.as('count');
      const [row] = await database.read(build.selectFrom('dashboard_user').select(count));
      return must(row, 'count').count;
    },
    async findUser(userId) {
      const query = build.selectFrom('dashboard_user').select(userFields).where('id', '=', userId);
      const [row] = await database.read(query);
      return row && toUser(row);
    },
    async findUserByEmail(email) {
      const query = build
        .selectFrom('dashboard_user')
        .select(userFields)
        .where('email', '=', email);
      const [row] = await database.read(query.select('password_hash as passwordHash'));
      if (row === undefined) return undefined;
      const { passwordHash, ...user } = row;
      return { user: toUser(user), passwordHash };
    },
    async changeUser(userId, { name, language, password }, author) {
      const update = build
        .updateTable('dashboard_user')
        .set((eb) => ({
          name: name ?? eb.ref('name'),
          language: language === undefined ? eb.ref('language') : language,
          password_hash: password?.hash ?? eb.ref('password_hash'),
        }))
        .where('id', '=', userId)
        .returning(userFields);
      const details = { name, language, password: password && 'changed' };
      const audit = { action: 'user.changed', target: targetOf('dashboard_user', userId), details };
      const ends =
        password === undefined ? [] : [sessionsEnd(database, userId, password.exceptSessionId)];
      const row = await writeRow(database, update, ...ends, auditStep(database, author, audit));
      return row && toUser(row);
    },
    async replaceHash(userId, before, hash) {
      const query = build
        .updateTable('dashboard_user')
        .set({ password_hash: hash })
        .where('id', '=', userId)
        .where('password_hash', '=', before);
      await database.write([query]);
    },
  } satisfies Partial<PeopleStore>;
}

async function createFirstUser(
  database: Database,
  {
    email,
    name,
    passwordHash,
    passkey,
    createdAtMs,
  }: Parameters<PeopleStore['createFirstUser']>[0],
  invitation: Parameters<PeopleStore['createFirstUser']>[1],
): Promise<User | undefined> {
  const { build } = database;
  const taken = build
    .deleteFrom('setting')
    .where('name', '=', invitation.name)
    .where('value', '=', invitation.value);
  const insert = build
    .insertInto('dashboard_user')
    .values(newUserRow({ email, name, passwordHash, createdAtMs, isAdministrator: true }))
    .returning(userFields);
  const owned = build
    .insertInto('membership')
    .columns(['user_id', 'account_id', 'role', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('account')
        .innerJoin('dashboard_user', (join) => join.on('dashboard_user.email', '=', email))
        .select(['dashboard_user.id as user_id', 'account.id as account_id'])
        .select(sql<'owner'>`cast('owner' as text)`.as('role'))
        .select('dashboard_user.created_at as created_at')
        .where('account.parent_id', 'is', null)
        .where('account.removed_at', 'is', null),
    );
  const author = { actor: email, atMs: createdAtMs };
  const details = { administrator: true };
  const audit = auditStep(database, author, { action: 'user.created', target: email, details });
  const written = await database.write([
    { query: taken, mustChange: true },
    { query: insert, mustChange: true },
    ...(passkey === undefined ? [] : firstPasskey(database, email, passkey)),
    owned,
    audit,
  ]);
  const row = written?.[1]?.rows[0] as UserRow | undefined;
  return row && toUser(row);
}

const ownFields = fields('account', 'id name currency home_country state parent_id');

function places(database: Database) {
  const { build } = database;
  return {
    async accountsOf(userId) {
      const theirs = build
        .selectFrom('membership')
        .select('account_id')
        .where('user_id', '=', userId);
      const query = seen(database, userId).where('account.id', 'in', theirs).orderBy('account.id');
      return (await database.read(query)).flatMap((row) => toOwnAccount(row) ?? []);
    },
    async findOwnAccount(userId, accountId) {
      const query = seen(database, userId).where('account.id', '=', accountId);
      const [row] = await database.read(query);
      return row && toOwnAccount(row);
    },
    async roleIn(userId, accountId) {
      const query = seen(database, userId).where('account.id', '=', accountId);
      const [row] = await database.read(query);
      return row && roleOf(row);
    },
  } satisfies Partial<PeopleStore>;
}

/** As somebody sees it who is no member. */
async function viewedAccount(
  database: Database,
  accountId: number,
): Promise<OwnAccount | undefined> {
  const nobody = 0;
  const query = seen(database, nobody).where('account.id', '=', accountId);
  const [row] = await database.read(query);
  return row && toOwnAccount({ ...row, own: 'viewer' });
}

/** Accounts with what the person is there, and in the account above. */
function seen({ build }: Database, userId: number) {
  return build
    .selectFrom('account')
    .leftJoin('membership as own', (join) =>
      join.onRef('own.account_id', '=', 'account.id').on('own.user_id', '=', userId),
    )
    .leftJoin('membership as above', (join) =>
      join.onRef('above.account_id', '=', 'account.parent_id').on('above.user_id', '=', userId),
    )
    .select(ownFields)
    .select(['own.role as own', 'above.role as above'])
    .select((eb) =>
      eb
        .selectFrom('api_key')
        .select('api_key.id')
        .whereRef('api_key.account_id', '=', 'account.id')
        .where('api_key.mode', '=', 'live')
        .where('api_key.revoked_at', 'is', null)
        .where((key) =>
          key.or([
            key('api_key.expires_at', 'is', null),
            key('api_key.expires_at', '>', sql<number>`now_ms()`),
          ]),
        )
        .limit(1)
        .as('liveKey'),
    )
    .where('account.removed_at', 'is', null);
}

type SeenRow = CompiledRow<ReturnType<typeof seen>>;

type CompiledRow<Query> = Query extends Compilable<infer Row> ? Row : never;

/** Owners see what the accounts under theirs spend, not what those write. */
function roleOf({ own, above }: Pick<SeenRow, 'own' | 'above'>): Role | undefined {
  return own ?? (above === 'owner' ? 'billing' : undefined);
}

function toOwnAccount(row: SeenRow): OwnAccount | undefined {
  const role = roleOf(row);
  if (role === undefined) return undefined;
  const { own: _own, above: _above, liveKey, ...account } = row;
  return { ...account, mode: liveKey === null ? 'test' : 'live', role };
}

/** Which accounts administrators see as their people do. */
const viewNames = 'session_id account_id reason ends_at';
const viewFields = fields('account_view', 'user_id', viewNames);
const viewRow = rowMaker('account_view', viewNames);

export function accountViewStore(database: Database) {
  const { build } = database;
  return {
    async beginView({ userId, sessionId, accountId, reason, endsAtMs }, author) {
      const row = viewRow({ sessionId, accountId, reason, endsAtMs });
      const upsert = build
        .insertInto('account_view')
        .values({ user_id: userId, ...row })
        .onConflict((standing) => standing.column('user_id').doUpdateSet(row));
      const details = { reason, endsAtMs };
      const audited = { action: 'account.viewed', target: `${accountId}`, accountId, details };
      await database.write([upsert, auditStep(database, author, audited)]);
    },
    async findView(userId) {
      const query = build.selectFrom('account_view').select(viewFields);
      const [row] = await database.read(query.where('user_id', '=', userId));
      return row;
    },
    async endView(userId, author) {
      const [standing] = await database.read(
        build.selectFrom('account_view').select('account_id').where('user_id', '=', userId),
      );
      if (standing === undefined) return false;
      const { account_id: accountId } = standing;
      const remove = build.deleteFrom('account_view').where('user_id', '=', userId);
      const audited = { action: 'account.view-ended', target: `${accountId}`, accountId };
      return writeChange(
        database,
        remove,
        auditStep(database, author, { ...audited, details: {} }),
      );
    },
    findViewed: (accountId) => viewedAccount(database, accountId),
  } satisfies Partial<PeopleStore>;
}
