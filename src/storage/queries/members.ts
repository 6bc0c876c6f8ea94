/** Who belongs to an account, and the links that let people in. */

import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import type { PeopleStore, UserLink } from '#people/people-store.ts';
import type { NewUser } from '#people/user.ts';
import { addressChangeEnds } from './address-changes.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, type WriteStep, writeChange } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { firstPasskey } from './passkeys.ts';
import { sessionsEnd } from './sessions.ts';
import { newUserRow, toUser, type UserRow, userFields } from './user-rows.ts';

export function memberStore(database: Database) {
  return {
    ...members(database),
    ...links(database),
    ...joining(database),
    ...users(database),
  } satisfies Partial<PeopleStore>;
}

function members(database: Database) {
  const { build } = database;
  return {
    async listMembers(accountId, limit) {
      const query = build
        .selectFrom('membership')
        .innerJoin('dashboard_user as user', 'user.id', 'membership.user_id')
        .select(['user.id as userId', 'user.email', 'user.name', 'user.state'])
        .select(['membership.role', 'user.totp_secret as secret'])
        .select((eb) =>
          eb
            .selectFrom('passkey')
            .select(({ fn }) => fn.max('passkey.id').as('id'))
            .whereRef('passkey.user_id', '=', 'user.id')
            .as('passkey'),
        )
        .select((eb) =>
          eb
            .selectFrom('user_session')
            .select(({ fn }) => fn.max('active_at').as('at'))
            .whereRef('user_session.user_id', '=', 'user.id')
            .as('activeAtMs'),
        )
        .where('membership.account_id', '=', accountId)
        .orderBy('membership.user_id')
        .limit(limit);
      return (await database.read(query)).map(({ secret, passkey, ...member }) => ({
        ...member,
        hasSecondFactor: secret !== null || passkey !== null,
      }));
    },
    setRole: setRole(database),
  } satisfies Partial<PeopleStore>;
}

function setRole(database: Database): PeopleStore['setRole'] {
  const { build } = database;
  return async (accountId, userId, role, author) => {
    const standing = build
      .selectFrom('membership')
      .select('role')
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId);
    const [row] = await database.read(standing);
    if (row === undefined) return 'not there';
    const others = build
      .selectFrom('membership as other')
      .select('other.user_id')
      .where('other.account_id', '=', accountId)
      .where('other.role', '=', 'owner')
      .where('other.user_id', '<>', userId);
    const target = targetOf('dashboard_user', userId);
    const audited = { action: 'member.set', target, accountId, details: { role } };
    // Locks the account's row: of two who take the owner's role away the second sees the first.
    const lock = build
      .updateTable('account')
      .set((eb) => ({ state: eb.ref('state') }))
      .where('id', '=', accountId);
    const change = build
      .updateTable('membership')
      .set({ role: role ?? 'viewer' })
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId);
    const allowed = role === 'owner' ? change : change.where((eb) => eb.exists(others));
    const remove = build
      .deleteFrom('membership')
      .where('account_id', '=', accountId)
      .where('user_id', '=', userId);
    const written = await database.write([
      lock,
      { query: row.role === 'owner' ? allowed : change, mustChange: true },
      ...(role === null ? [remove] : []),
      auditStep(database, author, audited),
    ]);
    return written === undefined ? 'last owner' : 'done';
  };
}

function links(database: Database) {
  const { build } = database;
  return {
    async saveLink(link, author) {
      const place = link.kind === 'invitation' ? link.place : undefined;
      const before = build
        .deleteFrom('user_link')
        .where('email', '=', link.email)
        .where('kind', '=', link.kind)
        .where('account_id', place === undefined ? 'is' : '=', place?.accountId ?? null);
      await database.write([
        before,
        build.insertInto('user_link').values(linkRow(link)),
        auditStep(database, author, {
          action: linkActions[link.kind],
          target: link.email,
          accountId: place?.accountId,
          details: { role: place?.role },
        }),
      ]);
    },
    async findLink(hash) {
      const query = build.selectFrom('user_link').select(linkFields).where('hash', '=', hash);
      const [row] = await database.read(query);
      return row && toLink(row);
    },
    async listInvitations(accountId, nowMs) {
      const query = build
        .selectFrom('user_link')
        .select(linkFields)
        .where('account_id', '=', accountId)
        .where('ends_at', '>', nowMs)
        .orderBy('created_at', 'desc')
        .limit(invitationsMax);
      return (await database.read(query)).map((row) => toLink(row));
    },
    removeInvitation(accountId, email, author) {
      const query = build
        .deleteFrom('user_link')
        .where('account_id', '=', accountId)
        .where('email', '=', email);
      const audited = { action: 'member.uninvited', target: email, accountId, details: {} };
      return writeChange(database, query, auditStep(database, author, audited));
    },
  } satisfies Partial<PeopleStore>;
}

const linkActions: Readonly<Record<UserLink['kind'], string>> = {
  invitation: 'member.invited',
  reset: 'user.reset-made',
  password: 'user.password-link-made',
};

const invitationsMax = 200;

function joining(database: Database) {
  const { build } = database;
  return {
    joinAsNew: (link, user) => joinAsNew(database, link, user),
    async join(link, userId, author) {
      const rights =
        link.kind === 'invitation' && link.isAdministrator
          ? [build.updateTable('dashboard_user').set({ administrator: 1 }).where('id', '=', userId)]
          : [];
      const written = await database.write([
        linkTaken(database, link),
        ...rights,
        ...membershipOf(database, link, author),
      ]);
      return written !== undefined;
    },
    async reset(link, userId, passwordHash, author) {
      const query = build
        .updateTable('dashboard_user')
        .set({ password_hash: passwordHash, totp_secret: null, totp_step: 0 })
        .where('id', '=', userId);
      const codes = build.deleteFrom('recovery_code').where('user_id', '=', userId);
      const passkeys = build.deleteFrom('passkey').where('user_id', '=', userId);
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.reset', target, details: {} };
      const written = await database.write([
        linkTaken(database, link),
        { query, mustChange: true },
        codes,
        passkeys,
        sessionsEnd(database, userId, undefined),
        addressChangeEnds(database, userId),
        auditStep(database, author, audited),
      ]);
      return written !== undefined;
    },
    async setPassword(link, userId, passwordHash, author) {
      const query = build
        .updateTable('dashboard_user')
        .set({ password_hash: passwordHash })
        .where('id', '=', userId)
        .where('state', '=', 'active');
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.password-set', target, details: {} };
      const written = await database.write([
        linkTaken(database, link),
        { query, mustChange: true },
        sessionsEnd(database, userId, undefined),
        addressChangeEnds(database, userId),
        auditStep(database, author, audited),
      ]);
      return written !== undefined;
    },
  } satisfies Partial<PeopleStore>;
}

async function joinAsNew(database: Database, link: UserLink, user: NewUser) {
  const { email, name, passwordHash, passkey, createdAtMs } = user;
  const isAdministrator = link.kind === 'invitation' && link.isAdministrator;
  const insert = database.build
    .insertInto('dashboard_user')
    .values(newUserRow({ email, name, passwordHash, createdAtMs, isAdministrator }))
    .onConflict((standing) => standing.column('email').doNothing())
    .returning(userFields);
  const author = { actor: email, atMs: createdAtMs };
  const created = { action: 'user.created', target: email, details: {} };
  const written = await database.write([
    linkTaken(database, link),
    { query: insert, mustChange: true },
    ...(passkey === undefined ? [] : firstPasskey(database, email, passkey)),
    ...membershipOf(database, link, author),
    auditStep(database, author, created),
  ]);
  const row = written?.[1]?.rows[0] as UserRow | undefined;
  return row && toUser(row);
}

/** A link lets one in once. */
function linkTaken({ build }: Database, { hash }: UserLink): WriteStep {
  return { query: build.deleteFrom('user_link').where('hash', '=', hash), mustChange: true };
}

function membershipOf(database: Database, link: UserLink, author: Author): WriteStep[] {
  if (link.kind !== 'invitation' || link.place === undefined) return [];
  const { accountId, role } = link.place;
  const { build } = database;
  const query = build
    .insertInto('membership')
    .columns(['user_id', 'account_id', 'role', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('dashboard_user')
        .innerJoin('account', (join) => join.on('account.id', '=', accountId))
        .select(['dashboard_user.id as user_id', 'account.id as account_id'])
        .select(sql<typeof role>`cast(${role} as text)`.as('role'))
        .select(sql<number>`cast(${author.atMs} as bigint)`.as('created_at'))
        .where('dashboard_user.email', '=', link.email),
    )
    .onConflict((standing) => standing.columns(['user_id', 'account_id']).doUpdateSet({ role }));
  const audited = { action: 'member.joined', target: link.email, accountId, details: { role } };
  return [query, auditStep(database, author, audited)];
}

function users(database: Database) {
  const { build } = database;
  return {
    async listUsers() {
      const query = build.selectFrom('dashboard_user').select(userFields).orderBy('id');
      return (await database.read(query)).map((row) => toUser(row));
    },
    setUserState(userId, state, author) {
      const query = build.updateTable('dashboard_user').set({ state }).where('id', '=', userId);
      const ends =
        state === 'disabled'
          ? [sessionsEnd(database, userId, undefined), addressChangeEnds(database, userId)]
          : [];
      const target = targetOf('dashboard_user', userId);
      const audited = { action: `user.${state}`, target, details: {} };
      return writeChange(database, query, ...ends, auditStep(database, author, audited));
    },
  } satisfies Partial<PeopleStore>;
}

const linkNames =
  'hash kind email account_id role administrator:isAdministrator created_at ends_at';
const linkFields = fields('user_link', linkNames);
const savedRow = rowMaker('user_link', linkNames);

function linkRow(link: UserLink) {
  const { place, isAdministrator } =
    link.kind === 'invitation' ? link : { place: undefined, isAdministrator: false };
  const { accountId = null, role = null } = place ?? {};
  return savedRow({ ...link, accountId, role, isAdministrator });
}

function toLink(row: FieldRow<'user_link', typeof linkFields>): UserLink {
  const { kind, accountId, role, isAdministrator, ...link } = row;
  if (kind !== 'invitation') return { ...link, kind };
  return {
    ...link,
    kind,
    isAdministrator: isAdministrator === 1,
    place: accountId === null ? undefined : { accountId, role: must(role, 'role of a link') },
  };
}
