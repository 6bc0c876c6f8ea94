/** Removes operators that are to be left, once nothing waits for them: neither to be sent nor to be reported. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { JobStore } from '#queue/job.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type { Directory } from '#sms/directory.ts';
import type { Operator } from '#sms/operator.ts';
import type { OperatorStore } from '#sms/operator-store.ts';

export type LeaverPorts = {
  readonly operators: Pick<OperatorStore, 'removeOperator' | 'isAwaited'>;
  readonly jobs: Pick<JobStore, 'countOwed'>;
  readonly directory: () => Pick<Directory, 'operators'>;
  readonly clock: Clock;
  readonly log: Log;
};

const everyMs = 10_000;

export function leavers(ports: LeaverPorts): LeaderJob {
  return { name: 'removal of operators', everyMs, work: () => removeLeft(ports) };
}

export async function removeLeft(ports: LeaverPorts): Promise<void> {
  const { operators, directory, clock, log } = ports;
  const leaving = directory().operators.filter(({ state }) => state === 'leaving');
  for (const operator of leaving) {
    if (await isNeeded(operator, ports)) continue;
    await operators.removeOperator(operator.id, { actor: 'system', atMs: clock.nowMs() });
    log.info('operator.removed', { operator: operator.name });
  }
}

/** Also by what a limit or a paused campaign holds, which is sent by it later. */
export async function isNeeded(
  { id }: Pick<Operator, 'id'>,
  { operators, jobs }: Pick<LeaverPorts, 'operators' | 'jobs'>,
): Promise<boolean> {
  for (const engine of ['sms', 'held', 'paused']) {
    if ((await jobs.countOwed(`${engine}/${id}/`, 1)) > 0) return true;
  }
  return operators.isAwaited(id);
}
