/** What accounts have spent by the hour: what accepts have added up, without what was given back. */

import { sql } from 'kysely';
import type { AccountStore } from '#accounts/account-store.ts';
import type { SpendingWish } from '#accounts/spending-store.ts';
import type { Millionths } from '#core/money.ts';
import type { Database } from './database.ts';

export function spendingStore(database: Database) {
  return {
    async listSpentHours(wish) {
      const hours = spent(database, wish).unionAll(givenBack(database, wish)).as('hours');
      const query = database.build
        .selectFrom(hours)
        .select([
          'startsAtMs',
          'product',
          sql<Millionths>`cast(sum(cost) as bigint)`.as('cost'),
          sql<number>`cast(sum(parts) as bigint)`.as('parts'),
        ])
        .groupBy(['startsAtMs', 'product'])
        .orderBy('startsAtMs')
        .orderBy('product');
      return database.read(query);
    },
  } satisfies Partial<AccountStore>;
}

function spent({ build }: Database, { accountId, purse, fromMs, untilMs }: SpendingWish) {
  return build
    .selectFrom('spent_hour')
    .select(['starts_at as startsAtMs', 'product', 'cost', 'parts'])
    .where('account_id', '=', accountId)
    .where('purse', '=', purse)
    .where('starts_at', '>=', fromMs)
    .where('starts_at', '<', untilMs);
}

function givenBack({ build }: Database, { accountId, purse, fromMs, untilMs }: SpendingWish) {
  return build
    .selectFrom('movement')
    .select([
      sql<number>`at - at % 3600000`.as('startsAtMs'),
      sql<'sms' | 'email'>`CASE kind WHEN 'refund' THEN 'sms' ELSE 'email' END`.as('product'),
      sql<Millionths>`-amount`.as('cost'),
      sql<number>`0`.as('parts'),
    ])
    .where('account_id', '=', accountId)
    .where('purse', '=', purse)
    .where('at', '>=', fromMs)
    .where('at', '<', untilMs)
    .where('kind', 'in', ['refund', 'email refund']);
}
