/** Passkeys of people, and the challenges that were answered. */

import { sql } from 'kysely';
import type { AnsweredChallenge } from '#people/passkeys/challenges.ts';
import type { ProvedPasskey } from '#people/passkeys/passkey.ts';
import type { PeopleStore } from '#people/people-store.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, type WriteStep, writeChange } from './database.ts';
import { fields, rowMaker } from './fields.ts';
import { newCodes, withoutFactors } from './second-factors.ts';
import { sessionsEnd } from './sessions.ts';

const passkeyFields = fields(
  'passkey',
  'id user_id credential public_key counter host name created_at used_at',
);

export function passkeyStore(database: Database) {
  return { ...reads(database), ...writes(database) } satisfies Partial<PeopleStore>;
}

function reads(database: Database) {
  const { build } = database;
  return {
    async listPasskeys(userId) {
      const all = build.selectFrom('passkey').select(passkeyFields).orderBy('id');
      return database.read(all.where('user_id', '=', userId));
    },
    async findPasskey(credential) {
      const query = build
        .selectFrom('passkey')
        .select(passkeyFields)
        .where('credential', '=', credential);
      const [row] = await database.read(query);
      return row;
    },
    async countPasskeys() {
      const total = sql<number>`cast(count(*) as bigint)`.as('count');
      const query = build.selectFrom('passkey').select(['host', total]).groupBy('host');
      return (await database.read(query)).map(({ host, count }) => ({ host, count }));
    },
  } satisfies Partial<PeopleStore>;
}

function writes(database: Database) {
  const { build } = database;
  return {
    async addPasskey({ userId, sessionId, ...proved }, author) {
      const { passkey, challenge, recoveryHashes } = proved;
      const insert = build
        .insertInto('passkey')
        .values({ ...passkeyRow(passkey), user_id: userId })
        .onConflict((standing) => standing.column('credential').doNothing());
      const begun = build
        .updateTable('user_session')
        .set({ factors: 'passkey' })
        .where('id', '=', sessionId);
      const details = { passkey: passkey.name };
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.factor-added', target, details };
      const written = await database.write([
        ...challengeTaken(database, challenge, passkey.createdAtMs),
        { query: insert, mustChange: true },
        begun,
        ...(recoveryHashes.length > 0 ? newCodes(database, userId, recoveryHashes) : []),
        sessionsEnd(database, userId, sessionId),
        auditStep(database, author, audited),
      ]);
      return written !== undefined;
    },
    async takeAssertion({ id, counter, challenge, atMs }) {
      const query = build
        .updateTable('passkey')
        .set({ counter, used_at: atMs })
        .where('id', '=', id)
        // Web Authentication §6.1.1: it grows with each signature, or is not kept at all.
        .where('counter', counter === 0 ? '=' : '<', counter);
      const written = await database.write([
        ...challengeTaken(database, challenge, atMs),
        { query, mustChange: true },
      ]);
      return written !== undefined;
    },
    renamePasskey(userId, id, name, author) {
      const query = build
        .updateTable('passkey')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', userId);
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.passkey-named', target, details: { name } };
      return writeChange(database, query, auditStep(database, author, audited));
    },
    removePasskey: (userId, id, exceptSessionId, author) =>
      removePasskey(database, { userId, id, exceptSessionId }, author),
  } satisfies Partial<PeopleStore>;
}

async function removePasskey(
  database: Database,
  { userId, id, exceptSessionId }: { userId: number; id: number; exceptSessionId: number },
  author: Parameters<PeopleStore['removePasskey']>[3],
): ReturnType<PeopleStore['removePasskey']> {
  const { build } = database;
  const own = build.selectFrom('passkey').select('id').where('user_id', '=', userId);
  if ((await database.read(own.where('id', '=', id))).length === 0) return 'not there';
  // Locks the person's row: of two who remove their last two passkeys the second sees the first.
  const lock = build
    .updateTable('dashboard_user')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', userId);
  const password = build
    .selectFrom('dashboard_user')
    .select('id')
    .where('id', '=', userId)
    .where('password_hash', '<>', '');
  const remove = build
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb.exists(password), eb.exists(own.where('id', '<>', id))]));
  const details = { passkey: id };
  const target = targetOf('dashboard_user', userId);
  const audited = { action: 'user.factor-removed', target, details };
  const written = await database.write([
    lock,
    { query: remove, mustChange: true },
    ...withoutFactors(database, userId),
    sessionsEnd(database, userId, exceptSessionId),
    auditStep(database, author, audited),
  ]);
  return written === undefined ? 'last way in' : 'done';
}

/** Of a person who is made by the same commit. */
export function firstPasskey(
  database: Database,
  email: string,
  { passkey, challenge, recoveryHashes }: ProvedPasskey,
): WriteStep[] {
  const { build } = database;
  const user = build.selectFrom('dashboard_user').select('id').where('email', '=', email);
  const values = { ...passkeyRow(passkey), user_id: user };
  const codes = recoveryHashes.map((hash) => ({ user_id: user, hash }));
  return [
    ...challengeTaken(database, challenge, passkey.createdAtMs),
    { query: build.insertInto('passkey').values(values), mustChange: true },
    ...codes.map((code) => build.insertInto('recovery_code').values(code)),
  ];
}

/** Each is good once; those that have ended by themselves are forgotten on the way. */
function challengeTaken(
  { build }: Database,
  { challenge, endsAtMs }: AnsweredChallenge,
  nowMs: number,
): WriteStep[] {
  const insert = build
    .insertInto('used_challenge')
    .values({ challenge, ends_at: endsAtMs })
    .onConflict((standing) => standing.column('challenge').doNothing());
  return [
    build.deleteFrom('used_challenge').where('ends_at', '<=', nowMs),
    { query: insert, mustChange: true },
  ];
}

const passkeyRow = rowMaker('passkey', 'credential public_key counter host name created_at');
