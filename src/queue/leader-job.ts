/** Periodic jobs of the leader, the one process that holds their lease. The others look at the same pace whether it is theirs. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';

export type LeaderJob = {
  /** For the log. */
  readonly name: string;
  /** From the end of one round to the beginning of the next. */
  readonly everyMs: number;
  /** One round. A long one looks at the signal: a stop waits for it. */
  readonly work: (signal: AbortSignal) => Promise<void>;
};

type LeaderPorts = { readonly isLeader: () => boolean; readonly clock: Clock; readonly log: Log };

/** Each has its own pace: a slow job holds up no other. */
export function leaderLoop(
  { work, ...job }: LeaderJob,
  { isLeader, clock, log }: LeaderPorts,
): Loop {
  return new Loop({
    ...job,
    clock,
    log,
    work: async (signal) => {
      if (isLeader()) await work(signal);
    },
  });
}
