/** All that the writer thread can be asked to do, each operation in the file of its store. */
import type { DatabaseSync } from 'node:sqlite';
import { accountWrites } from './accounts.ts';
import { jobWrites } from './jobs.ts';
import { messageWrites } from './messages.ts';
import { operatorWrites } from './operators.ts';
import { settingWrites } from './settings.ts';
import { webhookWrites } from './webhooks.ts';

// The return type is what the client's calls are checked against; writing it out would repeat every store.
export function writerOperations(db: DatabaseSync) {
  return {
    ...accountWrites(db),
    ...jobWrites(db),
    ...messageWrites(db),
    ...operatorWrites(db),
    ...settingWrites(db),
    ...webhookWrites(db),
  };
}

export type WriterOperations = ReturnType<typeof writerOperations>;
