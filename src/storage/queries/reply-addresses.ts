/** Where replies go: to the URL that a request wants, and to the account that wrote on a test phone. */
import { sql } from 'kysely';
import type { HandsetTextStore } from '#sms/inbound/handset-text.ts';
import type { ReplyAddressStore } from '#sms/inbound/reply-address-store.ts';
import { type Database, writeRow } from './database.ts';

export function replyAddressStore(database: Database): ReplyAddressStore {
  return {
    async keepReplyAddress({ messageId, url, endpointId }) {
      const query = database.build
        .insertInto('reply_address')
        .values({ message_id: messageId, url, endpoint_id: endpointId });
      await database.write([{ query }]);
    },
  };
}

export function handsetTextStore(database: Database): HandsetTextStore {
  const { build } = database;
  return {
    async noteText({ mark, accountId, messageId, writtenAtMs }, keptMax) {
      const row = { mark, account_id: accountId, message_id: messageId, written_at: writtenAtMs };
      const bound = sql<number>`(select max(id) - ${keptMax} from handset_text)`;
      await database.write([
        { query: build.insertInto('handset_text').values(row) },
        { query: build.deleteFrom('handset_text').where('id', '<=', bound) },
      ]);
    },
    async takeText(mark, sinceMs) {
      const oldest = build
        .selectFrom('handset_text')
        .select('id')
        .where('mark', '=', mark)
        .where('written_at', '>=', sinceMs)
        .orderBy('id')
        .limit(1);
      const [noted] = await database.read(oldest);
      if (noted === undefined) return undefined;
      const take = build
        .deleteFrom('handset_text')
        .where('id', '=', noted.id)
        .returning(['account_id as accountId', 'message_id as messageId']);
      const taken = await writeRow(database, take);
      if (taken === undefined) return undefined;
      const address = build
        .selectFrom('reply_address')
        .select(['url as replyUrl', 'endpoint_id as replyEndpointId'])
        .where('message_id', '=', taken.messageId);
      const [wanted] = await database.read(address);
      return { ...taken, ...(wanted ?? { replyUrl: null, replyEndpointId: null }) };
    },
  };
}
