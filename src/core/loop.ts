/** Work that comes round: a service that waits, works, and waits again, until it is disposed. */
import { type Clock, comeRound, sleepOn } from './clock.ts';
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
  #poked = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** The next round begins now, or right after the one that is under way. */
  poke(): void {
    this.#poked.abort(new Error('The loop is poked'));
  }

  /** Waits for the round that is under way. Harmless twice, or before the start. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort(new Error('The loop stops'));
    this.poke();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { name, everyMs, clock, log, work } = this.#options;
    const { signal } = this.#stopped;
    const rounds = { after: (ms: number, call: () => void) => comeRound(clock, ms, call) };
    while (!signal.aborted) {
      this.#poked = new AbortController();
      try {
        await work(signal);
      } catch (error) {
        // Told to stop in the middle of a round.
        if (error === signal.reason) return;
        log.error('loop.failed', { loop: name, ...errorFields(error) });
      }
      const restMs = typeof everyMs === 'number' ? everyMs : everyMs();
      await sleepOn(rounds, restMs, this.#poked.signal).catch(() => undefined);
    }
  }
}
