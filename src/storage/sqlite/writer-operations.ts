/** All that the writer thread can be asked to do, each operation in the file of its store. */
import type { DatabaseSync } from 'node:sqlite';
import { inboundWrites } from './inbound.ts';
import { jobWrites } from './jobs.ts';
import { messageWrites } from './messages.ts';
import { queryWrites } from './query-writes.ts';
import { webhookWrites } from './webhooks.ts';

// The return type is what the client's calls are checked against; writing it out would repeat every store.
export function writerOperations(db: DatabaseSync) {
  return {
    ...inboundWrites(db),
    ...jobWrites(db),
    ...messageWrites(db),
    ...queryWrites(db),
    ...webhookWrites(db),
  };
}

export type WriterOperations = ReturnType<typeof writerOperations>;
