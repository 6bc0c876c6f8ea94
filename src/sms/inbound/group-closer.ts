/** Closes the texts that stay incomplete, and forgets those that are done with. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { type Changes, untilChanged } from '#core/until-changed.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type { Directory } from '#sms/directory.ts';
import { type InboundSmsService, partsAwaitedMs } from './inbound-sms-service.ts';
import type { InboundGroup, InboundStore } from './inbound-store.ts';

export type GroupCloserPorts = {
  readonly store: Pick<InboundStore, 'dueGroups' | 'hastenGroups' | 'forgetGroups' | 'hasGroups'>;
  readonly service: Pick<InboundSmsService, 'close'>;
  readonly directory: () => Directory;
  readonly changes?: Changes;
  readonly clock: Clock;
  readonly log: Log;
};

const roundMs = 500;
const sliceMax = 256;
/** Of one operator: more than that is a fault, or an attack, and the oldest go out as they are. */
const openMax = 10_000;

export function groupCloser(ports: GroupCloserPorts): LeaderJob {
  const work = untilChanged(ports.changes, async () => {
    if (!(await ports.store.hasGroups())) return 0;
    await closeDue(ports);
    return (await ports.store.hasGroups()) ? 1 : 0;
  });
  return { name: 'closing of incomplete texts', everyMs: roundMs, work };
}

export async function closeDue(ports: GroupCloserPorts): Promise<void> {
  const { store, directory, clock, log } = ports;
  for (const { id, name: operator } of directory().operators) {
    const groups = await store.hastenGroups(id, openMax, clock.nowMs());
    if (groups > 0) log.warn('inbound.too_many_open', { operator, groups });
  }
  for (;;) {
    const due = await store.dueGroups(clock.nowMs(), sliceMax);
    const closed = await Promise.all(due.map((group) => closeOne(group, ports)));
    if (due.length < sliceMax || closed.includes(false)) break;
  }
  await store.forgetGroups(clock.nowMs() - 2 * partsAwaitedMs, sliceMax);
}

async function closeOne(group: InboundGroup, { service, log }: GroupCloserPorts): Promise<boolean> {
  try {
    const { id, total, parts } = group;
    if (parts.length < total) {
      log.info('inbound.incomplete', { group: id, parts: parts.length, total });
    }
    await service.close(group);
    return true;
  } catch (error) {
    log.warn('inbound.unclosed', { group: group.id, ...errorFields(error) });
    return false;
  }
}
