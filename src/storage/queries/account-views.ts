/** Which accounts administrators see as their people do. */
import type { AccountViewStore } from '#people/account-view.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange } from './database.ts';
import { viewedAccount } from './people.ts';

export function accountViewStore(database: Database): AccountViewStore {
  const { build } = database;
  return {
    async beginView({ userId, sessionId, accountId, reason, endsAtMs }, author) {
      const row = { session_id: sessionId, account_id: accountId, reason, ends_at: endsAtMs };
      const upsert = build
        .insertInto('account_view')
        .values({ user_id: userId, ...row })
        .onConflict((standing) => standing.column('user_id').doUpdateSet(row));
      const details = { reason, endsAtMs };
      const audited = { action: 'account.viewed', target: `${accountId}`, accountId, details };
      await database.write([{ query: upsert }, auditStep(database, author, audited)]);
    },
    async findView(userId) {
      const query = build.selectFrom('account_view').selectAll().where('user_id', '=', userId);
      const [row] = await database.read(query);
      return (
        row && {
          userId: row.user_id,
          sessionId: row.session_id,
          accountId: row.account_id,
          reason: row.reason,
          endsAtMs: row.ends_at,
        }
      );
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
  };
}
