/** Calls whose process has died: they end when it was last seen, and cost what they had cost by then. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { zero } from '#core/money.ts';
import { affordableSeconds, billedSeconds, costOf } from './call-price.ts';
import type { CallEnd, CallStore, InterruptedCall } from './call-record.ts';

const seenEveryMs = 5_000;
/** Without a call that goes on: well below what makes others forget a process. */
const quietEveryMs = 600_000;
/** Four signs of life that did not come. */
const silentMs = 20_000;
const batch = 100;
/** By then nobody asks any more when a dead one was last seen. */
const forgottenMs = 86_400_000;

export type InterruptedPorts = {
  readonly calls: Pick<CallStore, 'seen' | 'listInterrupted' | 'endCall' | 'forgetProcesses'>;
  readonly processId: number;
  readonly clock: Clock;
  readonly log: Log;
};

/** Says that this process lives: seldom while `isQuiet`, since each word is a commit that wakes all rounds. */
export function signOfLife(
  { calls, processId, clock, log }: InterruptedPorts,
  isQuiet: () => boolean,
): Loop {
  let saidAtMs = clock.monotonicMs();
  return new Loop({
    name: 'sign of life of calls',
    everyMs: seenEveryMs,
    clock,
    log,
    work: async () => {
      const nowMs = clock.monotonicMs();
      if (isQuiet() && nowMs - saidAtMs < quietEveryMs) return;
      await calls.seen(processId);
      saidAtMs = nowMs;
    },
  });
}

/** Ends the calls of others that have not said so for a while. */
export function endingOfInterrupted(ports: InterruptedPorts): Loop {
  const { clock, log } = ports;
  return new Loop({
    name: 'ending of interrupted calls',
    everyMs: silentMs,
    clock,
    log,
    work: () => endInterrupted(ports),
  });
}

/** `forMs` is 0 where no other process can be alive. */
export async function endInterrupted(ports: InterruptedPorts, forMs = silentMs): Promise<void> {
  const { calls, processId: exceptProcess, log } = ports;
  for (;;) {
    const found = await calls.listInterrupted({ silentMs: forMs, exceptProcess, limit: batch });
    for (const call of found) {
      const end = endOf(call);
      if (!(await calls.endCall(call.id, end))) continue;
      log.warn('call.interrupted', { callId: call.id, billedS: end.billedS });
    }
    if (found.length < batch) break;
  }
  await calls.forgetProcesses(forgottenMs);
}

/** Nobody is billed for a second that cannot be proved, or that was not set aside. */
function endOf(call: InterruptedCall): CallEnd {
  const { answeredAtMs, startedAtMs, seenAtMs, perMinute, ringingAtMs, trunkOut, reserved } = call;
  // Its last sign of life may be older than the call.
  const endedAtMs = Math.max(seenAtMs, answeredAtMs ?? startedAtMs);
  const talkedMs = answeredAtMs === null ? 0 : endedAtMs - answeredAtMs;
  const billedS =
    talkedMs === 0 ? 0 : Math.min(billedSeconds(talkedMs, call), affordableSeconds(reserved, call));
  return {
    endedAtMs,
    ringingAtMs,
    answeredAtMs,
    trunkOut,
    billedS,
    cost: billedS === 0 ? zero : costOf(billedS, perMinute),
    cause: 'interrupted',
    sipStatus: answeredAtMs === null ? 0 : 200,
    rule: '',
  };
}
