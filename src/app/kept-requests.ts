/**
 * The log of requests: what was noted is stored once a second, away from the requests, which it never delays or fails.
 * What the last second before a crash was asked is lost, and what a storage in trouble does not take.
 */
import type { RequestNotes } from '#accounts/requests/request-notes.ts';
import type { RequestRecord } from '#accounts/requests/request-record.ts';
import type { RequestStore } from '#accounts/requests/request-store.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { Common } from './common.ts';
import { keptRequests } from './live/made-moments.ts';
import type { Moments } from './live/moments.ts';

const storedEveryMs = 1_000;

/** What an account may have; below it by as much as several processes may add before one of them looks again. */
const bounds = { rowsMax: 9_000, octetsMax: 3_600_000 };
/** Rows and octets that an account gets before it is looked at again. */
const looked = { rows: 500, octets: 200_000 };
const accountsMax = 10_000;

type KeepPorts = {
  readonly requests: RequestStore;
  readonly moments: Pick<Moments, 'isHeard' | 'publish'>;
  readonly clock: Pick<Common['clock'], 'nowMs'>;
  readonly log: Log;
};

export function keepRequests(
  { storage, clock, log }: Common,
  { notes, moments }: { readonly notes: RequestNotes; readonly moments: Moments },
  stack: AsyncDisposableStack,
): void {
  const keeper = new RequestKeeper({ requests: storage.accounts, moments, clock, log });
  const work = () => keeper.keep(notes.take());
  // Behind the loop, for what comes until the last request is answered.
  stack.defer(work);
  stack
    .use(new Loop({ name: 'log of requests', everyMs: storedEveryMs, clock, log, work }))
    .start();
}

export class RequestKeeper {
  readonly #ports: KeepPorts;
  /** Since each account was looked at; those that are not here are looked at with their first row. */
  readonly #added = new BoundedMap<number, { rows: number; octets: number }>(accountsMax);
  #isLosing = false;

  constructor(ports: KeepPorts) {
    this.#ports = ports;
  }

  async keep(records: readonly RequestRecord[]): Promise<void> {
    if (records.length === 0) return;
    const { requests, log } = this.#ports;
    try {
      await requests.keepApiRequests(records);
      this.#tell(records);
      for (const accountId of this.#grown(records)) {
        await requests.trimApiRequests(accountId, bounds);
      }
      this.#isLosing = false;
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      if (!this.#isLosing)
        log.warn('requests.lost', { rows: records.length, ...errorFields(error) });
      this.#isLosing = true;
    }
  }

  #tell(records: readonly RequestRecord[]): void {
    const { moments, clock } = this.#ports;
    for (const accountId of new Set(records.map((record) => record.accountId))) {
      if (moments.isHeard(accountId)) moments.publish(keptRequests(accountId, clock.nowMs()));
    }
  }

  /** Accounts that are to be looked at. */
  #grown(records: readonly RequestRecord[]): readonly number[] {
    const grown = new Set<number>();
    for (const { accountId, parameters, answer } of records) {
      const added = this.#added.get(accountId) ?? { rows: looked.rows, octets: 0 };
      added.rows += 1;
      added.octets += parameters.length + answer.length;
      const isDue = added.rows > looked.rows || added.octets > looked.octets;
      this.#added.set(accountId, isDue ? { rows: 0, octets: 0 } : added);
      if (isDue) grown.add(accountId);
    }
    return [...grown];
  }
}
