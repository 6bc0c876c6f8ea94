/**
 * The end of a process that can store nothing any more: it tells its callers so for a second, then ends, and its
 * supervisor starts another one, which finds in the database all that was ever acknowledged.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log, type LogFields } from '#core/log.ts';
import type { StorageLoss } from '#storage/storage.ts';

/** `exit` leaves with a code; `kill` is for a process with a thread that hangs, which `process.exit` would wait for. */
export type EndProcess = (how: 'exit' | 'kill') => void;

type LossPorts = {
  readonly log: Log;
  readonly clock: Pick<Clock, 'after'>;
  readonly endProcess: EndProcess | undefined;
};

/** Time for the refusals of what waited to leave. */
const partingMs = 1_000;

export function reportLoss(loss: StorageLoss, { log, clock, endProcess }: LossPorts): void {
  log.error('storage.dead', lossFields(loss));
  if (endProcess === undefined) return;
  clock.after(partingMs, () => endProcess(loss.threadHangs ? 'kill' : 'exit'));
}

function lossFields({ why, cause, exitCode, waitedMs }: StorageLoss): LogFields {
  return { why, ...(cause !== undefined && errorFields(cause)), exitCode, waitedMs };
}
