/** Sessions of people in the dashboard. */
import type { Selectable } from 'kysely';
import { must } from '#core/assert.ts';
import type { SessionStore } from '#people/people-store.ts';
import type { Session } from '#people/session.ts';
import { type Database, type WriteStep, writeChange, writeRow } from './database.ts';
import type { Tables } from './tables.ts';
import { toUser } from './user-rows.ts';

export function sessionStore(database: Database): SessionStore {
  const { build } = database;
  return {
    async createSession(session, max) {
      const insert = build.insertInto('user_session').values(sessionRow(session)).returningAll();
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
      const row = await writeRow(database, insert, { query: forget });
      return toSession(must(row, 'session just made'));
    },
    async findSession(tokenHash) {
      const query = build
        .selectFrom('user_session')
        .selectAll()
        .where('token_hash', '=', tokenHash);
      const [row] = await database.read(query);
      if (row === undefined) return undefined;
      const owner = build
        .selectFrom('dashboard_user')
        .selectAll()
        .where('id', '=', row.user_id)
        .where('state', '=', 'active');
      const [user] = await database.read(owner);
      return user && { session: toSession(row), user: toUser(user) };
    },
    async noteActivity(sessionId, atMs) {
      const query = build
        .updateTable('user_session')
        .set({ active_at: atMs })
        .where('id', '=', sessionId);
      await database.write([{ query }]);
    },
    renewSession(sessionId, { tokenHash, freshUntilMs, atMs }) {
      const renewed = {
        token_hash: tokenHash,
        fresh_until: freshUntilMs,
        active_at: atMs,
      };
      const query = build.updateTable('user_session').set(renewed).where('id', '=', sessionId);
      return writeChange(database, query);
    },
    async listSessions(userId) {
      const query = build
        .selectFrom('user_session')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc');
      return (await database.read(query)).map((row) => toSession(row));
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
  };
}

/** Goes with what makes a person's other sessions unsafe. */
export function sessionsEnd(
  { build }: Database,
  userId: number,
  exceptSessionId: number | undefined,
): WriteStep {
  const all = build.deleteFrom('user_session').where('user_id', '=', userId);
  return { query: exceptSessionId === undefined ? all : all.where('id', '<>', exceptSessionId) };
}

function sessionRow(session: Parameters<SessionStore['createSession']>[0]) {
  const { tokenHash, userId, createdAtMs, activeAtMs, expiresAtMs, freshUntilMs } = session;
  const { factors, address, agent } = session;
  return {
    token_hash: tokenHash,
    user_id: userId,
    created_at: createdAtMs,
    active_at: activeAtMs,
    expires_at: expiresAtMs,
    fresh_until: freshUntilMs,
    factors,
    address,
    agent,
  };
}

function toSession(row: Selectable<Tables['user_session']>): Session {
  return {
    id: row.id,
    userId: row.user_id,
    createdAtMs: row.created_at,
    activeAtMs: row.active_at,
    expiresAtMs: row.expires_at,
    freshUntilMs: row.fresh_until,
    factors: row.factors,
    address: row.address,
    agent: row.agent,
  };
}
