/** A clock on which time goes by so many times faster, for what lasts minutes and needs the whole program. */
import { type Clock, sleepOn, systemClock, type Timer } from '#core/clock.ts';

export class HurriedClock implements Clock {
  readonly #times: number;
  readonly #startedAtMs = systemClock.nowMs();
  readonly #startedMs = systemClock.monotonicMs();

  constructor(times: number) {
    this.#times = times;
  }

  nowMs(): number {
    return Math.floor(this.#startedAtMs + this.monotonicMs());
  }

  monotonicMs(): number {
    return (systemClock.monotonicMs() - this.#startedMs) * this.#times;
  }

  after(delayMs: number, call: () => void): Timer {
    return systemClock.after(delayMs / this.#times, call);
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, delayMs, signal);
  }
}
