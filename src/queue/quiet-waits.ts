/** What an engine that stops waits for: that nothing of some kind is in progress any more. */
import type { Clock } from '#core/clock.ts';

export class QuietWaits {
  readonly #clock: Clock;
  readonly #withinMs: number;
  readonly #looks = new Set<() => void>();

  constructor(clock: Clock, withinMs: number) {
    this.#clock = clock;
    this.#withinMs = withinMs;
  }

  /** Something has ended: who waits looks again. */
  look(): void {
    for (const look of this.#looks) look();
  }

  /** Until it is so, or the time for it is over. */
  until(isQuiet: () => boolean): Promise<void> {
    if (isQuiet()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        timer.cancel();
        this.#looks.delete(look);
        resolve();
      };
      const look = (): void => {
        if (isQuiet()) done();
      };
      const timer = this.#clock.after(this.#withinMs, done);
      this.#looks.add(look);
    });
  }
}
