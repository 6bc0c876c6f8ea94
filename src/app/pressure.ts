/** Whether there is memory for more work: what is above the mark is turned away before its body is read. */
import { getHeapStatistics } from 'node:v8';
import type { Clock } from '#core/clock.ts';

export type HeapUse = { readonly usedBytes: number; readonly limitBytes: number };

/** Above this share of what Node may use it collects garbage more than it works. */
const shareMax = 0.9;
/** Asked for every command that brings work; the statistics take some microseconds. */
const lookedAtEveryMs = 250;

export class MemoryMark {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #read: () => HeapUse;
  #isAbove = false;
  #lookAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonicMs'>, read: () => HeapUse = readHeap) {
    this.#clock = clock;
    this.#read = read;
  }

  get isAbove(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= this.#lookAtMs) {
      const { usedBytes, limitBytes } = this.#read();
      this.#isAbove = usedBytes > limitBytes * shareMax;
      this.#lookAtMs = nowMs + lookedAtEveryMs;
    }
    return this.#isAbove;
  }
}

function readHeap(): HeapUse {
  const { used_heap_size: usedBytes, heap_size_limit: limitBytes } = getHeapStatistics();
  return { usedBytes, limitBytes };
}
