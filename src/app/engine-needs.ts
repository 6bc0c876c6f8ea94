/** What engines share, opened before the first of them. */
import { AccountLimits } from '#accounts/limits/limits.ts';
import type { AddressGuard } from '#core/address-guard.ts';
import { LanePauses } from '#queue/lane-pauses.ts';
import type { Leases } from '#queue/leases.ts';
import type { Directory } from '#sms/directory.ts';
import type { NumberDirectory } from '#sms/numbers/number-directory.ts';
import { StopList } from '#sms/stops/stop-list.ts';
import type { Commits } from './commits.ts';
import type { Common } from './common.ts';
import { openGuard } from './guard.ts';
import { type Ids, openIds } from './ids.ts';
import { type EventStreams, eventStreams, isLeaderOf, openLeases } from './leased-work.ts';
import type { ReferenceData } from './reference-data.ts';

/** What engines share. */
export type EngineNeeds = {
  readonly commits: Commits;
  readonly guard: AddressGuard;
  readonly ids: Ids;
  readonly eventIds: EventStreams;
  readonly leases: Leases;
  /** Whether this process does what only one may do. */
  readonly isLeader: () => boolean;
  readonly pollMs: () => number;
  readonly limits: AccountLimits;
  readonly pauses: LanePauses;
  readonly directory: () => Directory;
  readonly numbers: () => NumberDirectory;
  readonly stops: StopList;
};

type NeedsPorts = Common & { readonly commits: Commits; readonly reference: ReferenceData };

export async function openNeeds(
  { commits, reference, ...common }: NeedsPorts,
  stack: AsyncDisposableStack,
): Promise<EngineNeeds> {
  const { config, clock, storage, pseudonyms } = common;
  const ids = await openIds(common, stack);
  const leases = await openLeases(common);
  const limits = await AccountLimits.open({
    store: storage.accounts,
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

/** How soon work whose time has come is found, and work of others where a hint was lost. */
const pollAloneMs = 500;

const pollSharedMs = 200;

function pollMs({ isShared }: Leases): number {
  return isShared ? pollSharedMs : pollAloneMs;
}
