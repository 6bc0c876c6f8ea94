/** Stores the results of attempts, many in one commit, and keeps at it while the storage is away. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Batcher, type Gathering } from './batcher.ts';
import type { Job } from './job.ts';

/** How an attempt of a job ended. */
type Settlement = { readonly job: Job };

/** `hurries`: it waits for the results of this turn alone. */
export type SettleWish = { readonly hurries: boolean };

export type SettlerPorts<Result extends Settlement> = {
  readonly store: {
    /** One commit. */
    settleDeliveries(settlements: readonly Result[]): Promise<void>;
  };
  readonly clock: Clock;
  readonly log: Log;
  /** Undefined: what a turn brings is stored at its end. */
  readonly gathering?: Gathering | undefined;
};

const againMs = 1_000;

export class Settler<Result extends Settlement> {
  readonly #ports: SettlerPorts<Result>;
  readonly #batcher: Batcher<readonly Result[], boolean>;
  readonly #stopped = new AbortController();

  constructor(ports: SettlerPorts<Result>) {
    this.#ports = ports;
    this.#batcher = new Batcher(async (groups) => {
      const isStored = await this.#storeAll(groups.flat());
      return groups.map(() => isStored);
    }, ports.gathering);
  }

  /** Results handed over that are not stored yet. */
  get unsettled(): number {
    return this.#batcher.unsettled;
  }

  /** What is handed over together is in one commit. False: told to stop before it was stored. */
  settle(settlements: readonly Result[], wish?: SettleWish): Promise<boolean> {
    // Never rejects: where its batch came to nothing it is stored alone.
    return this.#batcher.add(settlements, wish).catch(() => this.#storeAll(settlements));
  }

  /** What is not stored by now is given up: its jobs stand in the table and are tried again. */
  stop(): void {
    this.#stopped.abort();
  }

  async #storeAll(settlements: readonly Result[]): Promise<boolean> {
    let isStored = await this.#store(settlements);
    while (!isStored && !this.#stopped.signal.aborted) {
      await this.#pause();
      isStored = await this.#store(settlements);
    }
    return isStored;
  }

  async #store(settlements: readonly Result[]): Promise<boolean> {
    try {
      await this.#ports.store.settleDeliveries(settlements);
      return true;
    } catch (error) {
      this.#ports.log.warn('deliveries.unsettled', {
        lane: settlements[0]?.job.lane,
        count: settlements.length,
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
