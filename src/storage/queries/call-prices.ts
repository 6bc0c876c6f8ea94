/** What calls cost. */
import type { CallStore } from '#numbers/calls/call-record.ts';
import { type Database, writeChange } from './database.ts';
import { settingSteps } from './settings.ts';

export function callPrices(database: Database) {
  const { build } = database;
  return {
    listCallPrices: () =>
      database.read(
        build
          .selectFrom('call_price')
          .select(['account_id as accountId', 'prefix', 'per_minute as perMinute'])
          .select(['first_s as firstS', 'next_s as nextS'])
          .orderBy('prefix')
          .orderBy('account_id'),
      ),
    async setCallPrice({ accountId, prefix, perMinute, firstS, nextS }, author) {
      const row = { per_minute: perMinute, first_s: firstS, next_s: nextS };
      const upsert = build
        .insertInto('call_price')
        .values({ account_id: accountId, prefix, ...row })
        .onConflict((standing) => standing.columns(['account_id', 'prefix']).doUpdateSet(row));
      const audited = { action: 'call-price.set', target: prefix, details: { accountId, ...row } };
      await database.write([upsert, ...settingSteps(database, author, audited)]);
    },
    removeCallPrice({ accountId, prefix }, author) {
      const remove = build
        .deleteFrom('call_price')
        .where('account_id', '=', accountId)
        .where('prefix', '=', prefix);
      const audited = { action: 'call-price.remove', target: prefix, details: { accountId } };
      return writeChange(database, remove, ...settingSteps(database, author, audited));
    },
  } satisfies Partial<CallStore>;
}
