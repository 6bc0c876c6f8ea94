/** What engines share, opened before the first of them. */
import { AccountLimits } from '#accounts/limits/limits.ts';
import { LanePauses } from '#queue/lane-pauses.ts';
import { StopList } from '#sms/stops/stop-list.ts';
import type { Commits } from './commits.ts';
import { type Common, type EngineNeeds, pollMs } from './common.ts';
import { openGuard } from './guard.ts';
import { openIds } from './ids.ts';
import { eventStreams, isLeaderOf, openLeases } from './leased-work.ts';
import type { ReferenceData } from './reference-data.ts';

type NeedsPorts = Common & { readonly commits: Commits; readonly reference: ReferenceData };

export async function openNeeds(
  { commits, reference, ...common }: NeedsPorts,
  stack: AsyncDisposableStack,
): Promise<EngineNeeds> {
  const { config, clock, storage, pseudonyms } = common;
  const ids = await openIds(common, stack);
  const leases = await openLeases(common);
  const limits = await AccountLimits.open({
    store: storage.limits,
    ranges: storage.calls,
    clock,
    log: common.log,
  });
  stack.use(limits).start();
  const pauses = new LanePauses(storage.jobs);
  await pauses.read();
  return {
    commits,
    pauses,
    guard: openGuard(config, clock, (what) => common.tally?.guardRefused(what)),
    ids,
    eventIds: eventStreams(storage, leases),
    leases,
    isLeader: isLeaderOf(leases),
    pollMs: () => pollMs(leases),
    limits,
    directory: () => reference.directory,
    numbers: () => reference.numbers,
    stops: await StopList.open({
      store: storage.stops,
      pseudonymOf: (phone) => pseudonyms.ofPhone(phone),
    }),
  };
}
