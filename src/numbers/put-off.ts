/** Puts a notice or text that is owed after a call off: by so long, or longer with each attempt. */
import type { Clock } from '#core/clock.ts';
import type { Job, JobStore } from '#queue/job.ts';

type PutOffPorts = {
  readonly jobs: Pick<JobStore, 'retryJobs'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

const againMsMax = 600_000;

export async function putOff(
  { id, attempt }: Job,
  { jobs, clock }: PutOffPorts,
  waitMs: number = Math.min(1_000 * 2 ** attempt, againMsMax),
): Promise<void> {
  const dueAtMs = clock.nowMs() + waitMs;
  await jobs.retryJobs([{ jobId: id, attemptRead: attempt, attempt: attempt + 1, dueAtMs }]);
}
