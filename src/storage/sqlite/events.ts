/** Puts an event, and the job it owes, inside the commit of the fact that caused it. */
import type { DatabaseSync } from 'node:sqlite';
import type { OwedEvent } from '#queue/owed-event.ts';
import { putJob } from './jobs.ts';

export function putEvent(db: DatabaseSync): (event: OwedEvent) => void {
  const insert = db.prepare('INSERT INTO webhook_event VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const put = putJob(db);
  return (event) => {
    const { id, accountId, kind, orderKey, url, body, createdAtMs, test } = event;
    insert.run(id, accountId, kind, orderKey, url, body, createdAtMs, test ? 1 : 0);
    if (event.job !== null) put(event.job);
  };
}
