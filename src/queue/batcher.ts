/**
 * Group commit: callers of one turn of the event loop become one call of the store.
 *
 * A commit costs an fsync whatever it holds (256 rows a commit: 315,000 rows/s; one row: 4,500), so
 * stores take arrays and this gathers them. It settles each caller after the commit.
 */

import { boundary } from '#core/boundary.ts';
import { systemClock, type Timer } from '#core/clock.ts';
import { atTurnEnd } from '#core/turns.ts';

/** Rows in one call: past this a commit gets slower, not cheaper. */
const itemsMax = 256;

/** Its failure refuses the callers of that turn: each of them knows what to do without a commit. */
const flushes = boundary('queue.batch', 'timer');

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (cause: unknown) => void;
};

/** For items whose callers are in no hurry: they go together once so many wait, or the first has waited so long. */
export type Gathering = { readonly waitMs: number; readonly enough: number };

export class Batcher<Item, Result> {
  readonly #store: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #gathering: Gathering | undefined;
  #patience: Timer | undefined;
  #waiting: Waiting<Item, Result>[] = [];
  #flushing = false;
  #unsettled = 0;

  /** `store` answers one result for each item, in order, after they are durable. */
  constructor(
    store: (items: readonly Item[]) => Promise<readonly Result[]>,
    gathering?: Gathering,
  ) {
    this.#store = store;
    this.#gathering = gathering;
  }

  /** Items handed over whose commit is not known yet. */
  get unsettled(): number {
    return this.#unsettled;
  }

  /** `hurries`: it waits for no others than those of this turn. */
  add(item: Item, { hurries = false } = {}): Promise<Result> {
    this.#unsettled += 1;
    const isEnough = this.#waiting.length + 1 >= (this.#gathering?.enough ?? 0);
    if (hurries || isEnough) this.#flushSoon();
    else this.#flushLater();
    return new Promise((resolve, reject) => this.#waiting.push({ item, resolve, reject }));
  }

  /** By the clock of the system: what it waits for is the disk. */
  #flushLater(): void {
    if (this.#flushing) return;
    this.#patience ??= systemClock.after(this.#gathering?.waitMs ?? 0, () => this.#flushSoon());
  }

  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    this.#patience?.cancel();
    this.#patience = undefined;
    // After the I/O events of this turn, so that all of them are in the batch.
    atTurnEnd(
      'gather',
      flushes.guard(
        () => this.#flush(),
        (error) => this.#refuse(error),
      ),
    );
  }

  /** Nobody is left waiting for a commit that was never asked for. */
  #refuse(error: Error): void {
    this.#flushing = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#unsettled -= waiting.length;
    for (const { reject } of waiting) reject(error);
  }

  #flush(): void {
    this.#flushing = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length <= itemsMax) {
      void this.#commit(waiting);
      return;
    }
    for (let start = 0; start < waiting.length; start += itemsMax) {
      void this.#commit(waiting.slice(start, start + itemsMax));
    }
  }

  async #commit(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#store(batch.map(({ item }) => item));
      // By index: an iterator makes an array for each of them.
      for (let index = 0; index < batch.length; index += 1) {
        batch[index]?.resolve(results[index] as Result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#unsettled -= batch.length;
    }
  }
}
