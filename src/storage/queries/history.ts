/** Forgetting on every backend: what is old is found by its id, and goes a slice a commit. */
import type { HistoryStore } from '#queue/retention.ts';
import type { Database } from './database.ts';
import { forgetAttempts, forgetEvents } from './event-history.ts';
import { forgetMessages, forgetSubmittedParts } from './message-history.ts';

export function historyStore(database: Database): HistoryStore {
  return {
    forgetMessages: (age) => forgetMessages(database, age),
    forgetSubmittedParts: (age) => forgetSubmittedParts(database, age),
    forgetEvents: (age) => forgetEvents(database, age),
    forgetAttempts: (age) => forgetAttempts(database, age),
  };
}
