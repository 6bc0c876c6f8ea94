/** Second factors of people, and their recovery codes. */

import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { PeopleStore } from '#people/people-store.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, type WriteStep, writeChange } from './database.ts';
import { sessionsEnd } from './sessions.ts';

export function factorStore(database: Database) {
  return { ...totp(database), ...recoveryCodes(database) } satisfies Partial<PeopleStore>;
}

function totp(database: Database) {
  const { build } = database;
  return {
    async findTotp(userId) {
      const query = build
        .selectFrom('dashboard_user')
        .select(['totp_secret', 'totp_step'])
        .where('id', '=', userId);
      const [row] = await database.read(query);
      if (row === undefined || row.totp_secret === null) return undefined;
      return { sealedSecret: row.totp_secret, lastStep: row.totp_step };
    },
    async saveTotp({ userId, sealedSecret, step, recoveryHashes, sessionId }, author) {
      const query = build
        .updateTable('dashboard_user')
        .set({ totp_secret: sealedSecret, totp_step: step })
        .where('id', '=', userId);
      const proved = build
        .updateTable('user_session')
        .set({ factors: 'password code' })
        .where('id', '=', sessionId)
        .where('factors', '=', 'password');
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.factor-added', target, details: {} };
      await database.write([
        { query, mustChange: true },
        proved,
        ...(recoveryHashes.length > 0 ? newCodes(database, userId, recoveryHashes) : []),
        sessionsEnd(database, userId, sessionId),
        auditStep(database, author, audited),
      ]);
    },
    removeTotp(userId, exceptSessionId, author) {
      const query = build
        .updateTable('dashboard_user')
        .set({ totp_secret: null, totp_step: 0 })
        .where('id', '=', userId)
        .where('totp_secret', 'is not', null);
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.factor-removed', target, details: {} };
      return writeChange(
        database,
        query,
        ...withoutFactors(database, userId),
        sessionsEnd(database, userId, exceptSessionId),
        auditStep(database, author, audited),
      );
    },
    takeStep(userId, step) {
      const query = build
        .updateTable('dashboard_user')
        .set({ totp_step: step })
        .where('id', '=', userId)
        .where('totp_step', '<', step);
      return writeChange(database, query);
    },
  } satisfies Partial<PeopleStore>;
}

function recoveryCodes(database: Database) {
  const { build } = database;
  return {
    takeRecoveryCode(userId, hash) {
      const query = build
        .deleteFrom('recovery_code')
        .where('user_id', '=', userId)
        .where('hash', '=', hash);
      return writeChange(database, query);
    },
    async countRecoveryCodes(userId) {
      const query = build
        .selectFrom('recovery_code')
        .select(sql<number>`cast(count(*) as bigint)`.as('count'))
        .where('user_id', '=', userId);
      const [row] = await database.read(query);
      return must(row, 'count').count;
    },
    async replaceRecoveryCodes(userId, hashes, author) {
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.codes-renewed', target, details: {} };
      const audit = auditStep(database, author, audited);
      await database.write([...newCodes(database, userId, hashes), audit]);
    },
  } satisfies Partial<PeopleStore>;
}

/** After a factor was removed: where none is left, codes go and sessions were begun by one factor. */
export function withoutFactors({ build }: Database, userId: number): WriteStep[] {
  const app = build
    .selectFrom('dashboard_user')
    .select('id')
    .where('id', '=', userId)
    .where('totp_secret', 'is not', null);
  const passkeys = build.selectFrom('passkey').select('id').where('user_id', '=', userId);
  const codes = build
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where((eb) => eb.not(eb.or([eb.exists(app), eb.exists(passkeys)])));
  const weaker = build
    .updateTable('user_session')
    .set({ factors: 'password' })
    .where('user_id', '=', userId)
    .where((eb) => eb.not(eb.or([eb.exists(app), eb.exists(passkeys)])));
  return [codes, weaker];
}

/** In place of all before. */
export function newCodes(
  { build }: Database,
  userId: number,
  hashes: readonly string[],
): WriteStep[] {
  const forget = build.deleteFrom('recovery_code').where('user_id', '=', userId);
  const rows = hashes.map((hash) => ({ user_id: userId, hash }));
  if (rows.length === 0) return [forget];
  return [forget, build.insertInto('recovery_code').values(rows)];
}
