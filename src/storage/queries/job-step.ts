/** A job in the commit of the fact that owes it. */
import type { Job } from '#queue/job.ts';
import type { Database, WriteStep } from './database.ts';

export function insertJob({ build }: Database, job: Job): WriteStep {
  return {
    query: build.insertInto('job').values({
      id: job.id,
      lane: job.lane,
      due_at: job.dueAtMs,
      attempt: job.attempt,
      order_key: job.orderKey,
      expires_at: job.expiresAtMs,
      subject: job.subject,
    }),
  };
}
