/** Which accounts administrators see as their people do. */
import type { PeopleStore } from '#people/people-store.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange } from './database.ts';
import { fields, rowMaker } from './fields.ts';
import { viewedAccount } from './people.ts';

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
