/** What everything that is opened has in common. */
import type { AccountLimits } from '#accounts/limits/limits.ts';
import type { Config } from '#config.ts';
import type { AddressGuard } from '#core/address-guard.ts';
import type { Clock } from '#core/clock.ts';
import type { Pseudonyms } from '#core/erased.ts';
import type { Log } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import type { LanePauses } from '#queue/lane-pauses.ts';
import type { Leases } from '#queue/leases.ts';
import type { Directory } from '#sms/directory.ts';
import type { NumberDirectory } from '#sms/numbers/number-directory.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import type { Storage } from '#storage/storage.ts';
import type { Commits } from './commits.ts';
import type { Ids } from './ids.ts';
import type { EventStreams } from './leased-work.ts';
import type { Tally } from './metrics/tally.ts';

export type Common = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly storage: Storage;
  /** 0: the main thread; the others have some of its roles. */
  readonly thread: number;
  readonly sealer: Sealer;
  /** What those who were erased are called on lists. */
  readonly pseudonyms: Pseudonyms;
  /** Undefined: nobody reads metrics. */
  readonly tally?: Tally | undefined;
};

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

/** How soon work whose time has come is found, and work of others where a hint was lost. */
const pollAloneMs = 500;

const pollSharedMs = 200;

export function pollMs({ isShared }: Leases): number {
  return isShared ? pollSharedMs : pollAloneMs;
}
