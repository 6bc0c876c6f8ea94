/** Puts a notice or text that is owed after a call off: by so long, or longer with each attempt. */
import type { Clock } from '#core/clock.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
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

/** Work that fails is logged and put off, so that it holds up no other; without a storage nothing goes on. */
export async function workOrPutOff(
  job: Job,
  ports: PutOffPorts,
  {
    work,
    failed,
  }: { readonly work: () => Promise<void>; readonly failed: (error: unknown) => void },
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error;
    failed(error);
    await putOff(job, ports);
  }
}
