/** Work that comes round: a service that waits, works, and waits again, until it is disposed. */
import type { Clock } from './clock.ts';
import { errorFields, type Log } from './log.ts';

export type LoopOptions = {
  /** For the log. */
  readonly name: string;
  /** From the end of one round to the beginning of the next. */
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * One round. What it throws is logged, and the next round comes all the same. A long one looks at the
   * signal: disposing waits for it.
   */
  readonly work: (signal: AbortSignal) => Promise<void>;
};

export class Loop implements AsyncDisposable {
  readonly #options: LoopOptions;
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Waits for the round that is under way. Harmless twice, or before the start. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort(new Error('The loop stops'));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, everyMs, clock, log, work } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        // Told to stop in the middle of a round.
        if (error === signal.reason) return;
        log.error('loop.failed', { loop: name, ...errorFields(error) });
      }
      await clock.sleep(everyMs, signal).catch(() => undefined);
    }
  }
}
