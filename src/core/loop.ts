/** Work that comes round: a service that waits, works, and waits again, until it is disposed. */
import { ignored } from './boundary.ts';
import { type Clock, comeRound } from './clock.ts';
import { errorFields, type Log } from './log.ts';

export type LoopOptions = {
  /** For the log. */
  readonly name: string;
  /** From the end of one round to the beginning of the next; a function is asked after each round. */
  readonly everyMs: number | (() => number);
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
  #isPoked = false;
  /** Ends the rest between two rounds. */
  #wake = ignored;
  #running: Promise<void> | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** The next round begins now, or right after the one that is in progress. */
  poke(): void {
    this.#isPoked = true;
    this.#wake();
  }

  /** Waits for the round that is in progress. Harmless twice, or before the start. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort(new Error('The loop stops'));
    this.poke();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, everyMs, log, work } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      this.#isPoked = false;
      try {
        await work(signal);
      } catch (error) {
        // Told to stop in the middle of a round.
        if (error === signal.reason) return;
        log.error('loop.failed', { loop: name, ...errorFields(error) });
      }
      await this.#rest(typeof everyMs === 'number' ? everyMs : everyMs());
    }
  }

  /** Without a signal: an idle process rests sixty times a second, and a signal costs more than most rounds. */
  #rest(forMs: number): Promise<void> {
    if (this.#isPoked) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = comeRound(this.#options.clock, forMs, resolve);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
  }
}
