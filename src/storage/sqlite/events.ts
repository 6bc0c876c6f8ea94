/** Puts an event, and the job it owes, inside the commit of the fact that caused it. */
import type { DatabaseSync } from 'node:sqlite';
import { putJob } from './jobs.ts';
import { type EventRows, textOctets } from './rows.ts';

export function putEvent(db: DatabaseSync): (owed: EventRows) => void {
  const insert = db.prepare(`
    INSERT INTO webhook_event (id, account_id, kind, order_key, url, created_at, test, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const put = putJob(db);
  return ({ event, body, job }) => {
    insert.run(...event, textOctets(body));
    if (job !== null) put(job);
  };
}
