/** Forgetting on every backend: what is old is found by its id, and goes a slice a commit. */
import type { Age, HistoryStore } from '#queue/retention.ts';
import { forgetAudit } from './audit-history.ts';
import type { Database } from './database.ts';
import { forgetContents, forgetEmails } from './email-history.ts';
import { forgetEvents } from './event-history.ts';
import { forgetByKey } from './forget-by-key.ts';
import { forgetOldest } from './forget-oldest.ts';
import { forgetLastSent } from './last-sent-history.ts';
import { forgetMessages, forgetSubmittedParts } from './message-history.ts';
import { forgetVoicemails } from './voicemails.ts';

type KeyedTable = Parameters<typeof forgetByKey>[1];

/** Of mail servers that nothing goes to any more. */
const learned: readonly KeyedTable[] = [
  { table: 'mail_site', key: 'domain', at: 'checked_at' },
  { table: 'mail_policy', key: 'domain', at: 'expires_at' },
  { table: 'mail_shaping', key: 'owner', at: 'saved_at' },
];

/** Of people, which open nothing any more, with the addresses that they were mailed to. */
const links: readonly KeyedTable[] = [
  { table: 'user_link', key: 'hash', at: 'ends_at' },
  { table: 'address_change', key: 'hash', at: 'ends_at' },
];

export function historyStore(database: Database): HistoryStore {
  return {
    forgetMessages: (age) => forgetMessages(database, age),
    forgetSubmittedParts: (age) => forgetSubmittedParts(database, age),
    forgetInboundMessages: (age) =>
      forgetOldest(database, { table: 'inbound_message', at: 'received_at' }, age),
    forgetEmails: (age) => forgetEmails(database, age),
    forgetEmailContents: (age) => forgetContents(database, age),
    forgetCaughtMails: (age) =>
      forgetOldest(database, { table: 'caught_mail', at: 'caught_at' }, age),
    forgetLearned: (age) => forgetEach(database, learned, age),
    forgetLinks: (age) => forgetEach(database, links, age),
    forgetLetters: (age) =>
      forgetOldest(database, { table: 'mail_letter', at: 'received_at' }, age),
    forgetInspectedRequests: (age) =>
      forgetOldest(database, { table: 'inspected_request', at: 'at' }, age),
    forgetApiRequests: (age) => forgetOldest(database, { table: 'api_request', at: 'at' }, age),
    forgetTrunkMessages: (age) => forgetOldest(database, { table: 'trunk_message', at: 'at' }, age),
    forgetMessagePdus: (age) => forgetOldest(database, { table: 'message_pdu', at: 'at' }, age),
    forgetLastSent: (age) => forgetLastSent(database, age),
    forgetEvents: (age) => forgetEvents(database, age),
    forgetVoicemails: (age) => forgetVoicemails(database, age),
    forgetTextBacks: (age) => forgetOldest(database, { table: 'text_back', at: 'at' }, age),
    forgetMissedCalls: (age) => forgetOldest(database, { table: 'missed_call', at: 'at' }, age),
    forgetCalls: (age) => forgetOldest(database, { table: 'call', at: 'started_at' }, age),
    forgetReplays: (age) =>
      forgetOldest(database, { table: 'webhook_replay', at: 'created_at' }, age),
    forgetAudit: (age) => forgetAudit(database, age),
    forgetAttempts: (age) => forgetOldest(database, { table: 'webhook_attempt', at: 'at' }, age),
  };
}

async function* forgetEach(database: Database, tables: readonly KeyedTable[], age: Age) {
  for (const table of tables) yield* forgetByKey(database, table, age);
}
