/**
 * Ids without a round trip: a process reserves a block and hands its numbers out from memory.
 *
 * The next block is reserved while the last one is still in use. What is left of a block when the process is
 * killed is never given out, so no id is ever given twice; one that ends in order may give the rest back.
 */
import { must } from '#core/assert.ts';
import { StorageUnavailable } from '#core/unavailable.ts';

/** Ids from `first` up to `end`, which it does not hold. */
export type IdRange = { readonly first: number; readonly end: number };

export class IdSource {
  readonly #reserve: (count: number) => Promise<number>;
  readonly #blockSize: number;
  readonly #blocks: { next: number; end: number }[] = [];
  #left = 0;
  #reserving = false;
  #isClosed = false;

  private constructor(blockSize: number, reserve: (count: number) => Promise<number>) {
    this.#blockSize = blockSize;
    this.#reserve = reserve;
  }

  static async open(
    blockSize: number,
    reserve: (count: number) => Promise<number>,
  ): Promise<IdSource> {
    return IdSource.from(await reserve(blockSize), blockSize, reserve);
  }

  /** With a first block that is reserved already. */
  static from(
    first: number,
    blockSize: number,
    reserve: (count: number) => Promise<number>,
  ): IdSource {
    const source = new IdSource(blockSize, reserve);
    source.#add(first);
    return source;
  }

  /** The next id, or undefined while a new block is on its way: the caller is overloaded. */
  take(): number | undefined {
    if (this.#isClosed) return undefined;
    if (this.#left < this.#blockSize / 2) void this.#reserveMore();
    const block = this.#blocks[0];
    if (block === undefined) return undefined;
    const id = block.next;
    block.next += 1;
    this.#left -= 1;
    if (block.next === block.end) this.#blocks.shift();
    return id;
  }

  /** Like `take`, for callers that can wait. */
  async taken(): Promise<number> {
    const id = this.take();
    if (id !== undefined) return id;
    if (this.#isClosed) throw new StorageUnavailable('No ids are given any more');
    this.#add(await this.#reserve(this.#blockSize));
    return must(this.take(), 'id in a block just reserved');
  }

  /** Gives nothing out from now on. What it never gave out, the last range first. */
  close(): readonly IdRange[] {
    this.#isClosed = true;
    return this.#blocks
      .splice(0)
      .map(({ next, end }) => ({ first: next, end }))
      .toReversed();
  }

  async #reserveMore(): Promise<void> {
    if (this.#reserving) return;
    this.#reserving = true;
    try {
      this.#add(await this.#reserve(this.#blockSize));
    } catch {
      // The storage is away; the next caller who needs an id hears it from `take` or `taken`.
    } finally {
      this.#reserving = false;
    }
  }

  #add(first: number): void {
    this.#blocks.push({ next: first, end: first + this.#blockSize });
    this.#left += this.#blockSize;
  }
}

/** For work that cannot begin without an id and cannot wait: throws `StorageUnavailable` where there is none. */
export function takeId(ids: Pick<IdSource, 'take'>): number {
  const id = ids.take();
  if (id === undefined) throw new StorageUnavailable('No ids could be reserved');
  return id;
}
