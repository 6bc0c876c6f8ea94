/** Whether there is memory for more work: what is above the mark is turned away before its body is read. */
import { totalmem } from 'node:os';
import { constrainedMemory, memoryUsage } from 'node:process';
import { getHeapStatistics } from 'node:v8';
import type { Clock } from '#core/clock.ts';

export type MemoryUse = {
  readonly heapBytes: number;
  readonly heapMaxBytes: number;
  /** Of buffers, among them the bodies of requests: outside the heap, and not in its limit. */
  readonly outsideBytes: number;
  readonly outsideMaxBytes: number;
};

/** Above this share of what Node may use it collects garbage more than it works. */
const shareMax = 0.9;
/** Asked for every command that brings work; the statistics take some microseconds. */
const lookedAtEveryMs = 250;

export class MemoryMark {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #read: () => MemoryUse;
  #isAbove = false;
  #lookAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonicMs'>, read: () => MemoryUse = readMemory) {
    this.#clock = clock;
    this.#read = read;
  }

  get isAbove(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= this.#lookAtMs) {
      const { heapBytes, heapMaxBytes, outsideBytes, outsideMaxBytes } = this.#read();
      this.#isAbove =
        heapBytes > heapMaxBytes * shareMax || outsideBytes > outsideMaxBytes * shareMax;
      this.#lookAtMs = nowMs + lookedAtEveryMs;
    }
    return this.#isAbove;
  }
}

/** Buffers may take so much of the memory of the machine, or of its container. */
const outsideShare = 0.5;

const machineBytes = Math.min(constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());

/** `external` of Node counts array buffers, too. */
function readMemory(): MemoryUse {
  const { used_heap_size: heapBytes, heap_size_limit: heapMaxBytes } = getHeapStatistics();
  const { external: outsideBytes } = memoryUsage();
  return { heapBytes, heapMaxBytes, outsideBytes, outsideMaxBytes: machineBytes * outsideShare };
}
