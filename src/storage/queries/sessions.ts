import { must } from '#core/assert.ts';
import type { PeopleStore } from '#people/people-store.ts';
import { type Database, type WriteStep, writeChange, writeRow } from './database.ts';
import { fields, rowMaker } from './fields.ts';
import { toUser, userFields } from './user-rows.ts';

const sessionNames = 'user_id created_at active_at expires_at fresh_until factors address agent';
const sessionFields = fields('user_session', 'id', sessionNames);
const sessionRow = rowMaker('user_session', 'token_hash', sessionNames);

export function sessionStore(database: Database) {
  const { build } = database;
  return {
    async createSession(session, max) {
      const insert = build
        .insertInto('user_session')
        .values(sessionRow(session))
        .returning(sessionFields);
      const newest = build
        .selectFrom('user_session')
        .select('id')
        .where('user_id', '=', session.userId)
        .orderBy('id', 'desc')
        .limit(max);
      const forget = build
        .deleteFrom('user_session')
        .where('user_id', '=', session.userId)
        .where('id', 'not in', newest);
      const row = await writeRow(database, insert, forget);
      return must(row, 'session just made');
    },
    async findSession(tokenHash) {
      const query = build
        .selectFrom('user_session')
        .select(sessionFields)
        .where('token_hash', '=', tokenHash);
      const [row] = await database.read(query);
      if (row === undefined) return undefined;
      const owner = build
        .selectFrom('dashboard_user')
        .select(userFields)
        .where('id', '=', row.userId)
        .where('state', '=', 'active');
      const [user] = await database.read(owner);
      return user && { session: row, user: toUser(user) };
    },
    async noteActivity(sessionId, atMs) {
      const query = build
        .updateTable('user_session')
        .set({ active_at: atMs })
        .where('id', '=', sessionId);
      await database.write([query]);
    },
    renewSession(sessionId, { tokenHash, freshUntilMs, atMs }) {
      const renewed = { token_hash: tokenHash, fresh_until: freshUntilMs, active_at: atMs };
      const query = build.updateTable('user_session').set(renewed).where('id', '=', sessionId);
      return writeChange(database, query);
    },
    async listSessions(userId) {
      const query = build
        .selectFrom('user_session')
        .select(sessionFields)
        .where('user_id', '=', userId)
        .orderBy('id', 'desc');
      return database.read(query);
    },
    endSession(userId, sessionId) {
      const query = build
        .deleteFrom('user_session')
        .where('id', '=', sessionId)
        .where('user_id', '=', userId);
      return writeChange(database, query);
    },
    async endSessions(userId, exceptSessionId) {
      const written = await database.write([sessionsEnd(database, userId, exceptSessionId)]);
      return written?.[0]?.changes ?? 0;
    },
  } satisfies Partial<PeopleStore>;
}

/** Goes with what makes a person's other sessions unsafe. */
export function sessionsEnd(
  { build }: Database,
  userId: number,
  exceptSessionId: number | undefined,
): WriteStep {
  const all = build.deleteFrom('user_session').where('user_id', '=', userId);
  return exceptSessionId === undefined ? all : all.where('id', '<>', exceptSessionId);
}
