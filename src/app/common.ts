/** What everything that is opened has in common. */
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import type { Pseudonyms } from '#core/erased.ts';
import type { Log } from '#core/log.ts';
import type { Sealer } from '#core/sealed.ts';
import type { Storage } from '#storage/storage.ts';
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
