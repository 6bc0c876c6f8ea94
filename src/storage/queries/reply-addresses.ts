/** Where requests want their replies. */
import type { ReplyAddressStore } from '#sms/inbound/reply-address-store.ts';
import type { Database } from './database.ts';

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
