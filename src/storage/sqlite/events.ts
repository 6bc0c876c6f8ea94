/** Puts events, and the jobs they owe, inside the commit of the facts that caused them. */
import type { DatabaseSync } from 'node:sqlite';
import { putJobs } from './jobs.ts';
import { insertRows } from './many-rows.ts';
import { type EventRows, textOctets } from './rows.ts';

export function putEvents(db: DatabaseSync): (owed: readonly EventRows[]) => void {
  const insert = insertRows(db, {
    head: `INSERT INTO webhook_event
      (id, account_id, kind, order_key, url, created_at, test, first_job_id, body)`,
    row: '(?, ?, ?, ?, ?, ?, ?, ?, ?)',
  });
  const put = putJobs(db);
  return (owed) => {
    insert(owed.map(({ event, body }) => [...event, textOctets(body)]));
    put(owed.flatMap(({ jobs }) => jobs));
  };
}
