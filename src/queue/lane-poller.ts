/** Finds what no offer brought: retries that fall due, and jobs from before the process started. */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { inSlices } from '#core/turns.ts';
import { untilChanged } from '#core/until-changed.ts';
import type { JobStore } from './job.ts';
import { lanePages } from './lane-pages.ts';

export type LanePollerOptions = {
  /** `sms`, `webhook`. */
  readonly engine: string;
  readonly jobs: Pick<JobStore, 'lanesWithWork' | 'changes'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMs: number | (() => number);
  /** False while no lane is worked on here: then there is nothing to look for. */
  readonly isWanted?: () => boolean;
  /** Called for each lane that has due rows, each time, with the first of them. */
  readonly wake: (lane: string, earliestJobId: number) => void;
};

export class LanePoller implements AsyncDisposable {
  readonly #options: LanePollerOptions;
  readonly #loop: Loop;

  constructor(options: LanePollerOptions) {
    const { engine, everyMs, clock, log } = options;
    this.#options = options;
    this.#loop = new Loop({
      name: `poll of ${engine} lanes`,
      everyMs,
      clock,
      log,
      work: untilChanged(options.jobs.changes, () => this.#look()),
    });
  }

  /** The first look is taken at once. */
  start(): void {
    this.#loop.start();
  }

  /** Looks at once: lanes have become ours. */
  poke(): void {
    this.#loop.poke();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  /** How many lanes there are, also those whose jobs are due later; 1 where it is not known. */
  async #look(): Promise<number> {
    const { engine, jobs, clock, log, wake, isWanted } = this.#options;
    if (isWanted?.() === false) return 1;
    try {
      let found = 0;
      for await (const lanes of lanePages(jobs, engine, clock.nowMs())) {
        found += lanes.length;
        await inSlices(lanes, ({ lane, earliestJobId }) => {
          if (earliestJobId !== null) wake(lane, earliestJobId);
        });
      }
      return found;
    } catch (error) {
      // A neighbour's fault, not ours: the next look may succeed.
      log.warn('lanes.unreadable', { engine, ...errorFields(error) });
      return 1;
    }
  }
}
