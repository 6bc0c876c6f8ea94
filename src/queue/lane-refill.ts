/** When a lane reads its table again: once for each sign that it holds more, so that none is read in a circle. */
import type { Clock } from '#core/clock.ts';
import type { LaneMemory } from './lane-memory.ts';

type LaneRefillPorts = {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** A read has ended: there may be something to take. */
  readonly refilled: () => void;
  readonly failed: (error: unknown) => void;
};

export class LaneRefill {
  readonly #ports: LaneRefillPorts;
  /** A lane begins by reading. */
  #mayRead = true;

  constructor(ports: LaneRefillPorts) {
    this.#ports = ports;
  }

  /** A sign: the table was changed, or what kept jobs back has. */
  allow(): void {
    this.#mayRead = true;
  }

  /** Called when memory has nothing to take. */
  start(memory: Pick<LaneMemory<unknown>, 'wantsRefill' | 'refill'>): void {
    if (!this.#mayRead || !memory.wantsRefill) return;
    this.#mayRead = false;
    void this.#read(memory);
  }

  async #read(memory: Pick<LaneMemory<unknown>, 'refill'>): Promise<void> {
    const { clock, refilled, failed } = this.#ports;
    try {
      await memory.refill(clock.nowMs());
      refilled();
    } catch (error) {
      failed(error);
    }
  }
}
