/** Forgetting on every backend: what is old is found by its id, and goes a slice a commit. */
import type { HistoryStore } from '#queue/retention.ts';
import type { Database } from './database.ts';
import { forgetEvents } from './event-history.ts';
import { forgetOldest } from './forget-oldest.ts';
import { forgetLastSent } from './last-sent-history.ts';
import { forgetMessages, forgetSubmittedParts } from './message-history.ts';

export function historyStore(database: Database): HistoryStore {
  return {
    forgetMessages: (age) => forgetMessages(database, age),
    forgetSubmittedParts: (age) => forgetSubmittedParts(database, age),
    forgetInboundMessages: (age) =>
      forgetOldest(database, { table: 'inbound_message', at: 'received_at' }, age),
    forgetLastSent: (age) => forgetLastSent(database, age),
    forgetEvents: (age) => forgetEvents(database, age),
    forgetAttempts: (age) => forgetOldest(database, { table: 'webhook_attempt', at: 'at' }, age),
  };
}
