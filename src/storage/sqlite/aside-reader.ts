/** Queries that may take seconds, in a thread of their own: the event loop and the writer go on meanwhile. */
import { systemClock } from '#core/clock.ts';
import { SideThread } from '#core/side-thread.ts';
import { StorageUnavailable } from '#core/unavailable.ts';
import type { AsideAnswer, AsideQuery } from './aside-reader-worker.ts';

/** Ten million messages of one account on a slow disk. */
const patienceMs = 10 * 60_000;
/** Sums are a row; SQLite's pages are not counted here. */
const megabytesMax = 64;

export class AsideReader implements AsyncDisposable {
  readonly #file: string;
  readonly #thread: SideThread<AsideQuery, AsideAnswer>;
  #reading = 0;

  constructor(file: string) {
    this.#file = file;
    const module = new URL('./aside-reader-worker.ts', import.meta.url);
    this.#thread = new SideThread({ module, patienceMs, megabytesMax, clock: systemClock });
  }

  get isBusy(): boolean {
    return this.#reading > 0;
  }

  /** One after the other. Throws `StorageUnavailable`. */
  async read<Row>(sql: string, parameters: readonly unknown[]): Promise<readonly Row[]> {
    this.#reading += 1;
    const answer = await this.#thread.ask({ file: this.#file, sql, parameters });
    this.#reading -= 1;
    if (answer?.ok === true) return answer.rows as readonly Row[];
    throw new StorageUnavailable(answer?.message ?? `${this.#file} was not read in time`);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }
}
