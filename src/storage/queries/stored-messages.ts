/** What was received last, for whoever has to tell a repeat from a new message after a crash. */

import { sql } from 'kysely';
import type { InboundStore } from '#sms/inbound/inbound-store.ts';
import type { Database } from './database.ts';
import { settingStore } from './settings.ts';

const answeredUntil = 'inbound.answered-until';

export function storedMessages(database: Database) {
  const { build } = database;
  const settings = settingStore(database);
  return {
    async newestMessages(operatorId, sinceMs, newest) {
      const last = build
        .selectFrom('inbound_message')
        .select(sql<number>`coalesce(max(id), 0) - ${sql.lit(newest)}`.as('id'));
      const query = build
        .selectFrom('inbound_message')
        .select([
          'operator_id as operatorId',
          'sender',
          'receiver',
          'data_coding as dataCoding',
          'octets',
          'received_at as receivedAtMs',
        ])
        .where('id', '>', last)
        .where('operator_id', '=', operatorId)
        .where('received_at', '>=', sinceMs)
        .where('parts_total', '=', 1);
      return database.read(query);
    },
    async answeredUntilMs() {
      return Number((await settings.findSetting(answeredUntil)) ?? 0);
    },
    saveAnsweredUntil: (atMs) => settings.saveSetting(answeredUntil, String(atMs)),
  } satisfies Partial<InboundStore>;
}
