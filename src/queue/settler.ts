/** Stores the results of attempts, many in one commit, and keeps at it while the storage is away. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Batcher } from './batcher.ts';
import type { Job } from './job.ts';

/** How an attempt of a job ended. */
type Settlement = { readonly job: Job };

export type SettlerPorts<Result extends Settlement> = {
  readonly store: {
    /** One commit. */
    settleDeliveries(settlements: readonly Result[]): Promise<void>;
  };
  readonly clock: Clock;
  readonly log: Log;
};

const againMs = 1_000;

export class Settler<Result extends Settlement> {
  readonly #ports: SettlerPorts<Result>;
  readonly #batcher: Batcher<readonly Result[], undefined>;
  readonly #stopped = new AbortController();
  #unsettled = 0;

  constructor(ports: SettlerPorts<Result>) {
    this.#ports = ports;
    this.#batcher = new Batcher(async (groups) => {
      await ports.store.settleDeliveries(groups.flat());
      return groups.map(() => undefined);
    });
  }

  /** Results handed over that are not stored yet. */
  get unsettled(): number {
    return this.#unsettled;
  }

  /** What is handed over together is in one commit. False: told to stop before it was stored. */
  async settle(settlements: readonly Result[]): Promise<boolean> {
    this.#unsettled += 1;
    let isStored = await this.#store(settlements);
    while (!isStored && !this.#stopped.signal.aborted) {
      await this.#pause();
      isStored = await this.#store(settlements);
    }
    this.#unsettled -= 1;
    return isStored;
  }

  /** What is not stored by now is given up: its jobs stand in the table and are tried again. */
  stop(): void {
    this.#stopped.abort();
  }

  async #store(settlements: readonly Result[]): Promise<boolean> {
    try {
      await this.#batcher.add(settlements);
      return true;
    } catch (error) {
      this.#ports.log.warn('deliveries.unsettled', {
        lane: settlements[0]?.job.lane,
        ...errorFields(error),
      });
      return false;
    }
  }

  async #pause(): Promise<void> {
    try {
      await this.#ports.clock.sleep(againMs, this.#stopped.signal);
    } catch {
      // Told to stop: one last try, then the caller hears that it was not stored.
    }
  }
}
