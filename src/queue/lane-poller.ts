/** Finds what no offer brought: retries that fall due, and jobs from before the process started. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { JobStore } from './job.ts';

export type LanePollerOptions = {
  /** `sms`, `webhook`. */
  readonly engine: string;
  readonly jobs: Pick<JobStore, 'lanesWithWork'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMs: number;
  /** Called for each lane that has due rows, each time. */
  readonly wake: (lane: string, earliestJobId: number) => void;
};

export class LanePoller implements AsyncDisposable {
  readonly #options: LanePollerOptions;
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: LanePollerOptions) {
    this.#options = options;
  }

  /** The first look is taken at once. */
  start(): void {
    this.#running ??= this.#run(this.#stopped.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#look();
      await this.#pause(signal);
    }
  }

  async #look(): Promise<void> {
    const { engine, jobs, clock, log, wake } = this.#options;
    try {
      const lanes = await jobs.lanesWithWork(engine, clock.nowMs());
      for (const { lane, earliestJobId } of lanes) wake(lane, earliestJobId);
    } catch (error) {
      log.warn('lanes.unreadable', { engine, ...errorFields(error) });
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    try {
      await this.#options.clock.sleep(this.#options.everyMs, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
