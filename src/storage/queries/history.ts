/** Forgetting on every backend: what is old is found by its id, and goes a slice a commit. */
import type { HistoryStore } from '#queue/retention.ts';
import { forgetAudit } from './audit-history.ts';
import type { Database } from './database.ts';
import { forgetContents, forgetEmails } from './email-history.ts';
import { forgetEvents } from './event-history.ts';
import { forgetOldest } from './forget-oldest.ts';
import { forgetLastSent } from './last-sent-history.ts';
import { forgetLearned } from './learned-history.ts';
import { forgetLinks } from './link-history.ts';
import { forgetMessages, forgetSubmittedParts } from './message-history.ts';
import { forgetVoicemails } from './voicemails.ts';

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
    forgetLearned: (age) => forgetLearned(database, age),
    forgetLinks: (age) => forgetLinks(database, age),
    forgetLetters: (age) =>
      forgetOldest(database, { table: 'mail_letter', at: 'received_at' }, age),
    forgetInspectedRequests: (age) =>
      forgetOldest(database, { table: 'inspected_request', at: 'at' }, age),
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
