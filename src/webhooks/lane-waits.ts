/** What a lane waits for between its requests: the pace of its endpoint, and the rest after a fault of ours. */
import type { Clock, Timer } from '#core/clock.ts';
import { Pace } from './pace.ts';

const restMs = 5_000;

export class LaneWaits {
  readonly #clock: Clock;
  readonly #over: () => void;
  readonly #pace: Pace;
  #restsUntilMs = 0;
  #timer: Timer | undefined;

  constructor(clock: Clock, over: () => void) {
    this.#clock = clock;
    this.#over = over;
    this.#pace = new Pace(clock.monotonicMs());
  }

  limit(ratePerS: Parameters<Pace['limit']>[0]): void {
    this.#pace.limit(ratePerS);
  }

  /** A request begins. */
  take(): void {
    this.#pace.take(this.#clock.monotonicMs());
  }

  rest(): void {
    this.#restsUntilMs = this.#clock.monotonicMs() + restMs;
    this.#after(restMs);
  }

  get isResting(): boolean {
    return this.#clock.monotonicMs() < this.#restsUntilMs;
  }

  /** Whether another request fits into this second; else it is told when one does. */
  mayGo(): boolean {
    const waitMs = this.#pace.waitMs(this.#clock.monotonicMs());
    if (waitMs > 0) this.#after(waitMs);
    return waitMs === 0;
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #after(ms: number): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.after(ms, this.#over);
  }
}
