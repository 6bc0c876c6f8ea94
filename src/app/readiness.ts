/**
 * Whether this process can take work. Strangers may ask: the write that finds it out is made for all who
 * ask in the same second together.
 */
import type { Clock } from '#core/clock.ts';

export type ReadinessPorts = {
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  /** Writes a row; fails where the storage takes none. */
  readonly write: (text: string) => Promise<unknown>;
};

const rememberedMs = 1_000;

const noWrites = 'the storage does not take writes';

export class Readiness {
  readonly #ports: ReadinessPorts;
  #found: Promise<string | undefined> | undefined;
  /** Not before the try has ended: however long it takes, there is one. */
  #untilMs = Number.POSITIVE_INFINITY;

  constructor(ports: ReadinessPorts) {
    this.#ports = ports;
  }

  /** What is in the way of writes; undefined: nothing was, at most a second ago. */
  findObstacle(): Promise<string | undefined> {
    if (this.#found === undefined || this.#ports.clock.monotonicMs() >= this.#untilMs) {
      this.#untilMs = Number.POSITIVE_INFINITY;
      this.#found = this.#try();
    }
    return this.#found;
  }

  async #try(): Promise<string | undefined> {
    const { clock, write } = this.#ports;
    try {
      await write(String(clock.nowMs()));
      return undefined;
    } catch {
      return noWrites;
    } finally {
      this.#untilMs = clock.monotonicMs() + rememberedMs;
    }
  }
}
